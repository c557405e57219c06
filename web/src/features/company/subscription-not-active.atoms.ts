import { atom } from 'jotai';
import { getSubscriptionStatus } from '#contracts/endpoints/companies.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { employeeAtom, loadSessionAtom } from '../../app/session/session.atoms.ts';

const ASK_AGAIN_MS = 15_000;

/** Whether somebody has paid meanwhile: the session knows then, and the guard leads on. Outages change nothing. */
const askRenewedAtom = atom(null, async (get, set): Promise<void> => {
  const params = { id: get(employeeAtom).company_id };
  const answer = await get(apiAtom).call(getSubscriptionStatus, { params });
  const isNews = answer.ok ? answer.reply.subscriptionIsActive : answer.error === 'notLoggedIn';
  if (isNews) await set(loadSessionAtom);
});

/** While the screen is shown, so that nobody has to reload it by hand. */
export const renewalWatchAtom = atom(null, (_get, set): (() => void) => {
  const timer = setInterval(() => void set(askRenewedAtom), ASK_AGAIN_MS);
  return () => clearInterval(timer);
});
renewalWatchAtom.onMount = (start) => start();
