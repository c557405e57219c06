import type { BillboardRow } from './endpoints/logs.endpoints.ts';

/** One collator for all: the same order in every browser, on the server, and whatever the database sorts by. */
const collator = new Intl.Collator('en');

type Standing = Pick<BillboardRow, 'commission' | 'sales' | 'first_name' | 'last_name' | 'employee_id'>;

/** The order of a billboard: most commission first, then most sales, then by name, so that equals do not dance. */
export function byStanding(a: Standing, b: Standing): number {
  return (
    b.commission - a.commission ||
    b.sales - a.sales ||
    collator.compare(`${a.first_name} ${a.last_name}`, `${b.first_name} ${b.last_name}`) ||
    collator.compare(a.employee_id, b.employee_id)
  );
}
