import { atom } from 'jotai';
import { commissionCents } from '#contracts/commission.ts';
import type { OFFERED_SALE_STATUSES } from '#contracts/sale-status.ts';
import { localeAtom } from '../../app/locale.atoms.ts';
import { readNumber } from '../../ui/number-text.ts';
import { CAMPAIGNS, type CampaignKey } from './demo-floor.ts';

export type DemoStatus = (typeof OFFERED_SALE_STATUSES)[number];
type Typed = { price: string; discount: string; campaign: CampaignKey; status: DemoStatus };

const typedAtom = atom<Typed>({ price: '2400', discount: '5', campaign: 'solar', status: 'Closed' });

/** What stands in the fields; a change of some of them. */
export const commissionDemoAtom = atom(
  (get) => get(typedAtom),
  (get, set, change: Partial<Typed>) => set(typedAtom, { ...get(typedAtom), ...change }),
);

export type Computed = {
  readonly price: number;
  readonly taxPercent: number;
  readonly discountPercent: number;
  readonly commissionPercent: number;
  /** Dollars. */
  readonly commission: number;
};

const MOST_DOLLARS = 1_000_000_000;

/** The formula with what was typed, as the product computes it; null while a number is none. */
export const computedAtom = atom((get): Computed | null => {
  const { price, discount, campaign } = get(typedAtom);
  const locale = get(localeAtom);
  const dollars = readNumber(price, locale);
  const percent = readNumber(discount.trim() === '' ? '0' : discount, locale);
  if (dollars === null || percent === null) return null;
  const [priceOf, discountPercent] = [Number(dollars), Number(percent)];
  if (priceOf < 0 || priceOf > MOST_DOLLARS || discountPercent < 0 || discountPercent > 100) return null;
  const priceCents = Math.round(priceOf * 100);
  const rates = CAMPAIGNS[campaign];
  const cents = commissionCents({ ...rates, priceCents, discountPercent });
  return { ...rates, price: priceOf, discountPercent, commission: cents / 100 };
});
