import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { allProjections } from '#projections/all.projections.ts';
import { askOracle } from '#tests/projections/oracle.ts';
import type { Acknowledged, Ask, Dashboard, Seller } from './people.ts';

/** Sentences about what is wrong; none when all holds. */
type Findings = string[];

type SaleEvent = { readonly type: string; readonly sale: string; readonly price: number | null };

/** Each acknowledged change is in the log once, and the log has no other change of sales. */
export async function acknowledgedIsInTheLog(
  db: pg.ClientBase,
  sellers: readonly Seller[],
): Promise<Findings> {
  const { rows } = await db.query<SaleEvent>(
    `SELECT type, data->>'saleId' AS sale,
            (coalesce(data->'after', data->'sale')->>'priceCents')::integer AS price
       FROM events WHERE type LIKE 'Sale%'`,
  );
  const nameOf = ({ kind, saleId, price }: Acknowledged) => `${kind} ${saleId} ${price}`;
  const stored = rows.map(({ type, sale, price }) => `${type} ${sale} ${price ?? 0}`);
  const wanted = sellers.flatMap((seller) => seller.acknowledged().map(nameOf));
  const differences = compared(stored, wanted);
  return differences.map(
    ({ name, found, expected }) => `${name}: ${found} in the log, ${expected} acknowledged`,
  );
}

/** Counts of equal texts that differ. */
function compared(found: readonly string[], wanted: readonly string[]) {
  const count = (all: readonly string[], name: string) => all.filter((one) => one === name).length;
  return [...new Set([...found, ...wanted])]
    .map((name) => ({ name, found: count(found, name), expected: count(wanted, name) }))
    .filter((each) => each.found !== each.expected);
}

/** The rows of the company in each read model are those that SQL computes from its events. */
export async function readModelsAreTheLog(db: pg.ClientBase, companyId: string): Promise<Findings> {
  const oracle = await askOracle(db);
  const found: Findings = [];
  for (const table of allProjections.flatMap(({ tables }) => Object.values(tables))) {
    const { rows } = await db.query<{ line: string }>(
      `SELECT t::text AS line FROM read.${table.name} t WHERE company_id = $1`,
      [companyId],
    );
    const differences = compared(
      rows.map(({ line }) => line),
      oracle[table.name] ?? [],
    );
    for (const { name, found: has, expected } of differences)
      found.push(`read.${table.name} has ${has} times, SQL says ${expected}: ${name}`);
  }
  const { rows: aside } = await db.query('SELECT * FROM read.set_aside WHERE company_id = $1', [companyId]);
  return [...found, ...aside.map((row) => `set aside: ${JSON.stringify(row)}`)];
}

/** What a dashboard shows is what REST answers, and what it was told was in order. */
export async function liveIsRest(
  { principal, board, figures, news, odd }: Dashboard,
  now: string,
  ask: Ask,
): Promise<Findings> {
  const get = async <Row>(url: string) =>
    ((await ask(principal, { method: 'GET', url }))?.body.requestedData ?? []) as unknown as Row[];
  const found: Findings = [...odd];
  // The rate moves with the clock alone.
  const still = (rows: Iterable<BillboardRow>) =>
    [...rows]
      .map(({ sales_per_hour: _, ...row }) => row)
      .sort((a, b) => (a.employee_id < b.employee_id ? -1 : 1));
  const [shown, answered] = [
    still(board().values()),
    still(await get<BillboardRow>(`/logs/getlogsdaily/${localDate(now, principal.timeZone)}`)),
  ];
  if (!isDeepStrictEqual(shown, answered))
    found.push(`the board shows ${JSON.stringify(shown)}, REST says ${JSON.stringify(answered)}`);
  const sales = await get<Sale>(`/sales/getsales/all`);
  const total = sales.reduce((sum, sale) => sum + Math.round(sale.commission * 100), 0);
  if (Math.round((figures()?.totalCommission ?? 0) * 100) !== total)
    found.push(`own figures show ${figures()?.totalCommission}, the sales of REST have ${total / 100}`);
  for (const sale of sales) {
    const entry = news().get(sale.id);
    if (entry && entry.price !== sale.price)
      found.push(`the news show the sale ${sale.id} at ${entry.price}, REST says ${sale.price}`);
  }
  return found;
}

/** No shift is open whose date is over, and each that ended by itself did so at the midnight of its zone. */
export async function forgottenShiftsHaveEnded(db: pg.ClientBase, now: string): Promise<Findings> {
  const { rows } = await db.query<{ stream: string; ended: string | null }>(
    `SELECT s.stream, last.data->>'endedAt' AS ended
       FROM (SELECT *, ((data->>'loginDate')::date + 1)::timestamp AT TIME ZONE (data->>'timeZone') AS over
               FROM events WHERE type = 'ShiftStarted') s
       LEFT JOIN LATERAL (SELECT data FROM events e WHERE e.stream = s.stream AND e.type IN ('ShiftEnded', 'ShiftResumed')
                           ORDER BY revision DESC LIMIT 1) last ON true
      WHERE CASE WHEN last.data->>'endedAt' IS NULL THEN over < $1::timestamptz
                 ELSE last.data->>'reason' = 'midnight' AND (last.data->>'endedAt')::timestamptz <> over END`,
    [now],
  );
  return rows.map(({ stream, ended }) => `the shift ${stream} ended ${ended ?? 'never'}`);
}
