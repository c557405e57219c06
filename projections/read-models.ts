import type { billboardTable } from './billboard/billboard.table.ts';
import type {
  campaignsTable,
  goalsTable,
  pastCampaignsTable,
  pastGoalsTable,
} from './catalogue/catalogue.table.ts';
import type { commissionTable } from './commission/commission.table.ts';
import type { companyAccountTable } from './company-account/company-account.table.ts';
import type { employeesTable, pastEmployeesTable } from './directory/directory.table.ts';
import type { historyMomentsTable, historyTable } from './history/history.table.ts';
import type { jobAidsTable, pastJobAidsTable } from './job-aids/job-aids.table.ts';
import type { pastShiftsTable, shiftLogTable } from './logs/logs.table.ts';
import type { RowOf } from './runner/table.ts';
import type { pastSalesTable, salesTable } from './sales-book/sales-book.table.ts';
import type { salesPerHourTable } from './sales-per-hour/sales-per-hour.table.ts';

/** Every read-model table, for `queriesOn<ReadModels>(pool)`. They may be dropped and rebuilt from events. */
export type ReadModels = {
  'read.employees': RowOf<typeof employeesTable>;
  'read.campaigns': RowOf<typeof campaignsTable>;
  'read.goals': RowOf<typeof goalsTable>;
  'read.sales': RowOf<typeof salesTable>;
  'read.billboard': RowOf<typeof billboardTable>;
  'read.sales_per_hour': RowOf<typeof salesPerHourTable>;
  'read.shift_log': RowOf<typeof shiftLogTable>;
  'read.commission': RowOf<typeof commissionTable>;
  'read.job_aids': RowOf<typeof jobAidsTable>;
  'read.past_employees': RowOf<typeof pastEmployeesTable>;
  'read.past_campaigns': RowOf<typeof pastCampaignsTable>;
  'read.past_goals': RowOf<typeof pastGoalsTable>;
  'read.past_sales': RowOf<typeof pastSalesTable>;
  'read.past_shifts': RowOf<typeof pastShiftsTable>;
  'read.past_job_aids': RowOf<typeof pastJobAidsTable>;
  'read.company_account': RowOf<typeof companyAccountTable>;
  'read.history': RowOf<typeof historyTable>;
  'read.history_moments': RowOf<typeof historyMomentsTable>;
};
