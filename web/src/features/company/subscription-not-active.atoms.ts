import { atom } from 'jotai';
import { getSubscriptionStatus } from '#contracts/endpoints/companies.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { employeeAtom, loadSessionAtom } from '../../kit/session/session.atoms.ts';

const ASK_AGAIN_MS = 15_000;

/** Loads the session again: after a renewal the guard redirects. An outage changes nothing. */
const askRenewedAtom = atom(null, async (get, set): Promise<void> => {
  const params = { id: get(employeeAtom).company_id };
  const answer = await get(apiAtom).call(getSubscriptionStatus, { params });
  const isNews = answer.ok ? answer.reply.subscriptionIsActive : answer.error === 'notLoggedIn';
  if (isNews) await set(loadSessionAtom);
});

/** While the screen is shown, so that people do not have to reload it. */
export const renewalWatchAtom = atom(null, (_get, set): (() => void) => {
  const timer = setInterval(() => void set(askRenewedAtom), ASK_AGAIN_MS);
  return () => clearInterval(timer);
});
renewalWatchAtom.onMount = (start) => start();
