import { atom } from 'jotai';
import { getDemoBot, runDemoBot } from '#contracts/endpoints/demo.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { errorAlert, noAlert } from '../../ui/alert.ts';

/** Another visitor may start or stop the bot. */
const LOOK_AGAIN_MS = 5000;

export const demoBotQuery = createQuery({
  endpoint: getDemoBot,
  ask: (api, _all: null) => api.call(getDemoBot, {}),
  refetchAfterMs: (reply) => (reply?.until ? LOOK_AGAIN_MS : false),
});

const sendingAtom = atom(false);

export const showMeAtom = atom((get) => {
  const bot = get(demoBotQuery.replyAtom);
  return { isHere: bot?.isHere ?? false, isRunning: Boolean(bot?.until), isBusy: get(sendingAtom) };
});

export const showMeAlertAtom = atom(noAlert);

/** Starts the bot, or stops it while it runs. */
export const pressShowMeAtom = atom(null, async (get, set) => {
  if (get(sendingAtom)) return;
  const { isRunning } = get(showMeAtom);
  set(sendingAtom, true);
  set(showMeAlertAtom, noAlert);
  const answer = await get(apiAtom).call(runDemoBot, { body: { run: isRunning ? 'false' : 'true' } });
  if (!answer.ok) set(showMeAlertAtom, errorAlert(answer.message));
  await set(demoBotQuery.reloadAtom);
  set(sendingAtom, false);
});
