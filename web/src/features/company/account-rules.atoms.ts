import { atom } from 'jotai';
import { editAccountRules, getAccountRules } from '#contracts/endpoints/administration.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

export const accountRulesQuery = createQuery({
  endpoint: getAccountRules,
  ask: (api, _own: null) => api.call(getAccountRules, {}),
  tags: () => ['account rules'],
});

export type AccountRule = 'ownPasswords' | 'managersFactor';

export const ruleAlertAtom = atom<Alert>(noAlert);
export const ruleBusyAtom = atom(false);

/** Sets a rule of the company, or takes it back. */
export const setRuleAtom = atom(null, async (get, set, rule: AccountRule, isRequired: boolean) => {
  if (get(ruleBusyAtom)) return;
  set(ruleBusyAtom, true);
  set(ruleAlertAtom, noAlert);
  const api = get(apiAtom);
  const body = { [rule]: isRequired ? 'true' : 'false' } as const;
  const answer = await identified(set, () => api.call(editAccountRules, { body }));
  set(ruleBusyAtom, false);
  set(ruleAlertAtom, answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message));
});
