import { access } from './access/access.projector.ts';
import { catalogue } from './catalogue/catalogue.projector.ts';
import { claims } from './claims/claims.projector.ts';
import { companyAccount } from './company-account/company-account.projector.ts';
import { directory } from './directory/directory.projector.ts';
import { employeeDays } from './employee-days/employee-days.projector.ts';
import { history } from './history/history.projector.ts';
import { jobAids } from './job-aids/job-aids.projector.ts';
import { pay } from './pay/pay.projector.ts';
import type { ReadModel } from './runner/read-model.ts';
import { salesBook } from './sales-book/sales-book.projector.ts';

const models = [
  ...[directory, catalogue, companyAccount, salesBook, employeeDays, jobAids, history, access],
  ...[pay, claims],
];

/** Every read model. One that is not listed here is neither filled nor rebuilt. */
export const allProjections: readonly ReadModel[] = models;

export type ReadModelName = (typeof models)[number]['name'];

/** Read models of former versions of the program and their tables in the schema `read`: the leader drops them. */
export const retiredReadModels: Readonly<Record<string, readonly string[]>> = {
  billboard: ['billboard'],
  'sales-per-hour': ['sales_per_hour'],
  logs: ['shift_log', 'past_shifts'],
  commission: ['commission'],
};
