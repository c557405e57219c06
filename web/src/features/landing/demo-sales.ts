import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { salesPerHour } from '#contracts/shift-hours.ts';

/*
 * Made-up people and sales. Their commission is written down, so that the page does not load exact arithmetic
 * first; a test compares it with the formula of the product.
 */

export const CAMPAIGNS = {
  solar: { name: 'Solar Roofs', commissionPercent: 12, taxPercent: 13 },
  pumps: { name: 'Heat Pumps', commissionPercent: 9.5, taxPercent: 5 },
  batteries: { name: 'Home Batteries', commissionPercent: 15, taxPercent: 13 },
} as const;
export type CampaignKey = keyof typeof CAMPAIGNS;

export const YOU = 'you';

type Seller = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly campaign: CampaignKey;
  /** Signed in this many minutes ago. */
  readonly since: number;
  /** The sales before the visitor arrived: prices and commission, in dollars. */
  readonly sold: readonly number[];
  readonly earned: number;
};

export const SELLERS: readonly Seller[] = [
  {
    id: 'maya',
    firstName: 'Maya',
    lastName: 'Lindqvist',
    campaign: 'solar',
    since: 252,
    sold: [6200, 4150, 5300, 3900],
    earned: 2041.02,
  },
  {
    id: 'tomas',
    firstName: 'Tomás',
    lastName: 'Herrera',
    campaign: 'batteries',
    since: 238,
    sold: [4800, 3650, 5100],
    earned: 1768.28,
  },
  {
    id: 'aisha',
    firstName: 'Aisha',
    lastName: 'Rahman',
    campaign: 'pumps',
    since: 261,
    sold: [7400, 5150, 3300, 2900],
    earned: 1692.2,
  },
  {
    id: 'owen',
    firstName: 'Owen',
    lastName: 'Gallagher',
    campaign: 'solar',
    since: 190,
    sold: [5600, 4700, 2450],
    earned: 1331.1,
  },
  {
    id: 'camille',
    firstName: 'Camille',
    lastName: 'Roy',
    campaign: 'batteries',
    since: 174,
    sold: [3900, 4250],
    earned: 1063.58,
  },
  {
    id: YOU,
    firstName: 'Your',
    lastName: 'Name',
    campaign: 'solar',
    since: 96,
    sold: [2400, 3100],
    earned: 574.2,
  },
  {
    id: 'kofi',
    firstName: 'Kofi',
    lastName: 'Mensah',
    campaign: 'pumps',
    since: 205,
    sold: [3850, 2200],
    earned: 546.01,
  },
];

/** A sale; price and commission in dollars. */
export type DemoSale = { readonly id: string; readonly dollars: number; readonly commission: number };

/** The order of the sellers. */
export const SCRIPT: readonly DemoSale[] = [
  { id: 'owen', dollars: 4350, commission: 454.14 },
  { id: 'camille', dollars: 3600, commission: 469.8 },
  { id: 'tomas', dollars: 2950, commission: 384.98 },
  { id: 'kofi', dollars: 5200, commission: 469.3 },
  { id: 'aisha', dollars: 6100, commission: 550.53 },
  { id: 'maya', dollars: 2700, commission: 281.88 },
  { id: 'camille', dollars: 4450, commission: 580.73 },
  { id: 'owen', dollars: 3900, commission: 407.16 },
  { id: 'kofi', dollars: 7300, commission: 658.83 },
  { id: 'aisha', dollars: 4800, commission: 433.2 },
  { id: 'tomas', dollars: 4100, commission: 535.05 },
  { id: 'maya', dollars: 5850, commission: 610.74 },
  { id: 'camille', dollars: 2750, commission: 358.88 },
  { id: 'kofi', dollars: 6400, commission: 577.6 },
  { id: 'owen', dollars: 5150, commission: 537.66 },
  { id: 'aisha', dollars: 7250, commission: 654.31 },
  { id: 'tomas', dollars: 3350, commission: 437.18 },
  { id: 'maya', dollars: 3150, commission: 328.86 },
];

/** The sales of the visitor, one per press of the button. */
export const OWN_SALES: readonly DemoSale[] = [
  { id: YOU, dollars: 3400, commission: 354.96 },
  { id: YOU, dollars: 4900, commission: 511.56 },
  { id: YOU, dollars: 2650, commission: 276.66 },
  { id: YOU, dollars: 5750, commission: 600.3 },
  { id: YOU, dollars: 3950, commission: 412.38 },
];

export function sellerOf(id: string): Seller {
  const seller = SELLERS.find((one) => one.id === id);
  if (!seller) throw new Error(`nobody is called ${id}`);
  return seller;
}

/** The board at `now` (UTC ISO-8601) after these sales, best first. */
export function boardAfter(sales: readonly DemoSale[], now: string): BillboardRow[] {
  return SELLERS.map((seller) => rowOf(seller, sales, now)).sort(
    (left, right) => right.commission - left.commission || right.sales - left.sales,
  );
}

function rowOf(seller: Seller, sales: readonly DemoSale[], now: string): BillboardRow {
  const own = sales.filter(({ id }) => id === seller.id);
  const startedAt = new Date(Date.parse(now) - seller.since * 60_000).toISOString();
  const closed = seller.sold.length + own.length;
  return {
    id: seller.id,
    employee_id: seller.id,
    first_name: seller.firstName,
    last_name: seller.lastName,
    campaign_name: CAMPAIGNS[seller.campaign].name,
    login_date: now.slice(0, 10),
    login_time: startedAt,
    timezone: null,
    current_timezone: null,
    shift_duration: 8,
    sales: closed,
    sales_per_hour: salesPerHour(closed, { startedAt, endedAt: null, setDuration: 8 }, now) ?? 'N/A',
    commission: dollarsOf([seller.earned, ...own.map(({ commission }) => commission)]),
  };
}

/** The sum in whole cents. */
export function dollarsOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, dollars) => sum + Math.round(dollars * 100), 0) / 100;
}
