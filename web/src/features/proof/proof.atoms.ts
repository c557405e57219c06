import { atom } from 'jotai';
import { getProof, getSeals, startVerification } from '#contracts/endpoints/proof.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { errorAlert, noAlert } from '../../ui/alert.ts';

/** The interval at which the progress of a check is requested, in milliseconds. */
const PROGRESS_MS = 400;

/** The end of the company's chain, and the progress of the newest check. */
export const proofQuery = createQuery({
  endpoint: getProof,
  ask: (api, _all: null) => api.call(getProof, {}),
  refetchAfterMs: (reply) => reply?.verification?.state === 'running' && PROGRESS_MS,
});

/** The newest seals, of one year. */
export const sealsQuery = createQuery({
  endpoint: getSeals,
  ask: (api, _newest: null) => api.call(getSeals, { query: { limit: '366' } }),
});

export const verificationAtom = atom((get) => get(proofQuery.replyAtom)?.verification ?? null);

export const isRunningAtom = atom((get) => get(verificationAtom)?.state === 'running');

export const startingAtom = atom(false);
export const alertAtom = atom(noAlert);

/** Starts a check, or joins the running one. */
export const checkAtom = atom(null, async (get, set) => {
  set(startingAtom, true);
  set(alertAtom, noAlert);
  const answer = await get(apiAtom).call(startVerification, {});
  if (!answer.ok) set(alertAtom, errorAlert(answer.message));
  await set(proofQuery.reloadAtom);
  set(startingAtom, false);
});
