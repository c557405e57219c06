import type { Kysely } from 'kysely';
import { LIST_MAX } from '#contracts/endpoints/fields.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { centsToNumber, formatPrice } from '#contracts/money.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { comesAfter, inPortions, pageOf } from '../paging.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** Newest first: by local date, then by the order in which they were recorded, which no edit changes. */
const NEWEST_FIRST = ['s.entry_date', 's.recorded_position'] as const;

/** Sales of one employee, newest first, a page of them; `date` narrows to one local date. */
export async function salesOfEmployee(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  { date, after, limit = LIST_MAX }: Partial<PageWish> & { readonly date?: string | undefined } = {},
): Promise<Page<Sale>> {
  if (!canExist(companyId, employeeId) || (date !== undefined && !isDay(date)))
    return { rows: [], next: null };
  return inPortions({ limit, after }, async (portion) => {
    let query = sales(db, companyId)
      .where('s.employee_id', '=', employeeId)
      .orderBy(NEWEST_FIRST[0], 'desc')
      .orderBy(NEWEST_FIRST[1], 'desc')
      .limit(portion.limit + 1);
    if (date !== undefined) query = query.where('s.entry_date', '=', date);
    if (portion.after) query = query.where(comesAfter(NEWEST_FIRST, 'desc', portion.after));
    return pageOf(await query.execute(), portion, keyOf, shown);
  });
}

const keyOf = (row: SaleRow) => [row.entry_date, row.recorded_position];

function sales(db: Kysely<ReadModels>, companyId: string) {
  return db
    .selectFrom('read.sales as s')
    .leftJoin('read.campaigns as c', (on) =>
      on.onRef('c.company_id', '=', 's.company_id').onRef('c.campaign_id', '=', 's.campaign_id'),
    )
    .selectAll('s')
    .select('c.name as campaign_name')
    .where('s.company_id', '=', companyId);
}

type SaleRow = ReadModels['read.sales'] & { readonly campaign_name: string | null };

function shown(row: SaleRow): Sale {
  return {
    id: row.sale_id,
    sale_name: row.sale_name,
    name: row.campaign_name ?? '',
    customer_number: row.customer_number,
    price: formatPrice(row.price_cents),
    discount: row.discount_percent,
    commission: centsToNumber(row.commission_cents),
    tax: row.tax_percent,
    commission_rate: row.commission_percent,
    status: row.status as SaleStatus,
    details: row.details,
    entry_date: row.entry_date,
    campaign_id: row.campaign_id,
  };
}
