import { type Kysely, sql } from 'kysely';
import { START } from '#platform/event-store/event-store.port.ts';
import type { ReadModels } from '../read-models.ts';
import type { NamedCampaign, NamedPerson } from './board-moments.ts';

export type DayFilter = {
  readonly companyId: string;
  /** Local, yyyy-mm-dd. */
  readonly date: string;
  /** A position, exclusive; the start of the log by default. */
  readonly behind?: number;
  /** All of the company by default. */
  readonly employeeIds?: readonly string[];
};

/** Positions of all that happened to the sales of a day: recorded, edited, moved there or away, deleted. */
export async function salePositions(
  db: Kysely<ReadModels>,
  { companyId, date, behind = START, employeeIds }: DayFilter,
): Promise<number[]> {
  const ofDay = <Table extends 'read.sales' | 'read.past_sales'>(table: Table) =>
    db
      .selectFrom(table as 'read.past_sales')
      .where('company_id', '=', companyId)
      .where('entry_date', '=', date)
      .where('employee_id', 'in', employeesOf(db, companyId, employeeIds));
  const [now, past] = await Promise.all([
    ofDay('read.sales').select('since').where('since', '>', behind).execute(),
    ofDay('read.past_sales').select(['since', 'until']).where('until', '>', behind).execute(),
  ]);
  const former = past.flatMap(({ since, until }) => [since, until]);
  return inOrder([...now.map(({ since }) => since), ...former].filter((position) => position > behind));
}

/** Positions of all that happened to the shifts of a day. */
export async function shiftPositions(
  db: Kysely<ReadModels>,
  { companyId, date, behind = START, employeeIds }: DayFilter,
): Promise<number[]> {
  const employees = employeesOf(db, companyId, employeeIds);
  const [now, past] = await Promise.all([
    db
      .selectFrom('read.employee_days')
      .select('shift_since')
      .where('company_id', '=', companyId)
      .where('day', '=', date)
      .where('employee_id', 'in', employees)
      .where('shift_since', '>', behind)
      .execute(),
    db
      .selectFrom('read.past_employee_days')
      .select('since')
      .where('company_id', '=', companyId)
      .where('day', '=', date)
      .where('employee_id', 'in', employees)
      .where('since', '>', behind)
      .execute(),
  ]);
  return inOrder([...now.flatMap(({ shift_since }) => shift_since ?? []), ...past.map(({ since }) => since)]);
}

/** The time zones in which the shifts of a local date were worked, by their IANA names. */
export async function shiftZones(
  db: Kysely<ReadModels>,
  { companyId, date }: DayFilter,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('read.employee_days')
    .select('time_zone')
    .where('company_id', '=', companyId)
    .where('day', '=', date)
    .where('shift_id', 'is not', null)
    .union((eb) =>
      eb
        .selectFrom('read.past_employee_days')
        .select('time_zone')
        .where('company_id', '=', companyId)
        .where('day', '=', date)
        .where('employee_id', 'in', employeesOf(db, companyId)),
    )
    .execute();
  return rows.flatMap(({ time_zone }) => time_zone ?? []);
}

type Named = { readonly position: number; readonly named: NamedPerson | NamedCampaign };

/** The names of the people and campaigns of a company after a position, and of now; each with its own position. */
export async function nameVersions(
  db: Kysely<ReadModels>,
  companyId: string,
  after: number,
): Promise<Named[]> {
  const person = ['employee_id', 'first_name', 'last_name', 'campaign_id', 'since'] as const;
  const campaign = ['campaign_id', 'name', 'since'] as const;
  const [people, formerPeople, campaigns, formerCampaigns] = await Promise.all([
    db.selectFrom('read.employees').select(person).where('company_id', '=', companyId).execute(),
    db
      .selectFrom('read.past_employees')
      .select(person)
      .where('company_id', '=', companyId)
      .where('until', '>', after)
      .execute(),
    db.selectFrom('read.campaigns').select(campaign).where('company_id', '=', companyId).execute(),
    db
      .selectFrom('read.past_campaigns')
      .select(campaign)
      .where('company_id', '=', companyId)
      .where('until', '>', after)
      .execute(),
  ]);
  return [
    ...[...formerPeople, ...people].map((row): Named => {
      const { employee_id: employeeId, first_name: firstName, last_name: lastName, campaign_id } = row;
      const named = { kind: 'person', employeeId, firstName, lastName, campaignId: campaign_id } as const;
      return { position: row.since, named };
    }),
    ...[...formerCampaigns, ...campaigns].map(({ campaign_id: campaignId, name, since }): Named => {
      return { position: since, named: { kind: 'campaign', campaignId, name } };
    }),
  ];
}

/** The moments of a company's events, by position, UTC ISO-8601; positions that are not projected yet are left out. */
export async function momentsAt(
  db: Kysely<ReadModels>,
  companyId: string,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('read.history')
    .select(['position', 'moment'])
    .where('company_id', '=', companyId)
    // One text for lists of every length, so that it can stay prepared.
    .where('position', '=', sql<number>`ANY (${positions}::bigint[])`)
    .execute();
  return new Map(rows.map(({ position, moment }) => [position, moment]));
}

export function inOrder(positions: Iterable<number>): number[] {
  return [...new Set(positions)].sort((one, other) => one - other);
}

/** The index of sales begins with the employee, and an employee belongs to one company only. */
function employeesOf(db: Kysely<ReadModels>, companyId: string, employeeIds?: readonly string[]) {
  return employeeIds
    ? // One text for lists of every length, so that it can stay prepared.
      sql<string>`(SELECT unnest(${employeeIds}::text[]))`
    : db.selectFrom('read.employees').select('employee_id').where('company_id', '=', companyId);
}
