import { atom } from 'jotai';
import { getSignInRules, setSignInRules } from '#contracts/endpoints/administration.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

export const signInRulesQuery = createQuery({
  endpoint: getSignInRules,
  ask: (api, _own: null) => api.call(getSignInRules, {}),
  tags: () => ['sign-in rules'],
});

export const ruleAlertAtom = atom<Alert>(noAlert);
export const ruleBusyAtom = atom(false);

/** Requires a second factor of managers, or no more. */
export const setRuleAtom = atom(null, async (get, set, managersFactor: 'required' | 'optional') => {
  if (get(ruleBusyAtom)) return;
  set(ruleBusyAtom, true);
  set(ruleAlertAtom, noAlert);
  const api = get(apiAtom);
  const answer = await identified(set, () => api.call(setSignInRules, { body: { managersFactor } }));
  set(ruleBusyAtom, false);
  set(ruleAlertAtom, answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message));
});
