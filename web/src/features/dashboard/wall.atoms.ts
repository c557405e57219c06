import { atom } from 'jotai';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { asOfAtom } from '../../api/as-of.atoms.ts';
import { billboardAtom } from '../../kit/numbers/billboard.atoms.ts';
import { totalsOf } from '../../kit/numbers/board-totals.ts';
import { shareOf } from '../../kit/numbers/goal-share.ts';
import { campaignsAtom } from '../../kit/queries/campaigns.queries.ts';

const ROWS_ON_WALL = 10;

/** The best ten. */
export const wallRowsAtom = atom((get) => get(billboardAtom)?.slice(0, ROWS_ON_WALL));

/** Undefined until the board is loaded, so that an unknown total is not shown as 0. */
export const wallTotalsAtom = atom((get) => {
  const rows = get(billboardAtom);
  return rows && totalsOf(rows);
});

/** Undefined until the board and the campaigns with their hourly goals are loaded. */
export const wallPaceAtom = atom((get): Pace | undefined => {
  const [rows, campaigns] = [get(billboardAtom), get(campaignsAtom)];
  return rows && campaigns && paceOf(rows, campaigns);
});

const MINUTE_MS = 60_000;

const clockMinuteAtom = atom(new Date().toISOString());
clockMinuteAtom.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    set(new Date().toISOString());
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  tick();
  return () => clearTimeout(timer);
};

/** The minute on the wall, as UTC ISO-8601: the current one, or the moment in the past. */
export const minuteAtom = atom((get) => get(asOfAtom) ?? get(clockMinuteAtom));

/** Off each time the wall is opened. */
export const soundAtom = atom(false);

/** Sales per hour of the company and its goals; a `share` of 1 is reached, null without a goal. */
export type Pace = { rate: number; goal: number; share: number | null };

/** The rates of all employees who have one, against the hourly goals of their campaigns. */
export function paceOf(
  rows: readonly BillboardRow[],
  campaigns: readonly Pick<Campaign, 'campaign_name' | 'hourly_sales'>[],
): Pace {
  const goals = new Map(campaigns.map((campaign) => [campaign.campaign_name, campaign.hourly_sales]));
  let [rate, goal] = [0, 0];
  for (const { sales_per_hour, campaign_name } of rows) {
    if (sales_per_hour === 'N/A') continue;
    rate += sales_per_hour;
    goal += goals.get(campaign_name ?? '') ?? 0;
  }
  return { rate, goal, share: shareOf(rate, goal) };
}
