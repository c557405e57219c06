import { billboard } from './billboard/billboard.projector.ts';
import { catalogue } from './catalogue/catalogue.projector.ts';
import { commission } from './commission/commission.projector.ts';
import { companyAccount } from './company-account/company-account.projector.ts';
import { directory } from './directory/directory.projector.ts';
import { history } from './history/history.projector.ts';
import { jobAids } from './job-aids/job-aids.projector.ts';
import { logs } from './logs/logs.projector.ts';
import type { ReadModel } from './runner/read-model.ts';
import { salesBook } from './sales-book/sales-book.projector.ts';
import { salesPerHour } from './sales-per-hour/sales-per-hour.projector.ts';

/** Every read model there is. One that is not here is neither filled nor rebuilt. */
export const allProjections: readonly ReadModel[] = [
  directory,
  catalogue,
  companyAccount,
  salesBook,
  billboard,
  salesPerHour,
  logs,
  commission,
  jobAids,
  history,
];
