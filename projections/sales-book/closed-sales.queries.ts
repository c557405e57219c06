import type { Kysely } from 'kysely';
import type { CommissionTerms } from '#contracts/commission.ts';
import type { Cents } from '#contracts/money.ts';
import type { Page, PageWish } from '#contracts/page.ts';
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

/** A page of the Closed sales of an employee, newest first, within local dates (both inclusive). */
export async function closedSales(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  wish: PageWish,
): Promise<Page<ClosedSale>> {
  const days = [from, to].filter((day) => day !== undefined);
  if (!canExist(companyId, employeeId) || !days.every(isDay)) return { rows: [], next: null };
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
    .orderBy(NEWEST_FIRST[1], 'desc')
    .limit(wish.limit + 1);
  if (from !== undefined) query = query.where('s.entry_date', '>=', from);
  if (to !== undefined) query = query.where('s.entry_date', '<=', to);
  if (wish.after) query = query.where(comesAfter(NEWEST_FIRST, 'desc', wish.after));
  const rows = await query.execute();
  return pageOf(rows, wish, (row) => [row.entry_date, row.recorded_position], shown);
}

function shown(row: ReadModels['read.sales'] & { readonly campaign_name: string | null }): ClosedSale {
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
