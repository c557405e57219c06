import { type Kysely, sql } from 'kysely';
import { isActive } from '#contracts/company-kinds.ts';
import type { EmployeeRole, EmployeeType } from '#contracts/employee-kinds.ts';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageByName } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
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
  /** Default duration of new shifts in hours; null until set. */
  readonly shiftDuration: number | null;
  /** UTC ISO-8601; null for a present employee. */
  readonly deletedAt: string | null;
};

type EntryRow = ReadModels['read.employees'] & {
  readonly campaign_name: string | null;
  readonly goal_name: string | null;
  readonly hourly_sales: number | null;
  readonly hourly_decisions: number | null;
};

/** A person, also a deleted one. */
export type Named = { readonly id: string; readonly first_name: string; readonly last_name: string };

/** What an employee may do now. */
export type EmployeeAccess = {
  readonly role: EmployeeRole;
  readonly type: EmployeeType;
  readonly subscriptionIsActive: boolean;
};

type Narrowed = {
  readonly campaignId?: string;
  readonly managerId?: string;
  /** Former employees instead of present ones. */
  readonly former?: boolean;
};

type Person = { readonly companyId: string; readonly employeeId: string };

export type DirectoryQueries = ReturnType<typeof createDirectoryQueries>;

/** Employees with the names of their campaign and goal, as they are now. */
export function createDirectoryQueries(db: Kysely<ReadModels>) {
  async function everEmployeeById(
    companyId: string,
    employeeId: string,
  ): Promise<DirectoryEntry | undefined> {
    if (!canExist(companyId, employeeId)) return undefined;
    const row = await entries(db, companyId).where('e.employee_id', '=', employeeId).executeTakeFirst();
    return row && entryOf(row);
  }

  async function employeeById(companyId: string, employeeId: string): Promise<DirectoryEntry | undefined> {
    const entry = await everEmployeeById(companyId, employeeId);
    return entry?.deletedAt === null ? entry : undefined;
  }

  return {
    /** A present employee of the company; undefined for an unknown, deleted or foreign id. */
    employeeById,

    /** A present or former employee of the company; undefined for an unknown or foreign id. */
    everEmployeeById,

    /** Present and former employees with this id, or with this email now or before, of all companies. For operators. */
    async peopleWith(emailOrId: string): Promise<Person[]> {
      const people = sql<Person>`SELECT company_id AS "companyId", employee_id AS "employeeId" FROM read.employees
         WHERE employee_id = ${emailOrId} OR lower(email) = lower(${emailOrId})
        UNION SELECT company_id, employee_id FROM read.past_employees WHERE lower(email) = lower(${emailOrId})`;
      return (await people.execute(db)).rows;
    },

    /** Whether this is the id of a present employee of the company. */
    async isEmployee(companyId: string, employeeId: string): Promise<boolean> {
      return (await employeeById(companyId, employeeId)) !== undefined;
    },

    /** Whether this is the id of a present or former employee of the company. */
    async wasEverEmployee(companyId: string, employeeId: string): Promise<boolean> {
      return (await everEmployeeById(companyId, employeeId)) !== undefined;
    },

    /** Present or former employees of the company by first and last name, narrowed to a campaign or to a manager's team. */
    async listEmployees(
      companyId: string,
      { campaignId, managerId, former = false }: Narrowed,
      wish: PageWish,
    ): Promise<Page<ListedEmployee>> {
      if (!canExist(companyId, campaignId ?? '', managerId ?? '')) return { rows: [], next: null };
      let query = entries(db, companyId).where('e.deleted', '=', former);
      if (campaignId !== undefined) query = query.where('e.campaign_id', '=', campaignId);
      if (managerId !== undefined) query = query.where('e.manager_id', '=', managerId);
      const rows = (await query.execute()).map((row) => listed(entryOf(row)));
      return pageByName(rows, wish, ({ id, first_name, last_name }) => [`${first_name} ${last_name}`, id]);
    },

    /** The names of a campaign and of its goal now; nulls for an unknown campaign. */
    async campaignNames(
      companyId: string,
      campaignId: string | null,
    ): Promise<{ campaign_name: string | null; goal_name: string | null }> {
      const found =
        campaignId !== null && canExist(companyId, campaignId)
          ? await db
              .selectFrom('read.campaigns as c')
              .leftJoin('read.goals as g', (on) =>
                on.onRef('g.company_id', '=', 'c.company_id').onRef('g.goal_id', '=', 'c.goal_id'),
              )
              .select(['c.name as campaign_name', 'g.name as goal_name'])
              .where('c.company_id', '=', companyId)
              .where('c.campaign_id', '=', campaignId)
              .executeTakeFirst()
          : undefined;
      return found ?? { campaign_name: null, goal_name: null };
    },

    /** Names of these people of the company, the deleted included, in no order; unknown ids are left out. */
    async namesOf(companyId: string, employeeIds: readonly string[]): Promise<Named[]> {
      const possible = [...new Set(employeeIds)].filter((id) => canExist(id));
      if (!canExist(companyId) || possible.length === 0) return [];
      return (
        db
          .selectFrom('read.employees as e')
          .select(['e.employee_id as id', 'e.first_name', 'e.last_name'])
          .where('e.company_id', '=', companyId)
          // One text for lists of every length, so that it can stay prepared.
          .where('e.employee_id', '=', sql<string>`ANY (${possible}::text[])`)
          .execute()
      );
    },

    /**
     * The full name of a present employee to whom the product may send mail. Null for the deleted, and if their
     * company has ended or never proved its email address; a subscription counts as such a proof.
     */
    async nameForMail({ companyId, employeeId }: Person): Promise<{ name: string; company: string } | null> {
      const row = await db
        .selectFrom('read.employees as e')
        .innerJoin('read.company_account as a', 'a.company_id', 'e.company_id')
        .select(['e.first_name', 'e.last_name', 'a.name', 'a.stage', 'a.status'])
        .where('e.company_id', '=', companyId)
        .where('e.employee_id', '=', employeeId)
        .where('e.deleted', '=', false)
        .executeTakeFirst();
      const isProven = row?.stage === 'verified' || (row?.stage === 'registered' && row.status !== null);
      return row && isProven ? { name: `${row.first_name} ${row.last_name}`, company: row.name } : null;
    },

    /** Those of these employees who are sales associates, or were when they left. */
    async associatesAmong(companyId: string, employeeIds: readonly string[]): Promise<ReadonlySet<string>> {
      const ids = employeeIds.filter((id) => canExist(id));
      if (!canExist(companyId) || ids.length === 0) return new Set();
      const { rows } = await sql<{ id: string }>`
        SELECT employee_id AS id FROM read.employees WHERE company_id = ${companyId}
           AND employee_id = ANY (${ids}::text[]) AND role = 'sales associate'`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },

    /** What each may do, in the order asked, with one query for all; null for the deleted and unknown. */
    async accessOf(people: readonly Person[]): Promise<(EmployeeAccess | null)[]> {
      const companyIds = people.map(({ companyId }) => companyId);
      const employeeIds = people.map(({ employeeId }) => employeeId);
      const { rows } = await sql<{ place: number; role: string; type: string; status: string | null }>`
    SELECT asked.place, e.role, e.type, a.status
    FROM unnest(${companyIds}::text[], ${employeeIds}::text[])
      WITH ORDINALITY AS asked (company_id, employee_id, place)
    JOIN read.employees AS e USING (company_id, employee_id)
    LEFT JOIN read.company_account AS a USING (company_id)
    WHERE NOT e.deleted`.execute(db);
      const found: (EmployeeAccess | null)[] = people.map(() => null);
      for (const { place, role, type, status } of rows) {
        found[place - 1] = {
          role: role as EmployeeRole,
          type: type as EmployeeType,
          subscriptionIsActive: isActive(status),
        };
      }
      return found;
    },
  };
}

/** Present and former employees with their campaign and its goal, in no order. */
function entries(db: Kysely<ReadModels>, companyId: string) {
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
    .where('e.company_id', '=', companyId);
}

function entryOf(row: EntryRow): DirectoryEntry {
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
    deletedAt: row.deleted_at,
  };
}

function listed(entry: DirectoryEntry): ListedEmployee {
  return {
    id: entry.id,
    first_name: entry.firstName,
    last_name: entry.lastName,
    email: entry.email,
    employee_role: entry.role,
    employee_number: entry.employeeNumber,
    campaign_id: entry.campaignId,
    campaign_name: entry.campaignName,
    goal_name: entry.goalName,
    ...(entry.deletedAt !== null && { deleted_at: entry.deletedAt }),
  };
}
