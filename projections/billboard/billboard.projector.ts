import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { eventsOutsideDays } from '../days/other-events.ts';
import { isClosed, saleDays } from '../days/sale-days.ts';
import { begun, NO_SHIFT, shiftDays } from '../days/shift-days.ts';
import { defineReadModel, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { billboardTable } from './billboard.table.ts';

const tables = { billboard: billboardTable };
type Need = NeedsOf<typeof tables>;
type Rows = RowsOf<typeof tables>;
type Row = RowOf<typeof billboardTable>;

export const billboard = defineReadModel({
  name: 'billboard',
  version: 1,
  isForeseen: true,
  tables,
  ignores: eventsOutsideDays,
  on: {
    ...saleDays<Need, Rows>(
      (need, companyId, sale) => need.billboard.row(companyId, sale.entryDate, sale.employeeId),
      count,
    ),
    ...shiftDays<Need, Rows>({
      need: (need, { companyId, day, employeeId }) => need.billboard.row(companyId, day, employeeId),
      start({ billboard }, { companyId, day, employeeId }, shift) {
        const row = billboard.get(companyId, day, employeeId) ?? emptyDay(companyId, day, employeeId);
        billboard.put({ ...row, ...shift });
      },
      change({ billboard }, { companyId, day, employeeId }, change) {
        billboard.put({ ...begun(billboard.get(companyId, day, employeeId)), ...change });
      },
    }),
  },
});

function count({ billboard }: Rows, companyId: string, sale: SaleFacts, times: 1 | -1): void {
  const { entryDate: day, employeeId } = sale;
  const row = billboard.get(companyId, day, employeeId) ?? emptyDay(companyId, day, employeeId);
  const closed = isClosed(sale) ? times : 0;
  const counted = {
    ...row,
    sales: row.sales + times,
    closed_sales: row.closed_sales + closed,
    commission_cents: row.commission_cents + closed * sale.commissionCents,
  };
  if (counted.sales === 0 && counted.shift_id === null) billboard.remove(companyId, day, employeeId);
  else billboard.put(counted);
}

function emptyDay(companyId: string, day: string, employeeId: string): Row {
  return {
    company_id: companyId,
    day,
    employee_id: employeeId,
    closed_sales: 0,
    sales: 0,
    commission_cents: 0,
    ...NO_SHIFT,
  };
}
