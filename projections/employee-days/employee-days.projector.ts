import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { defineReadModel, known, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { employeeDaysTable, pastEmployeeDaysTable } from './employee-days.table.ts';

const tables = { days: employeeDaysTable, past: pastEmployeeDaysTable };
type Need = NeedsOf<typeof tables>;
type Rows = RowsOf<typeof tables>;
type Row = RowOf<typeof employeeDaysTable>;
type ShiftEvent = StoredEvent<
  'ShiftStarted' | 'ShiftResumed' | 'ShiftEnded' | 'ShiftStartSet' | 'ShiftDurationSet'
>;

export const employeeDays = defineReadModel({
  name: 'employee-days',
  version: 3,
  showsUncommitted: true,
  tables,
  ignores: [
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    [
      'SubscriptionCardChanged',
      'SubscriptionPaymentFailed',
      'SubscriptionReceiptIssued',
      'SubscriptionCanceled',
    ],
  ],
  on: {
    SaleRecorded: {
      needs: ({ data, metadata }, need) => needDayOf(need, metadata.companyId, data.sale),
      apply: ({ data, metadata, position }, rows) => add(rows, metadata.companyId, data.sale, position),
    },
    SaleEdited: {
      needs({ data, metadata }, need) {
        needDayOf(need, metadata.companyId, data.before);
        needDayOf(need, metadata.companyId, data.after);
      },
      apply({ data, metadata, position }, rows) {
        takeAway(rows, metadata.companyId, data.before);
        add(rows, metadata.companyId, data.after, position);
      },
    },
    SaleDeleted: {
      needs: ({ data, metadata }, need) => needDayOf(need, metadata.companyId, data.before),
      apply: ({ data, metadata }, rows) => takeAway(rows, metadata.companyId, data.before),
    },
    ShiftStarted: {
      needs: needShift,
      apply({ data, metadata, position }, { days }) {
        const { companyId } = metadata;
        const { employeeId, loginDate, shiftId, timeZone, startedAt, setDuration, reason } = data;
        days.put({
          ...(days.get(companyId, loginDate, employeeId) ?? emptyDay(companyId, loginDate, employeeId)),
          last_act: position,
          shift_id: shiftId,
          time_zone: timeZone,
          start_zone: timeZone,
          started_at: startedAt,
          start_reason: reason,
          ended_at: null,
          set_duration: setDuration,
          shift_since: position,
        });
      },
    },
    ShiftResumed: {
      needs: needShift,
      apply(event, rows) {
        const { timeZone } = event.data;
        changeShift(event, rows, { ended_at: null, ...(timeZone !== null && { time_zone: timeZone }) });
      },
    },
    ShiftEnded: {
      needs: needShift,
      apply: (event, rows) => changeShift(event, rows, { ended_at: event.data.endedAt }),
    },
    ShiftStartSet: {
      needs: needShift,
      apply: (event, rows) =>
        changeShift(event, rows, { started_at: event.data.after, start_reason: 'corrected' }),
    },
    ShiftDurationSet: {
      needs: needShift,
      apply: (event, rows) => changeShift(event, rows, { set_duration: event.data.after }),
    },
  },
});

function needDayOf(need: Need, companyId: string, { entryDate, employeeId }: SaleFacts): void {
  need.days.row(companyId, entryDate, employeeId);
}

/** Adds a sale to its day. An edit takes it away before, so that a sale may move to another day. */
function add(rows: Rows, companyId: string, sale: SaleFacts, position: number): void {
  rows.days.put({ ...counted(rows, companyId, sale, 1), last_act: position });
}

function takeAway(rows: Rows, companyId: string, sale: SaleFacts): void {
  const row = counted(rows, companyId, sale, -1);
  if (row.sales === 0 && row.shift_id === null) rows.days.remove(companyId, row.day, row.employee_id);
  else rows.days.put(row);
}

/** The day of a sale with that sale, or without it. */
function counted({ days }: Rows, companyId: string, sale: SaleFacts, times: 1 | -1): Row {
  const { entryDate: day, employeeId } = sale;
  const row = days.get(companyId, day, employeeId) ?? emptyDay(companyId, day, employeeId);
  const closed = sale.status === 'Closed' ? times : 0;
  return {
    ...row,
    sales: row.sales + times,
    closed_sales: row.closed_sales + closed,
    commission_cents: row.commission_cents + closed * sale.commissionCents,
  };
}

function needShift({ data, metadata }: ShiftEvent, need: Need): void {
  need.days.row(metadata.companyId, data.loginDate, data.employeeId);
}

/** Throws for an event about a shift that never started. */
function changeShift(event: ShiftEvent, { days, past }: Rows, change: Partial<Row>): void {
  const { data, metadata, position } = event;
  const row = days.get(metadata.companyId, data.loginDate, data.employeeId);
  if (!row?.shift_id) throw new Error('this shift never started');
  past.put(formerShift(row, position));
  days.put({ ...row, ...change, last_act: position, shift_since: position });
}

/** The shift of a row as it was until the event at `until`. */
function formerShift(row: Row, until: number): RowOf<typeof pastEmployeeDaysTable> {
  const { company_id, day, employee_id, shift_id, time_zone, start_zone, started_at, start_reason } = row;
  return {
    company_id,
    day,
    employee_id,
    shift_id: known(shift_id),
    time_zone: known(time_zone),
    start_zone: known(start_zone),
    started_at: known(started_at),
    start_reason: known(start_reason),
    ended_at: row.ended_at,
    set_duration: row.set_duration,
    since: known(row.shift_since),
    until,
  };
}

function emptyDay(companyId: string, day: string, employeeId: string): Row {
  return {
    company_id: companyId,
    day,
    employee_id: employeeId,
    sales: 0,
    closed_sales: 0,
    commission_cents: 0,
    last_act: 0,
    shift_id: null,
    time_zone: null,
    start_zone: null,
    started_at: null,
    start_reason: null,
    ended_at: null,
    set_duration: null,
    shift_since: null,
  };
}
