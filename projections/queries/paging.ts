import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Page, PageWish, SortKey } from '#contracts/page.ts';
import { normalizeName } from '#contracts/text.ts';

/**
 * The condition for the rows after `key` in a list ordered by `columns`, all in one direction. The last column must be
 * unique, so that no row is shown twice or left out.
 */
export function comesAfter(
  columns: readonly (string | RawBuilder<unknown>)[],
  direction: 'asc' | 'desc',
  key: SortKey,
): RawBuilder<SqlBool> {
  const row = sql.join(columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)));
  return sql`(${row}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(key)})`;
}

/** `found` may hold one row more than the page: then more rows follow. */
export function pageOf<Found, Row>(
  found: readonly Found[],
  { limit }: PageWish,
  keyOf: (row: Found) => SortKey,
  show: (row: Found) => Row,
): Page<Row> {
  const held = found.slice(0, limit);
  const last = held.at(-1);
  return { rows: held.map(show), next: last && found.length > limit ? keyOf(last) : null };
}

/** Rows read at once: some milliseconds of work, during which the process answers no other request. */
const PORTION = 1_000;

/**
 * A long page, read in portions, so that other requests are answered in between. A row that moves meanwhile may be there
 * twice or not at all, as with pages that a client asks for one by one.
 */
export async function inPortions<Row>(
  wish: PageWish,
  read: (wish: PageWish) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  if (wish.limit <= PORTION) return read(wish);
  const rows: Row[] = [];
  let next = wish.after ?? null;
  do {
    const limit = Math.min(PORTION, wish.limit - rows.length);
    const portion = await read({ limit, after: next ?? undefined });
    rows.push(...portion.rows);
    next = portion.next;
  } while (next !== null && rows.length < wish.limit);
  return { rows, next };
}

/**
 * A page of a list by name, searched and cut from all its rows. Names are sorted here and not in SQL, since a collation of the database
 * may sort differently from ours; the lists are short.
 */
export function pageByName<Row>(
  rows: readonly Row[],
  wish: PageWish,
  keyOf: (row: Row) => readonly [name: string, id: string],
): Page<Row> {
  const wanted = normalizeName(wish.search ?? '');
  const sorted = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key: [name] }) => wanted === '' || normalizeName(name).includes(wanted))
    .sort((one, other) => compareKeys(one.key, other.key));
  const { after } = wish;
  const start = after === undefined ? 0 : sorted.findIndex(({ key }) => compareKeys(key, after) > 0);
  const rest = start === -1 ? [] : sorted.slice(start, start + wish.limit + 1);
  return pageOf(
    rest,
    wish,
    ({ key }) => key,
    ({ row }) => row,
  );
}

function compareKeys([name, id]: SortKey, [otherName, otherId]: SortKey): number {
  const byName = compareNames(String(name), String(otherName));
  if (byName !== 0) return byName;
  return String(id) === String(otherId) ? 0 : String(id) < String(otherId) ? -1 : 1;
}

const collator = new Intl.Collator('en');

/** Compares names as people sort them, whatever the language of the database. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
