import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { shiftEvents } from '#contracts/events/shift.events.ts';
import { eventsOutsideDays } from '../days/other-events.ts';
import { isClosed, saleDays } from '../days/sale-days.ts';
import { defineReadModel, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import { commissionTable } from './commission.table.ts';

const tables = { commission: commissionTable };
type Rows = RowsOf<typeof tables>;

export const commission = defineReadModel({
  name: 'commission',
  version: 1,
  tables,
  ignores: { ...eventsOutsideDays, ...shiftEvents },
  on: saleDays<NeedsOf<typeof tables>, Rows>((need, companyId, sale) => {
    if (isClosed(sale)) need.commission.row(companyId, sale.employeeId, sale.entryDate);
  }, count),
});

function count({ commission }: Rows, companyId: string, sale: SaleFacts, times: 1 | -1): void {
  if (!isClosed(sale)) return;
  const { employeeId, entryDate: day } = sale;
  const row = commission.get(companyId, employeeId, day);
  const closed = (row?.closed_sales ?? 0) + times;
  const cents = (row?.commission_cents ?? 0) + times * sale.commissionCents;
  if (closed === 0) commission.remove(companyId, employeeId, day);
  else {
    commission.put({
      company_id: companyId,
      employee_id: employeeId,
      day,
      closed_sales: closed,
      commission_cents: cents,
    });
  }
}
