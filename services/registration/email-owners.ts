import type { Person } from '#platform/principal.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import type { RegistrationAccounts, RegistrationEmployees } from './registration.port.ts';

/** An employee with an email, and the state of their company for a registration. */
export type EmailOwner = Person & {
  readonly companyName: string;
  /** Whether no one else may prove the email: this employee did, in a company that has not ended. */
  readonly keepsEmail: boolean;
  /** Whether this employee registered the company. */
  readonly isRegistrant: boolean;
  /** The company is verified and never had a subscription: its registrant may go on at the card step. */
  readonly isUnpaid: boolean;
};

export type EmailOwnersDeps = {
  readonly accounts: Pick<RegistrationAccounts, 'byEmail'>;
  readonly employees: Pick<RegistrationEmployees, 'emailOf'>;
  readonly companies: Pick<CompaniesCommands, 'companyOf'>;
  /** Whether the company ever had a subscription and has not ended. */
  readonly isCompleted: (companyId: string) => Promise<boolean>;
  readonly hasEnded: (companyId: string) => Promise<boolean>;
};

export type EmailOwners = (email: string) => Promise<EmailOwner | null>;

/** The owner of an email by the events. An interrupted claim without an event owns nothing. */
export function createEmailOwners({
  accounts,
  employees,
  companies,
  isCompleted,
  hasEnded,
}: EmailOwnersDeps): EmailOwners {
  return async (email) => {
    const account = await accounts.byEmail(email);
    if (account === null) return null;
    const { companyId, employeeId } = account;
    if ((await employees.emailOf({ companyId, employeeId })) !== email) return null;
    const company = await companies.companyOf(companyId);
    const isKnown = company.kind !== 'unknown';
    return {
      companyId,
      employeeId,
      companyName: isKnown ? company.name : '',
      keepsEmail: account.isProven && !(await hasEnded(companyId)),
      isRegistrant: isKnown && company.superEmployeeId === employeeId,
      isUnpaid: company.kind === 'verified' && !(await isCompleted(companyId)),
    };
  };
}
