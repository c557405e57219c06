import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CRM = join(import.meta.dirname, '../../../shared/data/crm');

/** The arguments of `npm run import` for the real book of 8,800 sales beside the checkout. */
export const BOOK = {
  company: 'admin@hardware.test',
  pipeline: join(CRM, 'sales_pipeline.csv'),
  teams: join(CRM, 'sales_teams.csv'),
  products: join(CRM, 'products.csv'),
  name: 'Hardware House',
  commission: 10,
  tax: 0,
};
export const isBookThere = existsSync(BOOK.pipeline);
export const BOOK_IS_ABSENT = `the data set is not beside this checkout, in ${CRM}`;

/** The book writes '3/27/2017'. */
function isoDate(text: string): string {
  const [month = '', day = '', year = ''] = text.split('/');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export type AgentTotals = { rows: number; closed: number; cents: number; commission: number };

/** The totals in cents of each agent in the file, computed without our code; of closed sales only those of `isCounted`. */
export function totalsOfTheBook(isCounted = (_date: string) => true): Map<string, AgentTotals> {
  const [header = '', ...lines] = readFileSync(BOOK.pipeline, 'utf8').trim().split('\n');
  const column = (name: string) => header.split(',').indexOf(name);
  const totals = new Map<string, AgentTotals>();
  for (const line of lines) {
    const fields = line.split(',');
    const agent = fields[column('sales_agent')] ?? '';
    const sum = totals.get(agent) ?? { rows: 0, closed: 0, cents: 0, commission: 0 };
    sum.rows += 1;
    if (fields[column('deal_stage')] === 'Won' && isCounted(isoDate(fields[column('close_date')] ?? ''))) {
      const dollars = Number(fields[column('close_value')]);
      sum.closed += 1;
      sum.cents += dollars * 100;
      // Ten percent of whole dollars is whole cents: nothing is rounded here.
      sum.commission += dollars * 10;
    }
    totals.set(agent, sum);
  }
  return totals;
}
