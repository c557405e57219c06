import { commissionCents } from '#contracts/commission.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { salesPerHour } from '#contracts/sales-per-hour.ts';

/** Made-up people and sales; what they earn is computed as the product does it. */

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
  /** Signed in so many minutes ago. */
  readonly since: number;
  /** Prices of what was sold before the visitor came, in dollars. */
  readonly sold: readonly number[];
};

export const SELLERS: readonly Seller[] = [
  {
    id: 'maya',
    firstName: 'Maya',
    lastName: 'Lindqvist',
    campaign: 'solar',
    since: 252,
    sold: [6200, 4150, 5300, 3900],
  },
  {
    id: 'tomas',
    firstName: 'Tomás',
    lastName: 'Herrera',
    campaign: 'batteries',
    since: 238,
    sold: [4800, 3650, 5100],
  },
  {
    id: 'aisha',
    firstName: 'Aisha',
    lastName: 'Rahman',
    campaign: 'pumps',
    since: 261,
    sold: [7400, 5150, 3300, 2900],
  },
  {
    id: 'owen',
    firstName: 'Owen',
    lastName: 'Gallagher',
    campaign: 'solar',
    since: 190,
    sold: [5600, 4700, 2450],
  },
  {
    id: 'camille',
    firstName: 'Camille',
    lastName: 'Roy',
    campaign: 'batteries',
    since: 174,
    sold: [3900, 4250],
  },
  { id: YOU, firstName: 'Your', lastName: 'Name', campaign: 'solar', since: 96, sold: [2400, 3100] },
  { id: 'kofi', firstName: 'Kofi', lastName: 'Mensah', campaign: 'pumps', since: 205, sold: [3850, 2200] },
];

/** Who sells next, and for how much. */
export type DemoSale = { readonly id: string; readonly dollars: number };

export const SCRIPT: readonly DemoSale[] = [
  { id: 'owen', dollars: 4350 },
  { id: 'camille', dollars: 3600 },
  { id: 'tomas', dollars: 2950 },
  { id: 'kofi', dollars: 5200 },
  { id: 'aisha', dollars: 6100 },
  { id: 'maya', dollars: 2700 },
  { id: 'camille', dollars: 4450 },
  { id: 'owen', dollars: 3900 },
  { id: 'kofi', dollars: 7300 },
  { id: 'aisha', dollars: 4800 },
  { id: 'tomas', dollars: 4100 },
  { id: 'maya', dollars: 5850 },
  { id: 'camille', dollars: 2750 },
  { id: 'kofi', dollars: 6400 },
  { id: 'owen', dollars: 5150 },
  { id: 'aisha', dollars: 7250 },
  { id: 'tomas', dollars: 3350 },
  { id: 'maya', dollars: 3150 },
];

/** What the visitor sells, one press of the button after the other. */
export const OWN_PRICES: readonly number[] = [3400, 4900, 2650, 5750, 3950];

export function commissionOf(campaign: CampaignKey, dollars: number, discountPercent = 0): number {
  const cents = commissionCents({
    ...CAMPAIGNS[campaign],
    priceCents: Math.round(dollars * 100),
    discountPercent,
  });
  return cents / 100;
}

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
  const own = sales.filter(({ id }) => id === seller.id).map(({ dollars }) => dollars);
  const prices = [...seller.sold, ...own];
  const startedAt = new Date(Date.parse(now) - seller.since * 60_000).toISOString();
  const cents = prices.reduce(
    (sum, dollars) => sum + Math.round(commissionOf(seller.campaign, dollars) * 100),
    0,
  );
  return {
    id: seller.id,
    employee_id: seller.id,
    first_name: seller.firstName,
    last_name: seller.lastName,
    campaign_name: CAMPAIGNS[seller.campaign].name,
    login_date: now.slice(0, 10),
    login_time: startedAt,
    shift_duration: 8,
    sales: prices.length,
    sales_per_hour: salesPerHour(prices.length, { startedAt, endedAt: null, setDuration: 8 }, now) ?? 'N/A',
    commission: cents / 100,
  };
}
