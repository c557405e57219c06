import type { createStore } from 'jotai';
import type { IsPublic, RouteName } from '#contracts/endpoints/access-table.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { apiAtom } from '../api.atoms.ts';
import { type Answer, watched } from '../api-client.ts';
import { invalidateAtom } from './invalidation.atoms.ts';
import type { Tag } from './tags.ts';

/** The writes of signed-in people. */
export type Write = {
  [Name in RouteName]: Name extends `GET ${string}` ? never : IsPublic<Name> extends true ? never : Name;
}[RouteName];

/** The tags that each write changes, before live news tells the same; none where live news or the screen itself updates what it shows. */
export const tagsOfWrites: { readonly [Name in Write]: readonly Tag[] } = {
  'DELETE /logout': [],
  'DELETE /employees/sessions/{id}': ['sessions'],
  'DELETE /employees/sessions': ['sessions'],
  'PATCH /employees/password': ['sessions'],
  'POST /employees/passkeys/options': [],
  'POST /employees/passkeys': ['passkeys'],
  'PATCH /employees/passkeys/{id}': ['passkeys'],
  'DELETE /employees/passkeys/{id}': ['passkeys'],
  'DELETE /employees/sessions-of/{id}': [],
  'DELETE /employees/factors-of/{id}': [],
  'POST /employees/authenticator/options': [],
  'POST /employees/authenticator': ['factors'],
  'DELETE /employees/authenticator': ['factors'],
  'POST /employees/recovery-codes': ['factors'],
  'POST /employees/confirm-identity/options': [],
  'POST /employees/confirm-identity': [],
  'POST /employees/invite/{id}': ['employees'],
  'PATCH /companies/account-rules': ['account rules'],
  'POST /employees/erasure': ['erasures'],
  'DELETE /employees/erasure': ['erasures'],
  'PATCH /companies/erasures/{id}': ['erasures'],
  'POST /employees/email/code': [],
  'PUT /employees/email': ['sessions', 'employees'],
  'POST /employees/addemployee': ['employees'],
  'PATCH /employees/editemployee/{id}': ['employees'],
  'DELETE /employees/pending-emails/{id}': ['employees'],
  'DELETE /employees/delete/{id}': ['employees'],
  'PATCH /employees/edit/shiftduration': ['days'],
  'PATCH /employees/edit/shiftDuration/manager': ['days'],
  'PATCH /employees/edit/shiftstart': ['days'],
  'PATCH /employees/edit/shiftstart/manager': ['days'],
  // Lists of employees and goals contain names of campaigns, and campaigns contain the figures of their goals.
  // Not so after a deletion: the open card of what was deleted would ask for its rows.
  'POST /campaigns/addcampaign': ['campaigns', 'employees', 'goals'],
  'PATCH /campaigns/editcampaign/{id}': ['campaigns', 'employees', 'goals'],
  'DELETE /campaigns/delete/{id}': ['campaigns'],
  'POST /goals/addgoal': ['campaigns', 'goals'],
  'PATCH /goals/editgoal/{id}': ['campaigns', 'employees', 'goals'],
  'DELETE /goals/delete/{id}': ['goals'],
  'POST /sales/addsale': ['days'],
  'PATCH /sales/update/salesperhour': [],
  'PATCH /sales/editsale/{id}': ['days'],
  'DELETE /sales/delete/{id}': ['days'],
  'POST /jobaids/addjobaid': ['job aids'],
  'PATCH /jobaids/edit/{id}': ['job aids'],
  'DELETE /jobaids/delete/{id}': ['job aids'],
  'PUT /pay/schedule': ['pay'],
  'PUT /pay/clawback': ['pay'],
  'PUT /pay/verification': ['pay'],
  'POST /pay/sales/{id}/confirm': ['pay'],
  'POST /pay/payroll/{from}/approve': ['pay'],
  'POST /pay/payroll/{from}/return': ['pay'],
  'POST /pay/payroll/{from}/lock': ['pay'],
  'POST /pay/lines': ['pay'],
  'POST /pay/lines/{id}/undo': ['pay'],
  'POST /pay/claims': ['pay'],
  'POST /pay/claims/{id}/answer': ['pay'],
  'POST /pay/claims/{id}/reopen': ['pay'],
  'POST /audit/proof/verification': [],
  'POST /demo/bot': [],
  'POST /imports': ['imports'],
  'POST /imports/{id}/preview': ['imports'],
  'POST /imports/{id}/start': ['imports'],
  'POST /imports/{id}/undo': ['imports'],
  'POST /companies/create-setup-intent': [],
  'POST /companies/save-subscription': ['company'],
  'DELETE /companies/cancel-subscription': ['company'],
};

function changedBy({ method, path }: { method: string; path: string }): readonly Tag[] {
  return (tagsOfWrites as Partial<Record<string, readonly Tag[]>>)[`${method} ${path}`] ?? [];
}

/** Invalidates, after each write of this page, what the write changed. Called once per page. */
export function invalidateAfterWrites(store: ReturnType<typeof createStore>): void {
  store.set(
    apiAtom,
    watched(store.get(apiAtom), (endpoint, answer) => {
      if (isNews(answer)) store.set(invalidateAtom, changedBy(endpoint));
    }),
  );
}

/** `404` and `409`: the screen was out of date. */
function isNews(answer: Answer<Endpoint>): boolean {
  return answer.ok || answer.status === 404 || answer.status === 409;
}
