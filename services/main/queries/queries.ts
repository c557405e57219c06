import type { Kysely } from 'kysely';
import { billboardOfDay } from '#projections/billboard/billboard.queries.ts';
import { commissionOf } from '#projections/commission/commission.queries.ts';
import { isEmployee } from '#projections/directory/directory.queries.ts';
import { jobAidsOf } from '#projections/job-aids/job-aids.queries.ts';
import { shiftLog, shiftLogOfDate } from '#projections/logs/shift-log.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { salesOfEmployee } from '#projections/sales-book/sales-book.queries.ts';
import {
  closedSalesOf,
  salesPerHourOf,
  weeklyStatsOf,
} from '#projections/sales-per-hour/sales-per-hour.queries.ts';
import type { JobAidsQueries } from '#services/job-aids/job-aids.routes.ts';
import type { LogsQueries } from '#services/logs/logs.routes.ts';
import type { SalesQueries } from '#services/sales/sales.routes.ts';
import type { ShiftsQueries } from '#services/shifts/shifts.routes.ts';

/** Fills the questions that slices ask with the answers that projections have. */
export function createQueries(
  db: Kysely<ReadModels>,
): SalesQueries & LogsQueries & JobAidsQueries & ShiftsQueries {
  return {
    salesOf: (companyId, employeeId, narrow) => salesOfEmployee(db, companyId, employeeId, narrow),
    commissionOf: (companyId, employeeId, narrow) => commissionOf(db, companyId, employeeId, narrow),
    salesPerHourOf: (companyId, employeeId, date, now) =>
      salesPerHourOf(db, companyId, employeeId, date, now),
    isEmployee: (companyId, employeeId) => isEmployee(db, companyId, employeeId),
    billboardOfDay: (companyId, date, now) => billboardOfDay(db, companyId, date, now),
    shiftLog: (companyId, now, wish, employeeId) => shiftLog(db, companyId, now, wish, employeeId),
    shiftLogOfDate: (companyId, employeeId, date, now) =>
      shiftLogOfDate(db, companyId, employeeId, date, now),
    weeklyStatsOf: (companyId, employeeId, today, now) =>
      weeklyStatsOf(db, companyId, employeeId, today, now),
    closedSalesOf: (companyId, employeeId, date) => closedSalesOf(db, companyId, employeeId, date),
    jobAidsOf: (companyId, wish) => jobAidsOf(db, companyId, wish),
  };
}
