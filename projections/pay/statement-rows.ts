import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { DAY_MS } from '#contracts/local-date.ts';
import { type StatementLine, totalsOf } from '#contracts/pay/statement.ts';
import { known, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
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

export const tables = {
  ...{ sales: paySalesTable, pastSales: pastPaySalesTable, people: payPeopleTable, lines: payLinesTable },
  ...{ statements: payStatementsTable, pastStatements: pastPayStatementsTable, extras: payExtrasTable },
  ...{ rules: payRulesTable, pastRules: pastPayRulesTable },
};
export type Need = NeedsOf<typeof tables>;
export type Rows = RowsOf<typeof tables>;
export type Sale = RowOf<typeof paySalesTable>;
type Statement = RowOf<typeof payStatementsTable>;
type OfStatement = StoredEvent<
  'StatementApproved' | 'StatementReturned' | 'StatementLocked' | 'PayLineAdded'
>;
type OfPay = OfStatement | StoredEvent<'SaleConfirmed'>;

/** Nothing of the sale counts as paid but what locked statements have. */
export const NOT_IMPORTED = { imported_on: null, imported_cents: null, imported_since: null };

/** What the person keeps from `at` on: after the clawback window all that is paid and still due. */
export function heldAt(row: Sale, at: string): number {
  const isLate = row.clawback_until !== null && at > row.clawback_until;
  return isLate ? Math.max(row.held_cents, Math.min(row.due_cents, row.paid_cents)) : row.held_cents;
}

/** What the person gets or keeps of a sale that is due so much, in cents. */
export function owedOf(dueCents: number, heldCents: number): number {
  return heldCents > 0 ? Math.max(dueCents, heldCents) : dueCents;
}

export function putSale(rows: Rows, sale: Omit<Sale, 'is_settled'>): void {
  const { due_cents, held_cents, paid_cents, waived_cents, imported_cents } = sale;
  const isSettledAt = (due: number) => {
    const owed = owedOf(due, held_cents);
    return owed === paid_cents && due - owed === waived_cents;
  };
  // The mark goes once locked statements have all that it stands for.
  const isCounted = imported_cents === null || isSettledAt(imported_cents);
  rows.sales.put({
    ...{ ...sale, ...(isCounted && NOT_IMPORTED) },
    is_settled: isCounted && isSettledAt(due_cents),
  });
}

export function needStatement({ data, metadata }: OfStatement, need: Need): void {
  need.statements.row(metadata.companyId, data.employeeId, data.from);
  need.people.row(metadata.companyId, data.employeeId);
}

export function changePerson({ data, metadata, revision, position }: OfPay, rows: Rows): void {
  const row = rows.people.get(metadata.companyId, data.employeeId);
  rows.people.put({
    ...{ company_id: metadata.companyId, employee_id: data.employeeId, time_zone: null, role: null },
    ...{ ...row, pay_events: revision + 1, since: position },
  });
}

export function changeStatement(
  event: OfStatement,
  rows: Rows,
  change: Partial<Statement> & Pick<Statement, 'state'>,
): void {
  const { data, metadata, position } = event;
  changePerson(event, rows);
  const row = rows.statements.get(metadata.companyId, data.employeeId, data.from);
  if (row) rows.pastStatements.put({ ...row, until: position });
  rows.statements.put({
    ...{ company_id: metadata.companyId, employee_id: data.employeeId, period_from: data.from },
    ...{ period_to: data.to, approved_by: null, approved_at: null, is_own: false },
    ...{ total_cents: null, line_count: null, digest: null, through: null, returned_for: null },
    ...{ locked_by: null, locked_at: null, earned_cents: null, adjustment_cents: null, other_cents: null },
    ...{ carried_cents: null, payable_cents: null, carried_over_cents: null, locked_position: null },
    ...{ ...row, ...change, since: position },
  });
}

export function lock(event: StoredEvent<'StatementLocked'>, rows: Rows): void {
  const { data, metadata, position } = event;
  const { lines, digest, through, payableCents, carriedOver, isImported } = data;
  const totals = totalsOf(lines);
  const row = rows.statements.get(metadata.companyId, data.employeeId, data.from);
  // Only an import adds to what is locked already.
  const before = row?.locked_at ? row : null;
  changeStatement(event, rows, {
    ...{ state: isImported ? 'imported' : 'paid', digest, through },
    ...{ locked_by: metadata.actorId, locked_at: metadata.at, locked_position: position },
    line_count: (before?.line_count ?? 0) + lines.length,
    earned_cents: (before?.earned_cents ?? 0) + totals.earnedCents,
    adjustment_cents: (before?.adjustment_cents ?? 0) + totals.adjustmentCents,
    ...{ other_cents: totals.otherCents, carried_cents: totals.carriedCents },
    payable_cents: (before?.payable_cents ?? 0) + payableCents,
    carried_over_cents: carriedOver.reduce((sum, { cents }) => sum + cents, 0),
  });
  for (const [place, line] of [...lines, ...carriedOver].entries())
    rows.lines.put({
      ...{ company_id: metadata.companyId, position, place, employee_id: data.employeeId },
      ...{ period_from: data.from, kind: line.kind, id: line.id, cents: line.cents },
      ...{ waived_cents: line.waivedCents, due_cents: line.dueCents, made_by: line.since },
      is_carried_over: place >= lines.length,
    });
  for (const line of lines) {
    if (isOfSale(line)) paid(event, rows, line);
    if (!isAdded(line)) continue;
    const extra = known(rows.extras.get(metadata.companyId, line.id));
    rows.extras.put({ ...extra, locked_position: position });
  }
}

/** Carried lines are about a sale whose line was locked before. */
export function isOfSale({ kind }: StatementLine): boolean {
  return kind === 'earned' || kind === 'adjustment';
}

/** A line that a manager added. */
export function isAdded({ kind }: StatementLine): boolean {
  return kind === 'bonus' || kind === 'correction' || kind === 'counter';
}

/** What is paid can be taken back for so long from now on; a reduction prolongs nothing. */
function paid(event: StoredEvent<'StatementLocked'>, rows: Rows, line: StatementLine): void {
  const { data, metadata, position } = event;
  const { clawbackDays, isImported } = data;
  const row = known(rows.sales.get(metadata.companyId, line.id, data.employeeId));
  const end = clawbackDays === null ? null : Date.parse(metadata.at) + clawbackDays * DAY_MS;
  const until = end === null ? null : new Date(end).toISOString();
  const isFirst = row.locked_lines === 0 && row.imported_on === null;
  if (!isFirst) rows.pastSales.put({ ...row, until: position });
  putSale(rows, {
    ...{ ...row, ...(!isImported && stillToCount(row, line)) },
    held_cents: heldAt(row, metadata.at),
    paid_cents: row.paid_cents + line.cents,
    counted_cents: row.counted_cents + (isImported ? line.cents : 0),
    waived_cents: row.waived_cents + line.waivedCents,
    locked_lines: row.locked_lines + 1,
    clawback_until: line.cents > 0 ? until : row.clawback_until,
    row_since: isFirst ? row.row_since : position,
  });
}

/**
 * What counts as paid and is still to be counted, when a statement pays this line: that is beside it. Versions before 3 of
 * the read model had some of these sales on statements instead.
 */
function stillToCount({ imported_cents }: Sale, { kind, cents }: StatementLine): Partial<Sale> {
  if (imported_cents === null) return {};
  return kind === 'earned' ? NOT_IMPORTED : { imported_cents: imported_cents + cents };
}
