/**
 * Who may call what, written by hand from the specification (sections 2, 6 and 7) and the product decisions ("Who may do
 * what", "Calls", "Screens"), not from the access table of the product, which the tests compare with it. Read it beside
 * those pages. Columns: a caller without a session, a sales associate, a manager, the super employee; then the answer
 * while the company's subscription is not active.
 *
 * - `all`: everything in the caller's company. `own`: only things of the caller; another person's are not found.
 * - `self`: only when the id is the caller's; another person's is refused. `no`: refused.
 */
const MATRIX = `
  // Public pages need no login: sign-in, the forgotten password, registration, contact.
  POST   /login                                    all  all   all   all   answers
  POST   /login/passkey/options                    all  all   all   all   answers
  POST   /login/passkey                            all  all   all   all   answers
  POST   /login/second-step                        all  all   all   all   answers
  GET    /employees/is-logged-in                   all  all   all   all   answers
  POST   /employees/confirmemail                   all  all   all   all   answers
  POST   /employees/resendotp                      all  all   all   all   answers
  POST   /employees/verifyotp                      all  all   all   all   answers
  PUT    /employees/resetpassword                  all  all   all   all   answers
  POST   /employees/email/link                     all  all   all   all   answers
  POST   /employees/invitation                     all  all   all   all   answers
  GET    /registration/config                      all  all   all   all   answers
  POST   /registration/register-company            all  all   all   all   answers
  POST   /registration/confirm-email               all  all   all   all   answers
  POST   /registration/resend-otp                  all  all   all   all   answers
  POST   /registration/verify-otp                  all  all   all   all   answers
  POST   /registration/create-setup-intent         all  all   all   all   answers
  POST   /registration/save-subscription           all  all   all   all   answers
  POST   /registration/login-after-registration    all  all   all   all   answers
  POST   /contact-us                               all  all   all   all   answers
  POST   /client-errors                            all  all   all   all   answers

  // Everybody signed in, also while the subscription is not active: is-logged-in, getemployee, logout.
  DELETE /logout                                   no   all   all   all   answers
  GET    /employees/getemployee                    no   own   own   own   answers

  // The keys to a person's account, also while the subscription is not active.
  GET    /employees/own-account                    no   own   own   own   answers
  GET    /employees/passkeys                       no   own   own   own   answers
  POST   /employees/passkeys/options               no   own   own   own   answers
  POST   /employees/passkeys                       no   own   own   own   answers
  PATCH  /employees/passkeys/{id}                  no   own   own   own   answers
  DELETE /employees/passkeys/{id}                  no   own   own   own   answers
  GET    /employees/second-factor                  no   own   own   own   answers
  POST   /employees/authenticator/options          no   own   own   own   answers
  POST   /employees/authenticator                  no   own   own   own   answers
  DELETE /employees/authenticator                  no   own   own   own   answers
  POST   /employees/recovery-codes                 no   own   own   own   answers
  GET    /employees/confirm-identity               no   own   own   own   answers
  POST   /employees/confirm-identity/options       no   own   own   own   answers
  POST   /employees/confirm-identity               no   own   own   own   answers

  // The own data, also while the subscription is not active. The super employee's is erased with the company.
  GET    /employees/own-data                       no   own   own   own   answers
  GET    /employees/erasure                        no   own   own   own   answers
  POST   /employees/erasure                        no   own   own   no    answers
  DELETE /employees/erasure                        no   own   own   no    answers
  GET    /companies/erasures                       no   no    no    all   answers
  PATCH  /companies/erasures/{id}                  no   no    no    all   answers

  // Only the super employee sees the company profile, updates the card and cancels. These calls pay again, or belong to
  // the company profile, which stays reachable.
  GET    /companies/employee-count                 no   no    no    all   answers
  GET    /companies/get-company                    no   no    no    all   answers
  GET    /companies/receipts                       no   no    no    all   answers
  POST   /companies/create-setup-intent            no   no    no    all   answers
  POST   /companies/save-subscription              no   no    no    all   answers
  DELETE /companies/cancel-subscription            no   no    no    all   answers
  GET    /companies/get-subscription-status/{id}   no   all   all   all   answers

  // How people of the company sign in.
  GET    /companies/account-rules                  no   no    no    all   answers
  PATCH  /companies/account-rules                  no   no    no    all   402

  // The super employee brings a book of sales in, as npm run import is named after them; not without a subscription.
  GET    /imports                                  no   no    no    all   402
  POST   /imports                                  no   no    no    all   402
  POST   /imports/{id}/preview                     no   no    no    all   402
  GET    /imports/{id}/refused.csv                 no   no    no    all   402
  POST   /imports/{id}/start                       no   no    no    all   402
  POST   /imports/{id}/undo                        no   no    no    all   402

  // Every employee, about themselves.
  GET    /employees/sessions                       no   own   own   own   402
  DELETE /employees/sessions/{id}                  no   own   own   own   402
  DELETE /employees/sessions                       no   own   own   own   402
  PATCH  /employees/password                       no   own   own   own   402
  POST   /employees/email/code                     no   own   own   own   402
  PUT    /employees/email                          no   own   own   own   402
  PATCH  /employees/edit/shiftduration             no   own   own   own   402
  PATCH  /employees/edit/shiftstart                no   own   own   own   402
  PATCH  /sales/update/salesperhour                no   own   own   own   402
  GET    /logs/getchartdata                        no   own   own   own   402

  // Every employee, about the company: campaigns, job aids, the daily billboard, its replay and the moments to replay.
  GET    /campaigns/getcampaigns/all               no   all   all   all   402
  GET    /jobaids/getjobaids                       no   all   all   all   402
  GET    /logs/getlogsdaily/{date}                 no   all   all   all   402
  GET    /audit/replay/{date}                      no   all   all   all   402
  GET    /audit/moments                            no   all   all   all   402

  // How the company pays; only the super employee sets it, and locks and hands on what is paid.
  GET    /pay/rules                                no   all   all   all   402
  PUT    /pay/schedule                             no   no    no    all   402
  PUT    /pay/clawback                             no   no    no    all   402
  PUT    /pay/verification                         no   no    no    all   402
  POST   /pay/payroll/{from}/lock                  no   no    no    all   402
  GET    /pay/payroll/{from}/csv                   no   no    no    all   402

  // Own statements; those of the company, to approve and add to, for managers.
  GET    /pay/statements                           no   own   all   all   402
  GET    /pay/statements/{from}                    no   own   all   all   402
  GET    /pay/payroll/{from}                       no   no    all   all   402
  POST   /pay/payroll/{from}/approve               no   no    all   all   402
  POST   /pay/payroll/{from}/return                no   no    all   all   402
  POST   /pay/sales/{id}/confirm                   no   no    all   all   402
  POST   /pay/lines                                no   no    all   all   402
  POST   /pay/lines/{id}/undo                      no   no    all   all   402

  // Claims about the own pay, which only its person opens; managers answer them.
  GET    /pay/claims                               no   own   all   all   402
  POST   /pay/claims                               no   own   own   own   402
  POST   /pay/claims/{id}/answer                   no   no    all   all   402
  POST   /pay/claims/{id}/reopen                   no   own   all   all   402

  // The bot of the demo company; in every other company it does not exist.
  GET    /demo/bot                                 no   all   all   all   402
  POST   /demo/bot                                 no   all   all   all   402

  // An associate's own sales and their history; a manager's company.
  POST   /sales/addsale                            no   own   all   all   402
  GET    /sales/getsales/all                       no   own   all   all   402
  GET    /sales/getsales/{date}                    no   own   all   all   402
  GET    /sales/getsale/{id}                       no   own   all   all   402
  PATCH  /sales/editsale/{id}                      no   own   all   all   402
  DELETE /sales/delete/{id}                        no   own   all   all   402
  GET    /logs/getlogs/all                         no   own   all   all   402
  GET    /audit/history/{kind}/{id}                no   own   all   all   402

  // The employee itself, and managers of the same company: profile, log, chart, commission, its lines and its proof.
  GET    /employees/getemployee/{id}               no   self  all   all   402
  GET    /logs/getlogs/{id}                        no   self  all   all   402
  GET    /logs/getlogsbyid&date                    no   self  all   all   402
  GET    /logs/getchartdata/{id}                   no   self  all   all   402
  GET    /sales/get-commission/{id}                no   self  all   all   402
  GET    /audit/numbers/commission/{id}            no   self  all   all   402
  GET    /audit/numbers/day/{id}/{date}            no   self  all   all   402
  GET    /audit/numbers/goal/{id}                  no   self  all   all   402
  GET    /audit/proof/statement/{id}               no   self  all   all   402

  // Managers: employees and my team, campaigns, goals, job aids.
  GET    /employees/getemployees/all               no   no    all   all   402
  GET    /employees/getsubordinates/{id}           no   no    all   all   402
  POST   /employees/addemployee                    no   no    all   all   402
  PATCH  /employees/editemployee/{id}              no   no    all   all   402
  DELETE /employees/delete/{id}                    no   no    all   all   402
  GET    /employees/pending-emails                 no   no    all   all   402
  DELETE /employees/pending-emails/{id}            no   no    all   all   402
  DELETE /employees/sessions-of/{id}               no   no    all   all   402
  DELETE /employees/factors-of/{id}                no   no    all   all   402
  PATCH  /employees/edit/shiftDuration/manager     no   no    all   all   402
  PATCH  /employees/edit/shiftstart/manager        no   no    all   all   402
  GET    /campaigns/getemployees/{id}              no   no    all   all   402
  POST   /campaigns/addcampaign                    no   no    all   all   402
  PATCH  /campaigns/editcampaign/{id}              no   no    all   all   402
  DELETE /campaigns/delete/{id}                    no   no    all   all   402
  GET    /goals/getgoals/all                       no   no    all   all   402
  POST   /employees/invite/{id}                    no   no    all   all   402
  GET    /employees/invitations                    no   no    all   all   402
  GET    /companies/first-steps                    no   no    all   all   402
  GET    /goals/getcampaigns/{id}                  no   no    all   all   402
  POST   /goals/addgoal                            no   no    all   all   402
  PATCH  /goals/editgoal/{id}                      no   no    all   all   402
  DELETE /goals/delete/{id}                        no   no    all   all   402
  POST   /jobaids/addjobaid                        no   no    all   all   402
  PATCH  /jobaids/edit/{id}                        no   no    all   all   402
  DELETE /jobaids/delete/{id}                      no   no    all   all   402

  // An auditor is any manager, for the history of their own company.
  GET    /audit/events                             no   no    all   all   402
  GET    /audit/events.csv                         no   no    all   all   402
  GET    /audit/events.jsonl                       no   no    all   all   402
  GET    /audit/names                              no   no    all   all   402
  GET    /audit/comparison/{date}                  no   no    all   all   402
  GET    /audit/proof                              no   no    all   all   402
  POST   /audit/proof/verification                 no   no    all   all   402
  GET    /audit/proof/seals                        no   no    all   all   402
  GET    /audit/proof/held/{link}                  no   no    all   all   402
  GET    /audit/proof/seal-tree                    no   no    all   all   402
  GET    /audit/proof/export                       no   no    all   all   402`;

export type ExpectedRight = 'all' | 'own' | 'self' | 'no';

export type ExpectedAccess = {
  readonly nobody: ExpectedRight;
  readonly associate: ExpectedRight;
  readonly manager: ExpectedRight;
  readonly 'super employee': ExpectedRight;
  readonly inactive: 'answers' | '402';
};

/** The matrix by `METHOD /path`. */
export const expectedAccess: ReadonlyMap<string, ExpectedAccess> = new Map(
  MATRIX.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .map((line) => {
      const [method, path, nobody, associate, manager, superEmployee, inactive] = line.split(/ +/);
      const access = { nobody, associate, manager, 'super employee': superEmployee, inactive };
      return [`${method} ${path}`, access as ExpectedAccess];
    }),
);

/** What a role without access reads: "Only supervisors can delete job aids" is the specification's; else restricted. */
export const refusalOfRole = (name: string) =>
  name === 'DELETE /jobaids/delete/{id}' ? 'supervisorsDeleteJobAids' : 'restricted';
