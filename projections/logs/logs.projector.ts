import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { eventsOutsideDays } from '../days/other-events.ts';
import { isClosed, saleDays } from '../days/sale-days.ts';
import { begun, NO_SHIFT, shiftDays } from '../days/shift-days.ts';
import { defineReadModel, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { pastShiftsTable, shiftLogTable } from './logs.table.ts';

const tables = { log: shiftLogTable, past: pastShiftsTable };
type Need = NeedsOf<typeof tables>;
type Rows = RowsOf<typeof tables>;
type Row = RowOf<typeof shiftLogTable>;

export const logs = defineReadModel({
  name: 'logs',
  version: 3,
  tables,
  ignores: eventsOutsideDays,
  on: {
    ...saleDays<Need, Rows>((need, companyId, sale) => {
      if (isClosed(sale)) need.log.row(companyId, sale.employeeId, sale.entryDate);
    }, count),
    ...shiftDays<Need, Rows>({
      need: (need, { companyId, employeeId, day }) => need.log.row(companyId, employeeId, day),
      start({ log }, { companyId, employeeId, day }, shift, { data, position }) {
        const row = log.get(companyId, employeeId, day) ?? emptyDay(companyId, employeeId, day);
        log.put({ ...row, ...shift, time_zone: data.timeZone, shift_since: position });
      },
      change({ log, past }, { companyId, employeeId, day }, change, event) {
        const row = begun(log.get(companyId, employeeId, day));
        past.put(former(row, event.position));
        const moved = event.type === 'ShiftResumed' ? event.data.timeZone : null;
        log.put({ ...row, ...change, time_zone: moved ?? row.time_zone, shift_since: event.position });
      },
    }),
  },
});

function count({ log }: Rows, companyId: string, sale: SaleFacts, times: 1 | -1): void {
  if (!isClosed(sale)) return;
  const { entryDate: day, employeeId } = sale;
  const row = log.get(companyId, employeeId, day) ?? emptyDay(companyId, employeeId, day);
  const closed = row.closed_sales + times;
  const commission = row.commission_cents + times * sale.commissionCents;
  if (closed === 0 && row.shift_id === null) log.remove(companyId, employeeId, day);
  else log.put({ ...row, closed_sales: closed, commission_cents: commission });
}

/** The shift of a row as it was until the event at `until`. */
function former(row: Row, until: number): RowOf<typeof pastShiftsTable> {
  const { shift_id, time_zone, started_at, shift_since } = row;
  if (shift_id === null || time_zone === null || started_at === null || shift_since === null)
    throw new Error('a shift without its facts');
  const { company_id, employee_id, login_date, ended_at, set_duration } = row;
  const shift = {
    company_id,
    employee_id,
    login_date,
    shift_id,
    time_zone,
    started_at,
    ended_at,
    set_duration,
  };
  return { ...shift, since: shift_since, until };
}

function emptyDay(companyId: string, employeeId: string, day: string): Row {
  return {
    company_id: companyId,
    employee_id: employeeId,
    login_date: day,
    time_zone: null,
    closed_sales: 0,
    commission_cents: 0,
    shift_since: null,
    ...NO_SHIFT,
  };
}
