import { atom } from 'jotai';
import { getReplay } from '#contracts/endpoints/replay.endpoints.ts';
import { createReplayBoards } from '#contracts/replay-board.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { createTempo } from './tempo.ts';

/** The day (`yyyy-mm-dd`) and whether what was corrected later belongs to it. */
export type ReplayQuestion = { date: string; later: boolean };

export const replayResource = createResource({
  ask: (api, { date, later }: ReplayQuestion) =>
    api.call(getReplay, { params: { date }, query: later ? { later: 'true' } : {} }),
});

/** What is played, with its boards and its tempo; undefined until it is there. */
export const filmAtom = atom((get) => {
  const replay = get(replayResource.replyAtom);
  if (!replay) return undefined;
  const names = new Map(
    replay.cards.map(({ employee_id, first_name, last_name }) => [employee_id, `${first_name} ${last_name}`]),
  );
  return { replay, boards: createReplayBoards(replay), tempo: createTempo(replay), names };
});
