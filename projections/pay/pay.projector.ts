import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { localDate } from '#contracts/local-date.ts';
import { withSchedule } from '#contracts/pay/pay-periods.ts';
import { defineReadModel } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import type { payRulesTable } from './pay.table.ts';
import {
  changePerson,
  changeStatement,
  heldAt,
  isOfSale,
  lock,
  type Need,
  needStatement,
  putSale,
  type Rows,
  type Sale,
  tables,
} from './statement-rows.ts';

type Rules = RowOf<typeof payRulesTable>;

/**
 * Statements grow from it: each sale with what it is due and what is paid, each locked statement with its lines. What is
 * not locked is computed when it is asked for, see pay.queries.ts.
 */
export const pay = defineReadModel({
  name: 'pay',
  version: 1,
  tables,
  ignores: [
    ['ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
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
      needs({ data, metadata }, need) {
        if (data.sale.status === 'Closed')
          need.sales.fresh(metadata.companyId, data.saleId, data.sale.employeeId);
      },
      apply({ data: { saleId, sale }, metadata, position }, rows) {
        if (sale.status !== 'Closed') return;
        rows.sales.put({
          ...unpaid(metadata.companyId, saleId, sale),
          ...{ due_cents: sale.commissionCents, earned_on: sale.entryDate, pays_on: sale.entryDate },
          ...{ is_settled: sale.commissionCents === 0, since: position },
        });
      },
    },
    SaleEdited: {
      needs({ data: { saleId, before, after }, metadata }, need) {
        if (before.status !== 'Closed' && after.status !== 'Closed') return;
        for (const sale of [before, after]) needSale(need, metadata.companyId, saleId, sale);
      },
      apply(event, rows) {
        const { before, after } = event.data;
        if (before.status !== 'Closed' && after.status !== 'Closed') return;
        if (before.employeeId !== after.employeeId) becomes(event, rows, before, null);
        becomes(event, rows, after, before);
      },
    },
    SaleDeleted: {
      needs({ data: { saleId, before }, metadata }, need) {
        if (before.status === 'Closed') needSale(need, metadata.companyId, saleId, before);
      },
      apply(event, rows) {
        if (event.data.before.status === 'Closed') becomes(event, rows, event.data.before, null);
      },
    },
    ShiftStarted: {
      needs: ({ data, metadata }, need) => need.people.row(metadata.companyId, data.employeeId),
      apply: (event, rows) => isIn(event, rows, event.data.timeZone),
    },
    ShiftResumed: {
      needs: ({ data, metadata }, need) => need.people.row(metadata.companyId, data.employeeId),
      apply: (event, rows) => isIn(event, rows, event.data.timeZone),
    },
    PayScheduleSet: {
      needs: ({ metadata }, need) => need.rules.row(metadata.companyId),
      apply(event, rows) {
        const former = rows.rules.get(event.metadata.companyId)?.schedules ?? '[]';
        const schedules = withSchedule(JSON.parse(former), event.data.after);
        changeRules(event, rows, { schedules: JSON.stringify(schedules) });
      },
    },
    ClawbackWindowSet: {
      needs: ({ metadata }, need) => need.rules.row(metadata.companyId),
      apply: (event, rows) => changeRules(event, rows, { clawback_days: event.data.after }),
    },
    StatementApproved: {
      needs: needStatement,
      apply(event, rows) {
        const { totalCents, lines, digest, through, isOwn } = event.data;
        changeStatement(event, rows, {
          ...{ state: 'approved', approved_by: event.metadata.actorId, approved_at: event.metadata.at },
          ...{
            is_own: isOwn,
            total_cents: totalCents,
            line_count: lines,
            digest,
            through,
            returned_for: null,
          },
        });
      },
    },
    StatementReturned: {
      needs: needStatement,
      apply: (event, rows) =>
        changeStatement(event, rows, { state: 'returned', returned_for: event.data.reason }),
    },
    StatementLocked: {
      needs(event, need) {
        needStatement(event, need);
        const { companyId } = event.metadata;
        for (const line of event.data.lines)
          if (isOfSale(line)) need.sales.row(companyId, line.id, event.data.employeeId);
      },
      apply: lock,
    },
    PayLineAdded: {
      needs(event, need) {
        needStatement(event, need);
        need.extras.fresh(event.metadata.companyId, event.data.line.lineId);
      },
      apply(event, rows) {
        const { data, metadata, position } = event;
        const { lineId, kind, cents, reason, saleId, undoes } = data.line;
        changePerson(event, rows);
        rows.extras.put({
          ...{ company_id: metadata.companyId, line_id: lineId, employee_id: data.employeeId },
          ...{ period_from: data.from, kind, cents, reason, sale_id: saleId, undoes },
          ...{ added_by: metadata.actorId, added_at: metadata.at, since: position },
        });
      },
    },
  },
});

function needSale(need: Need, companyId: string, saleId: string, { employeeId }: SaleFacts): void {
  need.sales.row(companyId, saleId, employeeId);
  need.people.row(companyId, employeeId);
}

function unpaid(companyId: string, saleId: string, { employeeId, entryDate }: SaleFacts): Sale {
  return {
    ...{ company_id: companyId, sale_id: saleId, employee_id: employeeId },
    ...{ due_cents: 0, held_cents: 0, earned_on: null, paid_cents: 0, waived_cents: 0, locked_lines: 0 },
    ...{ clawback_until: null, is_settled: true, pays_on: entryDate, since: 0 },
  };
}

/** The sale is `sale` for its person from now on; `before` is null when it is no longer theirs, or deleted. */
function becomes(
  { data, metadata, position }: StoredEvent<'SaleEdited' | 'SaleDeleted'>,
  rows: Rows,
  sale: SaleFacts,
  before: SaleFacts | null,
): void {
  const { companyId, at } = metadata;
  const row = rows.sales.get(companyId, data.saleId, sale.employeeId);
  const isClosed = before !== null && sale.status === 'Closed';
  const dueCents = isClosed ? sale.commissionCents : 0;
  const today = localDate(at, rows.people.get(companyId, sale.employeeId)?.time_zone ?? 'UTC');
  const earnedOn = isClosed ? (row?.earned_on ?? today) : null;
  if ((row?.due_cents ?? 0) === dueCents && (row?.earned_on ?? null) === earnedOn) return;
  if (row) rows.pastSales.put({ ...row, until: position });
  putSale(rows, {
    ...(row ?? unpaid(companyId, data.saleId, sale)),
    ...{ due_cents: dueCents, earned_on: earnedOn, held_cents: row ? heldAt(row, at) : 0 },
    ...{ pays_on: row && row.locked_lines > 0 ? today : (earnedOn ?? today), since: position },
  });
}

function isIn(
  { data, metadata, position }: StoredEvent<'ShiftStarted' | 'ShiftResumed'>,
  rows: Rows,
  timeZone: string | null,
): void {
  const row = rows.people.get(metadata.companyId, data.employeeId);
  if (timeZone === null || row?.time_zone === timeZone) return;
  rows.people.put({
    ...{ company_id: metadata.companyId, employee_id: data.employeeId, pay_events: 0 },
    ...{ ...row, time_zone: timeZone, since: position },
  });
}

function changeRules({ metadata, position }: StoredEvent, rows: Rows, change: Partial<Rules>): void {
  const row = rows.rules.get(metadata.companyId);
  if (row) rows.pastRules.put({ ...row, until: position });
  const none = { company_id: metadata.companyId, schedules: '[]', clawback_days: null };
  rows.rules.put({ ...none, ...row, ...change, since: position });
}
