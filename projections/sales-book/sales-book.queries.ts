import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CommissionTerms } from '#contracts/commission.ts';
import { LIST_MAX } from '#contracts/endpoints/fields.ts';
import type { Sale, SaleOfEmployee, SaleSort } from '#contracts/endpoints/sales.endpoints.ts';
import { type Cents, centsToNumber, formatPrice } from '#contracts/money.ts';
import type { Page, PageWish, SortKey } from '#contracts/page.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { comesAfter, inPortions, pageOf } from '../queries/paging.ts';
import { canExist, isPeriod, type Period } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** Newest first: by local date, then by the order in which they were recorded, which no edit changes. */
const NEWEST_FIRST = ['s.entry_date', 's.recorded_position'] as const;

const keyOf = (row: SaleRow) => [row.entry_date, row.recorded_position];
type SaleRow = ReadModels['read.sales'] & { readonly campaign_name: string | null };

type Column = (typeof NEWEST_FIRST)[number] | RawBuilder<unknown>;
type Order = {
  readonly columns: readonly (readonly [Column, 'asc' | 'desc'])[];
  readonly isAfter: (key: SortKey) => RawBuilder<SqlBool>;
  readonly key: (row: SaleRow) => SortKey;
};

const forPeople = (column: string) => sql`coalesce(${sql.ref(column)}, '') COLLATE public.for_people`;

const VALUES = {
  name: { of: forPeople('s.sale_name'), isText: true, in: (row: SaleRow) => row.sale_name },
  campaign: { of: forPeople('c.name'), isText: true, in: (row: SaleRow) => row.campaign_name ?? '' },
  customer: { of: forPeople('s.customer_number'), isText: true, in: (row: SaleRow) => row.customer_number },
  price: { of: sql`s.price_cents`, isText: false, in: (row: SaleRow) => row.price_cents },
  commission: { of: sql`s.commission_cents`, isText: false, in: (row: SaleRow) => row.commission_cents },
  status: { of: sql`s.status`, isText: true, in: (row: SaleRow) => row.status },
} as const;

/**
 * The key of a row begins with the name of its order, so that no cursor continues another one. Postgres sorts the sales
 * of the employee for each page (ADR 0046).
 */
function orderOf({ by, direction }: SaleOrder = { by: 'date', direction: 'desc' }): Order {
  if (by === 'date') {
    const isUsual = direction === 'desc';
    return {
      columns: NEWEST_FIRST.map((column) => [column, direction]),
      isAfter: (key) => comesAfter(NEWEST_FIRST, direction, isUsual ? key : key.slice(1)),
      key: isUsual ? keyOf : (row) => [by, ...keyOf(row)],
    };
  }
  const { of: value, isText, in: valueIn } = VALUES[by];
  const name = direction === 'desc' ? `-${by}` : by;
  return {
    columns: [
      ...(isText ? [[sql`(${value} = '')`, 'asc'] as const] : []),
      [value, direction],
      [NEWEST_FIRST[0], 'desc'],
      [NEWEST_FIRST[1], 'desc'],
    ],
    isAfter: ([, last, ...newest]) => {
      const equal = sql<SqlBool>`(${value} = ${last} AND ${comesAfter(NEWEST_FIRST, 'desc', newest)})`;
      if (last === '') return equal;
      const beyond = sql<SqlBool>`${value} ${sql.raw(direction === 'asc' ? '>' : '<')} ${last}`;
      return isText
        ? sql<SqlBool>`((${value} <> '' AND ${beyond}) OR ${value} = '' OR ${equal})`
        : sql<SqlBool>`(${beyond} OR ${equal})`;
    },
    key: (row) => [name, valueIn(row), ...keyOf(row)],
  };
}

/** The commission of a Closed sale and the terms it was computed by. */
export type ClosedSale = CommissionTerms & {
  readonly saleId: string;
  readonly saleName: string;
  readonly campaignName: string;
  readonly customerNumber: string;
  readonly entryDate: string;
  /** The position of its first event. */
  readonly recordedPosition: number;
  /** As it was recorded with the sale. */
  readonly commissionCents: Cents;
};

/** A number of rows that is read and computed within some milliseconds, during which the process does nothing else. */
const PORTION = 1_000;

/** What a list of sales is narrowed to; `search` is a part of the name, the customer number or the campaign, in any case. */
export type SaleFilter = Period & {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly campaignId?: string | undefined;
};

/** The order of a list; equal sales are newest first. */
export type SaleOrder = { readonly by: SaleSort; readonly direction: 'asc' | 'desc' };
type Ordered = { readonly order?: SaleOrder };

export type SalesBookQueries = ReturnType<typeof createSalesBookQueries>;

/** Sales as they are now. */
export function createSalesBookQueries(db: Kysely<ReadModels>) {
  return {
    /** A page of the sales of one employee, newest first without another order. */
    async salesOfEmployee(
      companyId: string,
      employeeId: string,
      { after, limit = LIST_MAX, order, ...filter }: Partial<PageWish> & Ordered & SaleFilter = {},
    ): Promise<Page<Sale>> {
      if (!isPossible(companyId, employeeId, filter)) return { rows: [], next: null };
      return inPortions({ limit, after }, async (portion) => {
        const { columns, isAfter, key } = orderOf(order);
        let query = sales(db, companyId, filter).where('s.employee_id', '=', employeeId);
        for (const [column, direction] of columns) query = query.orderBy(column, direction);
        if (portion.after) query = query.where(isAfter(portion.after));
        return pageOf(await query.limit(portion.limit + 1).execute(), portion, key, toSale);
      });
    },

    /** The commission of the Closed sales among them. */
    async commissionOfSales(companyId: string, employeeId: string, filter: SaleFilter): Promise<Cents> {
      if (!isPossible(companyId, employeeId, filter)) return 0;
      const row = await fitting(db, companyId, filter)
        .where('s.employee_id', '=', employeeId)
        .where('s.status', '=', 'Closed')
        .select(({ fn }) => fn.sum<number | null>('s.commission_cents').as('cents'))
        .executeTakeFirstOrThrow();
      return row.cents ?? 0;
    },

    /** A sale of the company, or of `employeeId` only; undefined when there is none. */
    async saleById(
      companyId: string,
      saleId: string,
      employeeId?: string,
    ): Promise<SaleOfEmployee | undefined> {
      if (!canExist(companyId, saleId)) return undefined;
      let query = sales(db, companyId).where('s.sale_id', '=', saleId);
      if (employeeId !== undefined) query = query.where('s.employee_id', '=', employeeId);
      const row = await query.executeTakeFirst();
      return row && { ...toSale(row), employee_id: row.employee_id };
    },

    /**
     * The Closed sales of an employee, newest first, within local dates (both inclusive). They come in portions, so
     * that any number of them takes the memory of one portion. Only inside `atOneMoment`, because of its cursor; no
     * other query may run between two portions.
     */
    closedSales(companyId: string, employeeId: string, range: Period): AsyncIterable<ClosedSale[]> {
      return readClosedSales(db, companyId, employeeId, range);
    },
  };
}

async function* readClosedSales(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  range: Period,
): AsyncGenerator<ClosedSale[], void, void> {
  if (!isPossible(companyId, employeeId, range)) return;
  const query = sales(db, companyId, { status: 'Closed', ...range })
    .where('s.employee_id', '=', employeeId)
    .orderBy(NEWEST_FIRST[0], 'desc')
    .orderBy(NEWEST_FIRST[1], 'desc');
  // Hardly any employee has more than the first portion.
  const { rows, next } = pageOf(
    await query.limit(PORTION + 1).execute(),
    { limit: PORTION },
    keyOf,
    toClosedSale,
  );
  yield rows;
  if (!next) return;
  // A cursor sorts the rest once; a query for each portion would sort it each time.
  const rest = query.where(comesAfter(NEWEST_FIRST, 'desc', next));
  // `rest` is already rewritten to its as-of moment when it becomes part of another statement.
  const plain = db.withoutPlugins();
  await sql`DECLARE closed_sales NO SCROLL CURSOR FOR ${rest}`.execute(plain);
  for (let count = PORTION; count === PORTION; ) {
    const portion = await sql<SaleRow>`FETCH ${sql.lit(PORTION)} FROM closed_sales`.execute(plain);
    yield portion.rows.map(toClosedSale);
    count = portion.rows.length;
  }
  await sql`CLOSE closed_sales`.execute(plain);
}

function isPossible(companyId: string, employeeId: string, filter: SaleFilter): boolean {
  const { search = '', campaignId = '' } = filter;
  return canExist(companyId, employeeId, search, campaignId) && isPeriod(filter);
}

/** Columns are compared byte by byte; this one knows the capital letters of every language. */
const inAnyCase = (text: unknown) => sql<string>`lower(${text} COLLATE "und-x-icu")`;

function sales(db: Kysely<ReadModels>, companyId: string, filter?: SaleFilter) {
  return fitting(db, companyId, filter).selectAll('s').select('c.name as campaign_name');
}

function fitting(db: Kysely<ReadModels>, companyId: string, filter: SaleFilter = {}) {
  const { search, status, campaignId, from, to } = filter;
  let query = db
    .selectFrom('read.sales as s')
    .leftJoin('read.campaigns as c', (on) =>
      on.onRef('c.company_id', '=', 's.company_id').onRef('c.campaign_id', '=', 's.campaign_id'),
    )
    .where('s.company_id', '=', companyId);
  if (status !== undefined) query = query.where('s.status', '=', status);
  if (campaignId !== undefined) query = query.where('s.campaign_id', '=', campaignId);
  if (from !== undefined) query = query.where('s.entry_date', '>=', from);
  if (to !== undefined) query = query.where('s.entry_date', '<=', to);
  if (search !== undefined) {
    const texts = sql`concat_ws(E'\n', s.sale_name, s.customer_number, c.name)`;
    query = query.where(sql<boolean>`strpos(${inAnyCase(texts)}, ${inAnyCase(sql`${search}::text`)}) > 0`);
  }
  return query;
}

function toSale(row: SaleRow): Sale {
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

function toClosedSale(row: SaleRow): ClosedSale {
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
