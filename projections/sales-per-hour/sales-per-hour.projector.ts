import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { eventsOutsideDays } from '../days/other-events.ts';
import { isClosed, saleDays } from '../days/sale-days.ts';
import { begun, NO_SHIFT, shiftDays } from '../days/shift-days.ts';
import { defineReadModel, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { salesPerHourTable } from './sales-per-hour.table.ts';

const tables = { days: salesPerHourTable };
type Need = NeedsOf<typeof tables>;
type Rows = RowsOf<typeof tables>;
type Row = RowOf<typeof salesPerHourTable>;

export const salesPerHour = defineReadModel({
  name: 'sales-per-hour',
  version: 1,
  tables,
  ignores: eventsOutsideDays,
  on: {
    ...saleDays<Need, Rows>((need, companyId, sale) => {
      if (isClosed(sale)) need.days.row(companyId, sale.employeeId, sale.entryDate);
    }, count),
    ...shiftDays<Need, Rows>({
      need: (need, { companyId, day, employeeId }) => need.days.row(companyId, employeeId, day),
      start({ days }, { companyId, day, employeeId }, shift) {
        const row = days.get(companyId, employeeId, day) ?? emptyDay(companyId, employeeId, day);
        days.put({ ...row, ...shift });
      },
      change({ days }, { companyId, day, employeeId }, change) {
        days.put({ ...begun(days.get(companyId, employeeId, day)), ...change });
      },
    }),
  },
});

function count({ days }: Rows, companyId: string, sale: SaleFacts, times: 1 | -1): void {
  if (!isClosed(sale)) return;
  const { entryDate: day, employeeId } = sale;
  const row = days.get(companyId, employeeId, day) ?? emptyDay(companyId, employeeId, day);
  const closed = row.closed_sales + times;
  if (closed === 0 && row.shift_id === null) days.remove(companyId, employeeId, day);
  else days.put({ ...row, closed_sales: closed });
}

function emptyDay(companyId: string, employeeId: string, day: string): Row {
  return { company_id: companyId, employee_id: employeeId, day, closed_sales: 0, ...NO_SHIFT };
}
