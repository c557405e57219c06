import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { dollarsOf, exactCommissionCents, ratioOf, rounded } from '#tests/support/exact-arithmetic.ts';

export type Campaign = { readonly id: string; readonly name: string; tax: number; rate: number };

/** A sale as people recorded it; the derived values are computed here a second time. */
export type ExpectedSale = {
  readonly id: string;
  readonly ownerId: string;
  readonly date: string;
  /** Position of the event that recorded it. */
  readonly position: number;
  readonly input: SaleInput;
  readonly campaign: Campaign;
  /** The rates of the campaign when the sale was recorded or moved to it. */
  readonly tax: number;
  readonly rate: number;
};

export type SaleInput = {
  readonly name: string;
  /** Dollars and percent as plain decimals. */
  readonly price: string;
  readonly discount: string;
  readonly customerNumber: string;
  readonly details: string;
  readonly status: SaleStatus;
};

export function centsOf({ input, tax, rate }: ExpectedSale): bigint {
  return exactCommissionCents({ price: input.price, tax, discount: input.discount, rate });
}

/** The rounded cents of Closed sales, as dollars. */
export function commissionOf(sales: readonly ExpectedSale[]): number {
  return Number(closed(sales).reduce((sum, sale) => sum + centsOf(sale), 0n)) / 100;
}

export function closed(sales: readonly ExpectedSale[]): ExpectedSale[] {
  return sales.filter(({ input }) => input.status === 'Closed');
}

/** In the order of the API: newest first. */
export function listed(sales: readonly ExpectedSale[]): Sale[] {
  return sales
    .toSorted((one, other) =>
      one.date === other.date ? other.position - one.position : one.date < other.date ? 1 : -1,
    )
    .map((sale) => ({
      id: sale.id,
      sale_name: sale.input.name,
      name: sale.campaign.name,
      customer_number: sale.input.customerNumber,
      price: shownPrice(sale.input.price),
      discount: Number(sale.input.discount),
      commission: Number(centsOf(sale)) / 100,
      tax: sale.tax,
      commission_rate: sale.rate,
      status: sale.input.status,
      details: sale.input.details,
      entry_date: sale.date,
      campaign_id: sale.campaign.id,
    }));
}

function shownPrice(dollars: string): string {
  const { over, under } = ratioOf(dollars);
  return `$${dollarsOf(rounded({ over: over * 100n, under }))}`;
}
