import { commissionCents } from '#contracts/commission.ts';
import type { CommissionLine } from '#contracts/endpoints/numbers.endpoints.ts';
import { type Cents, centsToNumber, formatPrice } from '#contracts/money.ts';
import { commissionSteps } from '#contracts/numbers/commission-steps.ts';
import type { PageWish, SortKey } from '#contracts/page.ts';
import type { ClosedSale } from '#projections/sales-book/sales-book.queries.ts';
import type { Moment, Range } from './number-facts.ts';

/**
 * The sort key of a line, and the moment of its list: a sale that is recorded while a reader pages through the list
 * appears on no page.
 */
export type LinesKey = readonly [
  entryDate: string,
  recordedPosition: number,
  position: number,
  /** UTC ISO-8601. */
  instant: string,
];

export type CommissionLines = {
  /** A page of lines, newest first. */
  readonly lines: readonly CommissionLine[];
  readonly next: LinesKey | null;
  /** The sums of all pages, added from the lines. */
  readonly cents: Cents;
  readonly closedSales: number;
  /** As text: sales whose recorded commission differs from the formula. */
  readonly differences: readonly string[];
};

/** The requested page; `now` is UTC ISO-8601. */
export type LinesWish = PageWish & { readonly now: string };

/** At most this many are named; the rest is counted. */
const MOST_NAMED = 5;

/**
 * The Closed sales of an employee with their formula. It reads all of them for every page: the total is the sum of
 * the lines.
 */
export async function commissionLines(
  moment: Pick<Moment, 'closedSales' | 'position'>,
  employeeId: string,
  range: Range,
  { limit, after, now }: LinesWish,
): Promise<CommissionLines> {
  const lines: CommissionLine[] = [];
  const wrong: string[] = [];
  let wrongSales = 0;
  let [cents, closedSales] = [0, 0];
  let last: ClosedSale | null = null;
  let isCut = false;
  for await (const portion of moment.closedSales(employeeId, range)) {
    for (const sale of portion) {
      const earned = commissionCents(sale);
      cents += earned;
      closedSales += 1;
      if (earned !== sale.commissionCents && ++wrongSales <= MOST_NAMED) wrong.push(inWords(sale, earned));
      if (after && !isBelow(sale, after)) continue;
      if (lines.length < limit) {
        lines.push(lineOf(sale, cents));
        last = sale;
      } else isCut = true;
    }
  }
  const next: LinesKey | null =
    last && isCut ? [last.entryDate, last.recordedPosition, await moment.position(), now] : null;
  if (wrongSales > MOST_NAMED) wrong.push(`${wrongSales - MOST_NAMED} more sales like these`);
  return { lines, next, cents, closedSales, differences: wrong };
}

/** Whether the line comes after a key in the order of the list. */
function isBelow({ entryDate, recordedPosition }: ClosedSale, [date, position]: SortKey): boolean {
  if (entryDate !== date) return entryDate < String(date);
  return recordedPosition < Number(position);
}

function lineOf(sale: ClosedSale, runningCents: Cents): CommissionLine {
  const steps = commissionSteps(sale);
  return {
    id: sale.saleId,
    sale_name: sale.saleName,
    name: sale.campaignName,
    customer_number: sale.customerNumber,
    entry_date: sale.entryDate,
    price: formatPrice(sale.priceCents),
    tax: sale.taxPercent,
    discount: sale.discountPercent,
    commission_rate: sale.commissionPercent,
    tax_amount: steps.tax,
    discount_amount: steps.discount,
    kept: steps.kept,
    unrounded: steps.unrounded,
    rounding: steps.rounding,
    commission: centsToNumber(steps.cents),
    running: centsToNumber(runningCents),
  };
}

function inWords({ saleName, saleId, commissionCents: recorded }: ClosedSale, earned: Cents): string {
  const [was, is] = [formatPrice(recorded), formatPrice(earned)];
  return `The sale ${saleName} (${saleId}) was recorded with a commission of ${was}; its formula gives ${is}`;
}
