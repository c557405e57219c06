import { type Kysely, sql } from 'kysely';
import type { CommissionTerms } from '#contracts/commission.ts';
import type { Cents } from '#contracts/money.ts';
import { comesAfter, pageOf } from '../paging.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** What a Closed sale earned, and by which terms. */
export type ClosedSale = CommissionTerms & {
  readonly saleId: string;
  readonly saleName: string;
  readonly campaignName: string;
  readonly customerNumber: string;
  readonly entryDate: string;
  /** Its place in the history. */
  readonly recordedPosition: number;
  /** As it was recorded with the sale. */
  readonly commissionCents: Cents;
};

const NEWEST_FIRST = ['s.entry_date', 's.recorded_position'] as const;
/** Read and reckoned in some milliseconds, in which a server does nothing else. */
const PORTION = 1_000;

type Row = ReadModels['read.sales'] & { readonly campaign_name: string | null };

/**
 * The Closed sales of an employee, newest first, within local dates (both inclusive): a portion after the other,
 * so that any number of them takes the memory of one portion. `db` is a transaction, in which nothing else is
 * asked between two portions.
 */
export async function* closedSales(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): AsyncGenerator<ClosedSale[], void, void> {
  const days = [from, to].filter((day) => day !== undefined);
  if (!canExist(companyId, employeeId) || !days.every(isDay)) return;
  let query = db
    .selectFrom('read.sales as s')
    .leftJoin('read.campaigns as c', (on) =>
      on.onRef('c.company_id', '=', 's.company_id').onRef('c.campaign_id', '=', 's.campaign_id'),
    )
    .selectAll('s')
    .select('c.name as campaign_name')
    .where('s.company_id', '=', companyId)
    .where('s.employee_id', '=', employeeId)
    .where('s.status', '=', 'Closed')
    .orderBy(NEWEST_FIRST[0], 'desc')
    .orderBy(NEWEST_FIRST[1], 'desc');
  if (from !== undefined) query = query.where('s.entry_date', '>=', from);
  if (to !== undefined) query = query.where('s.entry_date', '<=', to);
  // Hardly anybody has more than the first portion.
  const { rows, next } = pageOf(await query.limit(PORTION + 1).execute(), { limit: PORTION }, keyOf, shown);
  yield rows;
  if (!next) return;
  // The rest is put in order once; asked for portion by portion it would be once for each.
  const rest = query.where(comesAfter(NEWEST_FIRST, 'desc', next));
  // As part of another statement a query is as of its moment already.
  const plain = db.withoutPlugins();
  await sql`DECLARE closed_sales NO SCROLL CURSOR FOR ${rest}`.execute(plain);
  for (let count = PORTION; count === PORTION; ) {
    const portion = await sql<Row>`FETCH ${sql.lit(PORTION)} FROM closed_sales`.execute(plain);
    yield portion.rows.map(shown);
    count = portion.rows.length;
  }
  await sql`CLOSE closed_sales`.execute(plain);
}

const keyOf = (row: Row) => [row.entry_date, row.recorded_position];

function shown(row: Row): ClosedSale {
  return {
    saleId: row.sale_id,
    saleName: row.sale_name,
    campaignName: row.campaign_name ?? '',
    customerNumber: row.customer_number,
    entryDate: row.entry_date,
    recordedPosition: row.recorded_position,
    priceCents: row.price_cents,
    taxPercent: row.tax_percent,
    discountPercent: row.discount_percent,
    commissionPercent: row.commission_percent,
    commissionCents: row.commission_cents,
  };
}
