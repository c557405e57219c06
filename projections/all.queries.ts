import type { Kysely } from 'kysely';
import { createAccessQueries } from './access/access.queries.ts';
import { createCatalogueQueries } from './catalogue/catalogue.queries.ts';
import { createClaimsQueries } from './claims/claims.queries.ts';
import { createCompanyAccountQueries } from './company-account/company-account.queries.ts';
import { createDirectoryQueries } from './directory/directory.queries.ts';
import { createEmployeeDaysQueries } from './employee-days/employee-days.queries.ts';
import { createHistoryQueries } from './history/history.queries.ts';
import { createJobAidsQueries } from './job-aids/job-aids.queries.ts';
import { createPayQueries } from './pay/pay.queries.ts';
import { createPayNamesQueries } from './pay/pay-names.queries.ts';
import { createPendingPayQueries } from './pay/pending-pay.queries.ts';
import type { ReadModels } from './read-models.ts';
import { createSalesBookQueries } from './sales-book/sales-book.queries.ts';

/** Every question that the read models answer. A slice declares the part that it asks: `Pick<Queries, 'goalsOf'>`. */
export type Queries = ReturnType<typeof createQueries>;

/** `db` decides what the answers show: with the time-travel plugin the past, in a transaction one moment. */
export function createQueries(db: Kysely<ReadModels>) {
  const { salesOfEmployee, commissionOfSales, saleById, closedSales } = createSalesBookQueries(db);
  return {
    ...createAccessQueries(db),
    ...createCatalogueQueries(db),
    ...createClaimsQueries(db),
    ...createCompanyAccountQueries(db),
    ...createDirectoryQueries(db),
    ...createEmployeeDaysQueries(db),
    ...createHistoryQueries(db),
    ...createJobAidsQueries(db),
    ...createPayNamesQueries(db),
    ...createPendingPayQueries(db),
    ...createPayQueries(db),
    salesOfEmployee,
    commissionOfSales,
    saleById,
    closedSales,
  };
}

/** Lets `read` ask several questions about one moment of the database: nothing changes between them. */
export function createAtOneMoment<Asked>(
  db: Kysely<ReadModels>,
  queriesOn: (snapshot: Kysely<ReadModels>) => Asked,
) {
  return <Result>(read: (queries: Asked) => Promise<Result>): Promise<Result> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((snapshot) => read(queriesOn(snapshot)));
}
