import type { BillboardRow } from './endpoints/logs.endpoints.ts';

/** One collator, so that the order is the same in every browser and on the server. */
const collator = new Intl.Collator('en');

type Standing = Pick<BillboardRow, 'commission' | 'sales' | 'first_name' | 'last_name' | 'employee_id'>;

/** Most commission first, then most sales, then by name, so that equal rows keep their place. */
export function byBillboardOrder(a: Standing, b: Standing): number {
  return (
    b.commission - a.commission ||
    b.sales - a.sales ||
    collator.compare(`${a.first_name} ${a.last_name}`, `${b.first_name} ${b.last_name}`) ||
    collator.compare(a.employee_id, b.employee_id)
  );
}
