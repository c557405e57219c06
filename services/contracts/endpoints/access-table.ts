import type { MessageCode } from '../messages.ts';

/** `nobody` is a caller without a session. The super employee is the one administrator of a company. */
export type AccessRole = 'nobody' | 'associate' | 'manager' | 'super employee';

/**
 * - `allowed`: everything in the caller's company, things of other employees included.
 * - `own`: only things of the caller; the call finds nothing else.
 * - `self`: only when `{id}` of the path, or `id` of the query, is the caller.
 * - `refused`: never.
 */
export type Right = 'allowed' | 'own' | 'self' | 'refused';

/** `answers`: also while the subscription of the company is not active. `402`: not then. */
type WhenInactive = 'answers' | '402';

/** The rights of a caller without a session, a sales associate, a manager and the super employee. */
export type AccessRow = readonly [
  nobody: 'allowed' | 'refused',
  associate: Right,
  manager: Right,
  superEmployee: Right,
  inactive: WhenInactive,
];

/**
 * The rights of every route, declared only here. The access check, the notes on the OpenAPI page and the test of
 * every route with every role use it.
 */
export const accessTable = {
  // nobody, associate, manager, super employee; then the answer to an inactive company
  'POST /login': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /login/passkey/options': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /login/passkey': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /login/second-step': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'DELETE /logout': ['refused', 'allowed', 'allowed', 'allowed', 'answers'],
  'GET /employees/is-logged-in': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],

  'POST /employees/confirmemail': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /employees/resendotp': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /employees/verifyotp': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'PUT /employees/resetpassword': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],

  'GET /registration/config': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /registration/register-company': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /registration/confirm-email': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /registration/resend-otp': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /registration/verify-otp': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /registration/create-setup-intent': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /registration/save-subscription': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /registration/login-after-registration': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],

  'GET /employees/sessions': ['refused', 'own', 'own', 'own', '402'],
  'DELETE /employees/sessions/{id}': ['refused', 'own', 'own', 'own', '402'],
  'DELETE /employees/sessions': ['refused', 'own', 'own', 'own', '402'],
  'PATCH /employees/password': ['refused', 'own', 'own', 'own', '402'],
  'POST /employees/email/code': ['refused', 'own', 'own', 'own', '402'],
  'PUT /employees/email': ['refused', 'own', 'own', 'own', '402'],
  'POST /employees/email/link': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /employees/invitation': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /employees/invite/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /employees/invitations': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /employees/own-account': ['refused', 'own', 'own', 'own', 'answers'],

  'GET /employees/passkeys': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/passkeys/options': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/passkeys': ['refused', 'own', 'own', 'own', 'answers'],
  'PATCH /employees/passkeys/{id}': ['refused', 'own', 'own', 'own', 'answers'],
  'DELETE /employees/passkeys/{id}': ['refused', 'own', 'own', 'own', 'answers'],
  'GET /employees/second-factor': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/authenticator/options': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/authenticator': ['refused', 'own', 'own', 'own', 'answers'],
  'DELETE /employees/authenticator': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/recovery-codes': ['refused', 'own', 'own', 'own', 'answers'],
  'GET /employees/confirm-identity': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/confirm-identity/options': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/confirm-identity': ['refused', 'own', 'own', 'own', 'answers'],

  'GET /employees/own-data': ['refused', 'own', 'own', 'own', 'answers'],
  'GET /employees/erasure': ['refused', 'own', 'own', 'own', 'answers'],
  'POST /employees/erasure': ['refused', 'own', 'own', 'refused', 'answers'],
  'DELETE /employees/erasure': ['refused', 'own', 'own', 'refused', 'answers'],
  'GET /companies/erasures': ['refused', 'refused', 'refused', 'allowed', 'answers'],
  'PATCH /companies/erasures/{id}': ['refused', 'refused', 'refused', 'allowed', 'answers'],

  'GET /employees/getemployee': ['refused', 'own', 'own', 'own', 'answers'],
  'GET /employees/getemployee/{id}': ['refused', 'self', 'allowed', 'allowed', '402'],
  'GET /employees/getemployees/all': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /employees/getsubordinates/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /employees/addemployee': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'PATCH /employees/editemployee/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /employees/pending-emails': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'DELETE /employees/pending-emails/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'DELETE /employees/sessions-of/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'DELETE /employees/factors-of/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'DELETE /employees/delete/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'PATCH /employees/edit/shiftduration': ['refused', 'own', 'own', 'own', '402'],
  'PATCH /employees/edit/shiftstart': ['refused', 'own', 'own', 'own', '402'],
  'PATCH /employees/edit/shiftDuration/manager': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'PATCH /employees/edit/shiftstart/manager': ['refused', 'refused', 'allowed', 'allowed', '402'],

  'GET /logs/getlogs/all': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /logs/getlogs/{id}': ['refused', 'self', 'allowed', 'allowed', '402'],
  'GET /logs/getlogsdaily/{date}': ['refused', 'allowed', 'allowed', 'allowed', '402'],
  'GET /logs/getlogsbyid&date': ['refused', 'self', 'allowed', 'allowed', '402'],
  'GET /logs/getchartdata': ['refused', 'own', 'own', 'own', '402'],
  'GET /logs/getchartdata/{id}': ['refused', 'self', 'allowed', 'allowed', '402'],

  'GET /campaigns/getcampaigns/all': ['refused', 'allowed', 'allowed', 'allowed', '402'],
  'GET /campaigns/getemployees/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /campaigns/addcampaign': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'PATCH /campaigns/editcampaign/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'DELETE /campaigns/delete/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],

  'GET /goals/getgoals/all': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /goals/getcampaigns/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /goals/addgoal': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'PATCH /goals/editgoal/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'DELETE /goals/delete/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],

  'POST /sales/addsale': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /sales/getsales/all': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /sales/getsales/{date}': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /sales/getsale/{id}': ['refused', 'own', 'allowed', 'allowed', '402'],
  'PATCH /sales/update/salesperhour': ['refused', 'own', 'own', 'own', '402'],
  'PATCH /sales/editsale/{id}': ['refused', 'own', 'allowed', 'allowed', '402'],
  'DELETE /sales/delete/{id}': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /sales/get-commission/{id}': ['refused', 'self', 'allowed', 'allowed', '402'],

  'GET /pay/rules': ['refused', 'allowed', 'allowed', 'allowed', '402'],
  'PUT /pay/schedule': ['refused', 'refused', 'refused', 'allowed', '402'],
  'PUT /pay/clawback': ['refused', 'refused', 'refused', 'allowed', '402'],
  'PUT /pay/verification': ['refused', 'refused', 'refused', 'allowed', '402'],
  'POST /pay/sales/{id}/confirm': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /pay/statements': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /pay/statements/{from}': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /pay/payroll/{from}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /pay/payroll/{from}/approve': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /pay/payroll/{from}/return': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /pay/payroll/{from}/lock': ['refused', 'refused', 'refused', 'allowed', '402'],
  'GET /pay/payroll/{from}/csv': ['refused', 'refused', 'refused', 'allowed', '402'],
  'POST /pay/lines': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /pay/lines/{id}/undo': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /pay/claims': ['refused', 'own', 'allowed', 'allowed', '402'],
  'POST /pay/claims': ['refused', 'own', 'own', 'own', '402'],
  'POST /pay/claims/{id}/answer': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /pay/claims/{id}/reopen': ['refused', 'own', 'allowed', 'allowed', '402'],

  'GET /audit/numbers/commission/{id}': ['refused', 'self', 'allowed', 'allowed', '402'],
  'GET /audit/numbers/day/{id}/{date}': ['refused', 'self', 'allowed', 'allowed', '402'],
  'GET /audit/numbers/goal/{id}': ['refused', 'self', 'allowed', 'allowed', '402'],

  'GET /audit/events': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/events.csv': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/events.jsonl': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/history/{kind}/{id}': ['refused', 'own', 'allowed', 'allowed', '402'],
  'GET /audit/moments': ['refused', 'allowed', 'allowed', 'allowed', '402'],
  'GET /audit/names': ['refused', 'refused', 'allowed', 'allowed', '402'],

  'GET /jobaids/getjobaids': ['refused', 'allowed', 'allowed', 'allowed', '402'],
  'POST /jobaids/addjobaid': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'PATCH /jobaids/edit/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'DELETE /jobaids/delete/{id}': ['refused', 'refused', 'allowed', 'allowed', '402'],

  'GET /audit/comparison/{date}': ['refused', 'refused', 'allowed', 'allowed', '402'],

  'GET /audit/replay/{date}': ['refused', 'allowed', 'allowed', 'allowed', '402'],

  'GET /audit/proof': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'POST /audit/proof/verification': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/proof/seals': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/proof/held/{link}': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/proof/seal-tree': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/proof/export': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /audit/proof/statement/{id}': ['refused', 'self', 'allowed', 'allowed', '402'],

  'GET /imports': ['refused', 'refused', 'refused', 'allowed', '402'],
  'POST /imports': ['refused', 'refused', 'refused', 'allowed', '402'],
  'POST /imports/{id}/preview': ['refused', 'refused', 'refused', 'allowed', '402'],
  'GET /imports/{id}/refused.csv': ['refused', 'refused', 'refused', 'allowed', '402'],
  'POST /imports/{id}/start': ['refused', 'refused', 'refused', 'allowed', '402'],
  'POST /imports/{id}/undo': ['refused', 'refused', 'refused', 'allowed', '402'],

  'GET /demo/bot': ['refused', 'allowed', 'allowed', 'allowed', '402'],
  'POST /demo/bot': ['refused', 'allowed', 'allowed', 'allowed', '402'],

  'POST /contact-us': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],
  'POST /client-errors': ['allowed', 'allowed', 'allowed', 'allowed', 'answers'],

  'GET /companies/employee-count': ['refused', 'refused', 'refused', 'allowed', 'answers'],
  'GET /companies/first-steps': ['refused', 'refused', 'allowed', 'allowed', '402'],
  'GET /companies/account-rules': ['refused', 'refused', 'refused', 'allowed', 'answers'],
  'PATCH /companies/account-rules': ['refused', 'refused', 'refused', 'allowed', '402'],
  'GET /companies/get-company': ['refused', 'refused', 'refused', 'allowed', 'answers'],
  'GET /companies/receipts': ['refused', 'refused', 'refused', 'allowed', 'answers'],
  'POST /companies/create-setup-intent': ['refused', 'refused', 'refused', 'allowed', 'answers'],
  'POST /companies/save-subscription': ['refused', 'refused', 'refused', 'allowed', 'answers'],
  'GET /companies/get-subscription-status/{id}': ['refused', 'allowed', 'allowed', 'allowed', 'answers'],
  'DELETE /companies/cancel-subscription': ['refused', 'refused', 'refused', 'allowed', 'answers'],
} as const satisfies Readonly<Record<`${string} /${string}`, AccessRow>>;

type AccessTable = typeof accessTable;
/** `METHOD /path`, below /api. */
export type RouteName = keyof AccessTable;
/** The name of a route from the two parts of its declaration. */
export type RouteNameOf<E extends { method: string; path: string }> = `${E['method']} ${E['path']}`;
/** True for routes that need no session. */
export type IsPublic<Name extends RouteName> = AccessTable[Name][0] extends 'allowed' ? true : false;

/** What a person needs to set up a second factor; public calls answer, too. */
const WITHOUT_FACTOR: ReadonlySet<RouteName> = new Set<RouteName>([
  'DELETE /logout',
  'GET /employees/getemployee',
  'GET /employees/passkeys',
  'POST /employees/passkeys/options',
  'POST /employees/passkeys',
  'GET /employees/second-factor',
  'POST /employees/authenticator/options',
  'POST /employees/authenticator',
  'POST /employees/confirm-identity',
]);

/** Refusals for a wrong role that the specification words itself. */
const ownWords: { readonly [Name in RouteName]?: MessageCode } = {
  'DELETE /jobaids/delete/{id}': 'supervisorsDeleteJobAids',
};

export type AccessRule = {
  readonly rights: Readonly<Record<AccessRole, Right>>;
  readonly answersInactive: boolean;
  /** Also to a session that first has to set up a second factor. */
  readonly answersWithoutFactor: boolean;
  readonly refusal: MessageCode;
};

/** The row of a route. Throws for a route without a row: it must not answer. */
export function accessRule({ method, path }: { method: string; path: string }): AccessRule {
  const name = `${method} ${path}` as RouteName;
  const row: AccessRow | undefined = accessTable[name];
  if (!row) throw new Error(`${name} has no row in the access table`);
  const [nobody, associate, manager, superEmployee, inactive] = row;
  return {
    rights: { nobody, associate, manager, 'super employee': superEmployee },
    answersInactive: inactive === 'answers',
    answersWithoutFactor: WITHOUT_FACTOR.has(name),
    refusal: ownWords[name] ?? 'restricted',
  };
}
