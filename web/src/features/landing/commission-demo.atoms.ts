import { atom } from 'jotai';
import type { OFFERED_SALE_STATUSES } from '#contracts/sale-status.ts';
import { localeAtom } from '../../app/locale.atoms.ts';
import { commissionPreview } from '../../app/numbers/commission-preview.ts';
import { CAMPAIGNS, type CampaignKey } from './demo-floor.ts';

export type DemoStatus = (typeof OFFERED_SALE_STATUSES)[number];
type Typed = { price: string; discount: string; campaign: CampaignKey; status: DemoStatus };

const typedAtom = atom<Typed>({ price: '2400', discount: '5', campaign: 'solar', status: 'Closed' });

/** What stands in the fields; a change of some of them. */
export const commissionDemoAtom = atom(
  (get) => get(typedAtom),
  (get, set, change: Partial<Typed>) => set(typedAtom, { ...get(typedAtom), ...change }),
);

/** The formula with what was typed, as the product computes it; null while a number is none. */
export const computedAtom = atom((get) => {
  const typed = get(typedAtom);
  const { taxPercent: tax, commissionPercent: commission } = CAMPAIGNS[typed.campaign];
  return commissionPreview(typed, get(localeAtom), { tax, commission });
});
