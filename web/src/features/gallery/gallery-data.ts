import type { BillboardRow, ChartRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { Choice } from '../../ui/choices.ts';

/** Made-up rows; the second has very long words. */
export const billboardRows: readonly BillboardRow[] = [
  { first: 'Amara', last: 'Okafor', campaign: 'Solar Roofs', sales: 7, rate: 1.4, commission: 1284.5 },
  {
    first: 'Mateo-Alejandro',
    last: 'Álvarez-Castellanos y Wolfeschlegelsteinhausen',
    campaign: 'Home Batteries and Heat Pumps of the Northern Territories',
    sales: 3,
    rate: 0.6,
    commission: 903.25,
  },
  { first: 'Wei', last: 'Zhang', campaign: null, sales: 0, rate: 'N/A' as const, commission: 0 },
].map(({ first, last, campaign, sales, rate, commission }, at) => ({
  id: `shift ${at}`,
  employee_id: `employee ${at}`,
  first_name: first,
  last_name: last,
  campaign_name: campaign,
  login_date: '2026-03-02',
  login_time: `2026-03-02T1${3 + at}:05:00.000Z`,
  timezone: null,
  current_timezone: null,
  shift_duration: 8 - at,
  sales,
  sales_per_hour: rate,
  commission,
}));

export const week: readonly ChartRow[] = [1.2, 0.8, null, null, 2.1, 1.6, 0.4].map((sales_per_hour, at) => ({
  login_date: `2026-03-0${at + 1}T00:00:00.000Z`,
  sales_per_hour,
}));

export type Thing = { id: string; name: string; price: number; sold: number };

export const things = (count: number): readonly Thing[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: `Thing ${at + 1}`,
    price: ((at * 7919) % 5000) + 0.5,
    sold: (at * 31) % 17,
  }));

export const LONG =
  'A very long text that nobody would write on purpose, with Donaudampfschifffahrtsgesellschaftskapitänsmützen in it';

/** A choice of a small company, and one of a large company. */
export const FEW: readonly Choice[] = [
  { id: '', name: 'Everybody' },
  { id: 'a', name: 'Anna Abel', detail: 'N-1' },
  { id: 'z', name: LONG, detail: 'N-2' },
];
export const MANY: readonly Choice[] = [
  { id: '', name: 'Everybody' },
  ...Array.from({ length: 999 }, (_, at) => ({
    id: `m${at}`,
    name: `${['Zoë', 'Ivan', 'Łukasz'][at % 3]} Ørsted ${at}`,
    detail: `N-${1000 + at}`,
  })),
];
