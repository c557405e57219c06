import type { accessTable } from './access/access.table.ts';
import type {
  campaignsTable,
  goalsTable,
  pastCampaignsTable,
  pastGoalsTable,
} from './catalogue/catalogue.table.ts';
import type { claimsTable, pastClaimsTable } from './claims/claims.table.ts';
import type { companyAccountTable } from './company-account/company-account.table.ts';
import type { employeesTable, pastEmployeesTable } from './directory/directory.table.ts';
import type { employeeDaysTable, pastEmployeeDaysTable } from './employee-days/employee-days.table.ts';
import type { historyMomentsTable, historyTable } from './history/history.table.ts';
import type { jobAidsTable, pastJobAidsTable } from './job-aids/job-aids.table.ts';
import type {
  pastPayRulesTable,
  pastPaySalesTable,
  pastPayStatementsTable,
  payExtrasTable,
  payLinesTable,
  payPeopleTable,
  payRulesTable,
  paySalesTable,
  payStatementsTable,
} from './pay/pay.table.ts';
import type { RowOf } from './runner/table.ts';
import type { pastSalesTable, salesTable } from './sales-book/sales-book.table.ts';

/** Every read-model table, for `queriesOn<ReadModels>(pool)`. They may be dropped and rebuilt from events. */
export type ReadModels = {
  'read.employees': RowOf<typeof employeesTable>;
  'read.campaigns': RowOf<typeof campaignsTable>;
  'read.goals': RowOf<typeof goalsTable>;
  'read.sales': RowOf<typeof salesTable>;
  'read.employee_days': RowOf<typeof employeeDaysTable>;
  'read.job_aids': RowOf<typeof jobAidsTable>;
  'read.past_employees': RowOf<typeof pastEmployeesTable>;
  'read.past_campaigns': RowOf<typeof pastCampaignsTable>;
  'read.past_goals': RowOf<typeof pastGoalsTable>;
  'read.past_sales': RowOf<typeof pastSalesTable>;
  'read.past_employee_days': RowOf<typeof pastEmployeeDaysTable>;
  'read.past_job_aids': RowOf<typeof pastJobAidsTable>;
  'read.company_account': RowOf<typeof companyAccountTable>;
  'read.history': RowOf<typeof historyTable>;
  'read.history_moments': RowOf<typeof historyMomentsTable>;
  'read.access': RowOf<typeof accessTable>;
  'read.pay_sales': RowOf<typeof paySalesTable>;
  'read.past_pay_sales': RowOf<typeof pastPaySalesTable>;
  'read.pay_people': RowOf<typeof payPeopleTable>;
  'read.pay_statements': RowOf<typeof payStatementsTable>;
  'read.past_pay_statements': RowOf<typeof pastPayStatementsTable>;
  'read.pay_lines': RowOf<typeof payLinesTable>;
  'read.pay_extras': RowOf<typeof payExtrasTable>;
  'read.pay_rules': RowOf<typeof payRulesTable>;
  'read.past_pay_rules': RowOf<typeof pastPayRulesTable>;
  'read.claims': RowOf<typeof claimsTable>;
  'read.past_claims': RowOf<typeof pastClaimsTable>;
};
