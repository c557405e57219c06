import { atom } from 'jotai';
import type { OFFERED_SALE_STATUSES } from '#contracts/sale-status.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { commissionPreview } from '../../kit/numbers/commission-preview.ts';
import { CAMPAIGNS, type CampaignKey } from './demo-sales.ts';

export type DemoStatus = (typeof OFFERED_SALE_STATUSES)[number];
type Typed = { price: string; discount: string; campaign: CampaignKey; status: DemoStatus };

const typedAtom = atom<Typed>({ price: '2400', discount: '5', campaign: 'solar', status: 'Closed' });

/** The content of the fields; set some of them to change them. */
export const commissionDemoAtom = atom(
  (get) => get(typedAtom),
  (get, set, change: Partial<Typed>) => set(typedAtom, { ...get(typedAtom), ...change }),
);

/** The formula with the typed numbers, as the product computes it; null while a number is invalid. */
export const computedAtom = atom((get) => {
  const typed = get(typedAtom);
  const { taxPercent: tax, commissionPercent: commission } = CAMPAIGNS[typed.campaign];
  return commissionPreview(typed, get(localeAtom), { tax, commission });
});
