import { atom } from 'jotai';
import type { BillboardSnapshot } from '#contracts/live/live-protocol.ts';
import { liveSaleNewsAtom } from '../../live/live.atoms.ts';
import { type Celebration, closedBetween, emptyQueue, nextCelebration, queued } from './celebrations.ts';

const SHOWN_MS = 4000;

const queueAtom = atom(emptyQueue);
const lastBoardAtom = atom<BillboardSnapshot | null>(null);
const timerAtom = atom<ReturnType<typeof setTimeout> | null>(null);

/** The celebration in the band. */
export const celebrationAtom = atom((get): Celebration | null => get(queueAtom).shown);

const turnAtom = atom(null, (get, set): void => {
  set(queueAtom, nextCelebration(get(queueAtom)));
  set(timerAtom, null);
});

/** The band is drawn: its four seconds begin, unless they have begun. */
export const beginNextCelebrationAtom = atom(null, (get, set, seen: Celebration): void => {
  if (get(timerAtom) !== null || get(celebrationAtom) !== seen) return;
  set(
    timerAtom,
    setTimeout(() => set(turnAtom), SHOWN_MS),
  );
});

/** Compares the board with the one before and celebrates new closed sales. The first board is no news. */
export const noticeBoardAtom = atom(null, (get, set, board: BillboardSnapshot): void => {
  const before = get(lastBoardAtom);
  set(lastBoardAtom, board);
  const news = before ? closedBetween(before, board) : [];
  if (news.length === 0) return;
  set(queueAtom, queued(get(queueAtom), news));
});

/** The wall is left. */
export const stopCelebratingAtom = atom(null, (get, set): void => {
  clearTimeout(get(timerAtom) ?? undefined);
  set(timerAtom, null);
  set(queueAtom, emptyQueue);
  set(lastBoardAtom, null);
});

export type SoldDetails = { campaignName: string; price: string };

/** For managers: the sale in the band; null for others, and for several sales at once. */
export const soldDetailsAtom = atom((get): SoldDetails | null => {
  const shown = get(celebrationAtom);
  if (shown?.kind !== 'person' || shown.sales !== 1) return null;
  const sale = get(liveSaleNewsAtom)?.findLast(
    (news) =>
      news.status === 'Closed' &&
      news.kind !== 'deleted' &&
      news.firstName === shown.firstName &&
      news.lastName === shown.lastName &&
      Math.abs(news.commission - shown.commission) < 0.005,
  );
  return sale ? { campaignName: sale.campaignName, price: sale.price } : null;
});
