import { type Kysely, sql } from 'kysely';
import type { EmployeeRole, EmployeeType } from '#contracts/events/employee.events.ts';
import { isActive } from '../active-subscription.ts';
import type { ReadModels } from '../read-models.ts';

/** What an employee may do now. */
export type Standing = {
  readonly role: EmployeeRole;
  readonly type: EmployeeType;
  readonly subscriptionIsActive: boolean;
};

type Person = { readonly companyId: string; readonly employeeId: string };

/** The standing of each, in the order asked, with one query for all; null for the deleted and unknown. */
export async function standingsOf(
  db: Kysely<ReadModels>,
  people: readonly Person[],
): Promise<(Standing | null)[]> {
  const companyIds = people.map(({ companyId }) => companyId);
  const employeeIds = people.map(({ employeeId }) => employeeId);
  const { rows } = await sql<{ place: number; role: string; type: string; status: string | null }>`
    SELECT asked.place, e.role, e.type, a.status
    FROM unnest(${companyIds}::text[], ${employeeIds}::text[])
      WITH ORDINALITY AS asked (company_id, employee_id, place)
    JOIN read.employees AS e USING (company_id, employee_id)
    LEFT JOIN read.company_account AS a USING (company_id)
    WHERE NOT e.deleted`.execute(db);
  const found: (Standing | null)[] = people.map(() => null);
  for (const { place, role, type, status } of rows) {
    found[place - 1] = {
      role: role as EmployeeRole,
      type: type as EmployeeType,
      subscriptionIsActive: isActive(status),
    };
  }
  return found;
}
