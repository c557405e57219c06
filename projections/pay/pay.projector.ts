import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { DAY_MS, localDate } from '#contracts/local-date.ts';
import { withSchedule } from '#contracts/pay/pay-periods.ts';
import { type StatementLine, totalsOf } from '#contracts/pay/statement.ts';
import { defineReadModel, known, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import {
  pastPayRulesTable,
  pastPaySalesTable,
  pastPayStatementsTable,
  payExtrasTable,
  payLinesTable,
  payPeopleTable,
  payRulesTable,
  paySalesTable,
  payStatementsTable,
} from './pay.table.ts';

const tables = {
  ...{ sales: paySalesTable, pastSales: pastPaySalesTable, people: payPeopleTable, lines: payLinesTable },
  ...{ statements: payStatementsTable, pastStatements: pastPayStatementsTable, extras: payExtrasTable },
  ...{ rules: payRulesTable, pastRules: pastPayRulesTable },
};
type Need = NeedsOf<typeof tables>;
type Rows = RowsOf<typeof tables>;
type Sale = RowOf<typeof paySalesTable>;
type Statement = RowOf<typeof payStatementsTable>;
type Rules = RowOf<typeof payRulesTable>;
type OfStatement = StoredEvent<
  'StatementApproved' | 'StatementReturned' | 'StatementLocked' | 'PayLineAdded'
>;

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
    ...{ company_id: companyId, sale_id: saleId, employee_id: employeeId, entry_date: entryDate },
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
  if (row && row.due_cents === dueCents && row.earned_on === earnedOn) return;
  if (row) rows.pastSales.put({ ...row, until: position });
  put(rows, {
    ...(row ?? unpaid(companyId, data.saleId, sale)),
    ...{ due_cents: dueCents, earned_on: earnedOn, held_cents: row ? heldAt(row, at) : 0 },
    ...{ pays_on: row && row.locked_lines > 0 ? today : (earnedOn ?? today), since: position },
  });
}

/** What the person keeps from `at` on: after the clawback window all that is paid and still due. */
function heldAt(row: Sale, at: string): number {
  const isLate = row.clawback_until !== null && at > row.clawback_until;
  return isLate ? Math.max(row.held_cents, Math.min(row.due_cents, row.paid_cents)) : row.held_cents;
}

function put(rows: Rows, sale: Sale): void {
  const { due_cents, held_cents, paid_cents, waived_cents } = sale;
  const owed = Math.max(due_cents, held_cents);
  rows.sales.put({ ...sale, is_settled: owed === paid_cents && due_cents - owed === waived_cents });
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

function needStatement({ data, metadata }: OfStatement, need: Need): void {
  need.statements.row(metadata.companyId, data.employeeId, data.from);
  need.people.row(metadata.companyId, data.employeeId);
}

function changePerson({ data, metadata, revision, position }: OfStatement, rows: Rows): void {
  const row = rows.people.get(metadata.companyId, data.employeeId);
  rows.people.put({
    ...{ company_id: metadata.companyId, employee_id: data.employeeId, time_zone: null },
    ...{ ...row, pay_events: revision + 1, since: position },
  });
}

function changeStatement(event: OfStatement, rows: Rows, change: Partial<Statement>): void {
  const { data, metadata, position } = event;
  changePerson(event, rows);
  const row = rows.statements.get(metadata.companyId, data.employeeId, data.from);
  if (row) rows.pastStatements.put({ ...row, until: position });
  rows.statements.put({
    ...{ company_id: metadata.companyId, employee_id: data.employeeId, period_from: data.from },
    ...{ period_to: data.to, state: 'returned', approved_by: null, approved_at: null, is_own: false },
    ...{ total_cents: null, line_count: null, digest: null, through: null, returned_for: null },
    ...{ locked_by: null, locked_at: null, earned_cents: null, adjustment_cents: null, other_cents: null },
    ...{ carried_cents: null, payable_cents: null, carried_over_cents: null, locked_position: null },
    ...{ ...row, ...change, since: position },
  });
}

function lock(event: StoredEvent<'StatementLocked'>, rows: Rows): void {
  const { data, metadata, position } = event;
  const { lines, digest, through, payableCents, carriedOver, isImported } = data;
  const totals = totalsOf(lines);
  changeStatement(event, rows, {
    ...{ state: isImported ? 'imported' : 'paid', digest, through, line_count: lines.length },
    ...{ locked_by: metadata.actorId, locked_at: metadata.at, locked_position: position },
    ...{ earned_cents: totals.earnedCents, adjustment_cents: totals.adjustmentCents },
    ...{ other_cents: totals.otherCents, carried_cents: totals.carriedCents, payable_cents: payableCents },
    carried_over_cents: carriedOver.reduce((sum, { cents }) => sum + cents, 0),
  });
  for (const [place, line] of [...lines, ...carriedOver].entries())
    rows.lines.put({
      ...{ company_id: metadata.companyId, position, place, employee_id: data.employeeId },
      ...{ period_from: data.from, kind: line.kind, id: line.id, cents: line.cents },
      ...{ waived_cents: line.waivedCents, due_cents: line.dueCents, made_by: line.since },
      is_carried_over: place >= lines.length,
    });
  for (const line of lines.filter(isOfSale)) paid(event, rows, line);
}

/** Carried lines are about a sale whose line was locked before. */
function isOfSale({ kind }: StatementLine): boolean {
  return kind === 'earned' || kind === 'adjustment';
}

function paid({ data, metadata }: StoredEvent<'StatementLocked'>, rows: Rows, line: StatementLine): void {
  const { clawbackDays } = data;
  const row = known(rows.sales.get(metadata.companyId, line.id, data.employeeId));
  const until = clawbackDays === null ? null : Date.parse(metadata.at) + clawbackDays * DAY_MS;
  put(rows, {
    ...row,
    held_cents: heldAt(row, metadata.at),
    paid_cents: row.paid_cents + line.cents,
    waived_cents: row.waived_cents + line.waivedCents,
    locked_lines: row.locked_lines + 1,
    clawback_until: until === null ? null : new Date(until).toISOString(),
  });
}
