import { atom } from 'jotai';
import { createReplayBoards } from '#contracts/billboard.ts';
import { getReplay } from '#contracts/endpoints/replay.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { fullName } from '../../ui/full-name.ts';
import { createTempo } from './tempo.ts';

/** The day (`yyyy-mm-dd`), and whether later corrections are part of it. */
export type ReplayQuestion = { date: string; later: boolean };

export const replayQuery = createQuery({
  endpoint: getReplay,
  ask: (api, { date, later }: ReplayQuestion) =>
    api.call(getReplay, { params: { date }, query: later ? { later: 'true' } : {} }),
  // A day of many sales is large, and each visit plays it from the beginning.
  forgetOnLeave: true,
});

/** The replay with its boards and its tempo; undefined until loaded. */
export const filmAtom = atom((get) => {
  const replay = get(replayQuery.replyAtom);
  if (!replay) return undefined;
  const names = new Map(replay.cards.map((card) => [card.employee_id, fullName(card)]));
  return { replay, boards: createReplayBoards(replay), tempo: createTempo(replay), names };
});
