import type { Kysely } from 'kysely';
import type { EmployeeRole, EmployeeType } from '#contracts/events/employee.events.ts';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

export type DirectoryEntry = {
  readonly id: string;
  readonly companyId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly employeeNumber: string;
  readonly role: EmployeeRole;
  readonly type: EmployeeType;
  readonly managerId: string | null;
  readonly campaignId: string | null;
  /** Of the campaign and its goal; null without a campaign. */
  readonly campaignName: string | null;
  readonly goalName: string | null;
  readonly hourlySales: number | null;
  readonly hourlyDecisions: number | null;
  /** Standing duration of new shifts in hours; null until set. */
  readonly shiftDuration: number | null;
};

/** A present employee of the company; undefined for an unknown, deleted or foreign id. */
export async function employeeById(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
): Promise<DirectoryEntry | undefined> {
  if (!canExist(companyId, employeeId)) return undefined;
  const row = await entries(db, companyId).where('e.employee_id', '=', employeeId).executeTakeFirst();
  return row && shown(row);
}

/** Present employees with their campaign and its goal, in no order. */
export function entries(db: Kysely<ReadModels>, companyId: string) {
  return db
    .selectFrom('read.employees as e')
    .leftJoin('read.campaigns as c', (on) =>
      on.onRef('c.company_id', '=', 'e.company_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
    )
    .leftJoin('read.goals as g', (on) =>
      on.onRef('g.company_id', '=', 'c.company_id').onRef('g.goal_id', '=', 'c.goal_id'),
    )
    .selectAll('e')
    .select(['c.name as campaign_name', 'g.name as goal_name', 'g.hourly_sales', 'g.hourly_decisions'])
    .where('e.company_id', '=', companyId)
    .where('e.deleted', '=', false);
}

type EntryRow = ReadModels['read.employees'] & {
  readonly campaign_name: string | null;
  readonly goal_name: string | null;
  readonly hourly_sales: number | null;
  readonly hourly_decisions: number | null;
};

export function shown(row: EntryRow): DirectoryEntry {
  return {
    id: row.employee_id,
    companyId: row.company_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    employeeNumber: row.employee_number,
    role: row.role as EmployeeRole,
    type: row.type as EmployeeType,
    managerId: row.manager_id,
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    goalName: row.goal_name,
    hourlySales: row.hourly_sales,
    hourlyDecisions: row.hourly_decisions,
    shiftDuration: row.shift_duration,
  };
}

/** Whether it is the id of a present employee of the company. */
export async function isEmployee(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
): Promise<boolean> {
  return (await employeeById(db, companyId, employeeId)) !== undefined;
}
