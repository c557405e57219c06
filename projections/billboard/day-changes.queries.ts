import { type Kysely, sql } from 'kysely';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { everybody, nameVersions, placesOf, positionsOf, shiftVersions } from './day-versions.queries.ts';
import { kindOf } from './moment-kinds.ts';
import { shiftEvents } from './version-events.ts';

/** Where the shifts of a local date were worked, by their IANA names. */
export async function zonesOfDay(
  db: Kysely<ReadModels>,
  companyId: string,
  date: string,
): Promise<readonly string[]> {
  if (!canExist(companyId) || !isDay(date)) return [];
  const rows = await db
    .selectFrom('read.shift_log')
    .select('time_zone')
    .where('company_id', '=', companyId)
    .where('login_date', '=', date)
    .where('shift_id', 'is not', null)
    .union((eb) =>
      eb
        .selectFrom('read.past_shifts')
        .select('time_zone')
        .where('company_id', '=', companyId)
        .where('login_date', '=', date)
        .where('employee_id', 'in', everybody(db, companyId)),
    )
    .execute();
  return rows.flatMap(({ time_zone }) => time_zone ?? []);
}

type Since = {
  readonly employeeIds: readonly string[];
  /** Local, yyyy-mm-dd. */
  readonly date: string;
  /** A position, exclusive. */
  readonly behind: number;
};

/**
 * Positions of what happened to the sales and shifts that these people have, or had, on a local date: recorded,
 * edited, moved there or away, deleted. In order.
 */
export async function dayChanges(
  db: Kysely<ReadModels>,
  companyId: string,
  { employeeIds, date, behind }: Since,
): Promise<readonly number[]> {
  const possible = employeeIds.filter((id) => canExist(id));
  if (!canExist(companyId) || !isDay(date) || possible.length === 0) return [];
  const whose = new Set(possible);
  const [sales, shifts] = await Promise.all([
    salePositions(db, companyId, date, behind, possible),
    shiftVersions(db, companyId, date, behind),
  ]);
  const ofShifts = shifts.filter(({ employee_id }) => whose.has(employee_id)).map(({ since }) => since);
  return inOrder([...sales, ...ofShifts]);
}

/** Positions of what happened to these people and to all campaigns. In order. */
export async function nameChanges(
  db: Kysely<ReadModels>,
  companyId: string,
  { employeeIds, behind }: Since,
): Promise<readonly number[]> {
  if (!canExist(companyId)) return [];
  const whose = new Set(employeeIds);
  const { people, campaigns } = await nameVersions(db, companyId, behind);
  const some = people.filter(({ employee_id }) => whose.has(employee_id));
  return inOrder([...positionsOf([...some, ...campaigns], behind)]);
}

/**
 * The last of the shifts that midnight closed right behind a position, before anything else happened to the sales
 * and shifts of that local date; null when there is none.
 */
export async function closedBehind(
  db: Kysely<ReadModels>,
  companyId: string,
  date: string,
  behind: number,
): Promise<{ readonly position: number; readonly at: string } | null> {
  if (!canExist(companyId) || !isDay(date)) return null;
  const shifts = await shiftVersions(db, companyId, date, behind);
  if (shifts.length === 0) return null;
  const [places, sales] = await Promise.all([
    placesOf(
      db,
      companyId,
      shifts.map(({ since }) => since),
    ),
    salePositions(db, companyId, date, behind),
  ]);
  const before = sales.reduce((first, position) => Math.min(first, position), Number.POSITIVE_INFINITY);
  const happened = shiftEvents(shifts, places).sort((one, other) => one.position - other.position);
  let last: { position: number; at: string } | null = null;
  for (const one of happened) {
    const at = places.get(one.position)?.moment ?? '';
    if (one.position > before || kindOf({ ...one, at }, date).kind !== 'shift closed') break;
    last = { position: one.position, at };
  }
  return last;
}

async function salePositions(
  db: Kysely<ReadModels>,
  companyId: string,
  date: string,
  behind: number,
  employeeIds: readonly string[] | null = null,
): Promise<number[]> {
  const whose = employeeIds
    ? // One text for lists of every length, so that it can stay prepared.
      sql<string>`(SELECT unnest(${employeeIds}::text[]))`
    : everybody(db, companyId);
  const [now, past] = await Promise.all([
    db
      .selectFrom('read.sales')
      .select('since')
      .where('company_id', '=', companyId)
      .where('entry_date', '=', date)
      .where('employee_id', 'in', whose)
      .where('since', '>', behind)
      .execute(),
    db
      .selectFrom('read.past_sales')
      .select(['since', 'until'])
      .where('company_id', '=', companyId)
      .where('entry_date', '=', date)
      .where('employee_id', 'in', whose)
      .where('until', '>', behind)
      .execute(),
  ]);
  return [...positionsOf([...now.map(({ since }) => ({ since, until: null })), ...past], behind)];
}

function inOrder(positions: readonly number[]): number[] {
  return [...new Set(positions)].sort((one, other) => one - other);
}
