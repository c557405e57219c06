import type { Kysely } from 'kysely';
import type { EmployeeCountRange } from '#contracts/events/company.events.ts';
import type { SubscriptionStatus } from '#contracts/events/subscription.events.ts';
import { registeredEmployees } from '#projections/company-account/billed-companies.queries.ts';
import { companyAccount } from '#projections/company-account/company-account.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { CompanyProfile, CompanyQueries } from '#services/billing/company.routes.ts';

/** What the company profile asks, answered by the account and the directory. */
export function createCompanyQueries(db: Kysely<ReadModels>): CompanyQueries {
  return {
    registeredEmployees: (companyId) => registeredEmployees(db, companyId),
    async profileOf(companyId) {
      const [account, employees] = await Promise.all([
        companyAccount(db, companyId),
        registeredEmployees(db, companyId),
      ]);
      if (!account) return undefined;
      // Columns hold what the events have, and those were checked.
      return {
        ...account,
        employees,
        employeeCountRange: account.employeeCount as EmployeeCountRange,
        status: account.status as SubscriptionStatus | null,
        provider: account.provider as CompanyProfile['provider'],
      };
    },
  };
}
