import { type Kysely, sql } from 'kysely';
import type { ReadModels } from '../read-models.ts';

/** From the event at `since` until the event at `until`; null: it still is. */
type Lasting = { readonly since: number; readonly until: number | null };

export type SaleVersion = Lasting &
  Omit<ReadModels['read.sales'], 'since' | 'company_id' | 'sale_name' | 'customer_number' | 'details'>;
export type ShiftVersion = Lasting & Omit<ReadModels['read.past_shifts'], 'since' | 'until' | 'company_id'>;
export type PersonVersion = Lasting &
  Pick<ReadModels['read.employees'], 'employee_id' | 'first_name' | 'last_name' | 'campaign_id'>;
export type CampaignVersion = Lasting & Pick<ReadModels['read.campaigns'], 'campaign_id' | 'name'>;

/** Where the log says what made and ended these versions; behind a position where one is given. */
export function positionsOf(versions: readonly Lasting[], behind = -1): Set<number> {
  const all = versions.flatMap(({ since, until }) => (until === null ? [since] : [since, until]));
  return new Set(all.filter((position) => position > behind));
}

const SALE = [
  ...(['sale_id', 'employee_id', 'campaign_id', 'entry_date', 'status', 'price_cents'] as const),
  ...(['discount_percent', 'tax_percent', 'commission_percent', 'commission_cents'] as const),
  ...(['recorded_position', 'since'] as const),
];
const SHIFT = [
  ...(['employee_id', 'login_date', 'shift_id', 'time_zone'] as const),
  ...(['started_at', 'ended_at', 'set_duration'] as const),
];
const NOT_YET = sql<null>`NULL::bigint`.as('until');

/** All that ever was a sale of that day: what stands there now, and what an edit or a deletion replaced. */
export async function saleVersions(
  db: Kysely<ReadModels>,
  companyId: string,
  date: string,
): Promise<SaleVersion[]> {
  const [now, past] = await Promise.all([
    db
      .selectFrom('read.sales')
      .select([...SALE, NOT_YET])
      .where('company_id', '=', companyId)
      .where('entry_date', '=', date)
      .where('employee_id', 'in', everybody(db, companyId))
      .execute(),
    db
      .selectFrom('read.past_sales')
      .select([...SALE, 'until'])
      .where('company_id', '=', companyId)
      .where('entry_date', '=', date)
      .where('employee_id', 'in', everybody(db, companyId))
      .execute(),
  ]);
  return [...past, ...now];
}

/** The same of its shifts; those that came to be behind a position. */
export async function shiftVersions(
  db: Kysely<ReadModels>,
  companyId: string,
  date: string,
  behind = -1,
): Promise<ShiftVersion[]> {
  const [now, past] = await Promise.all([
    db
      .selectFrom('read.shift_log')
      .select([...SHIFT, 'shift_since as since', NOT_YET])
      .where('company_id', '=', companyId)
      .where('login_date', '=', date)
      .where('shift_id', 'is not', null)
      .where('shift_since', '>', behind)
      .execute(),
    db
      .selectFrom('read.past_shifts')
      .select([...SHIFT, 'since', 'until'])
      .where('company_id', '=', companyId)
      .where('login_date', '=', date)
      .where('employee_id', 'in', everybody(db, companyId))
      .where('since', '>', behind)
      .execute(),
  ]);
  // A row with a shift has all the columns of one.
  return [...past, ...(now as ShiftVersion[])];
}

/** What the people and campaigns of a company were called, from `after` on, and what they are called now. */
export async function nameVersions(
  db: Kysely<ReadModels>,
  companyId: string,
  after: number,
): Promise<{ people: PersonVersion[]; campaigns: CampaignVersion[] }> {
  const person = ['employee_id', 'first_name', 'last_name', 'campaign_id', 'since'] as const;
  const campaign = ['campaign_id', 'name', 'since'] as const;
  const [people, formerPeople, campaigns, formerCampaigns] = await Promise.all([
    db
      .selectFrom('read.employees')
      .select([...person, NOT_YET])
      .where('company_id', '=', companyId)
      .execute(),
    db
      .selectFrom('read.past_employees')
      .select([...person, 'until'])
      .where('company_id', '=', companyId)
      .where('until', '>', after)
      .execute(),
    db
      .selectFrom('read.campaigns')
      .select([...campaign, NOT_YET])
      .where('company_id', '=', companyId)
      .execute(),
    db
      .selectFrom('read.past_campaigns')
      .select([...campaign, 'until'])
      .where('company_id', '=', companyId)
      .where('until', '>', after)
      .execute(),
  ]);
  return { people: [...formerPeople, ...people], campaigns: [...formerCampaigns, ...campaigns] };
}

/** What happened at each of these positions, and when it counts; positions that are not known yet are left out. */
export async function placesOf(
  db: Kysely<ReadModels>,
  companyId: string,
  positions: readonly number[],
): Promise<Map<number, { type: string; moment: string }>> {
  if (positions.length === 0) return new Map();
  const rows = await db
    .selectFrom('read.history')
    .select(['position', 'type', 'moment'])
    .where('company_id', '=', companyId)
    // One text for lists of every length, so that it can stay prepared.
    .where('position', '=', sql<number>`ANY (${positions}::bigint[])`)
    .execute();
  return new Map(rows.map(({ position, type, moment }) => [position, { type, moment }]));
}

/** The index of sales begins with their employee, and an employee is of one company only. */
export function everybody(db: Kysely<ReadModels>, companyId: string) {
  return db.selectFrom('read.employees').select('employee_id').where('company_id', '=', companyId);
}
