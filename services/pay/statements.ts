import type { StatementState, StatementSummary } from '#contracts/endpoints/pay.endpoints.ts';
import { centsToNumber } from '#contracts/money.ts';
import {
  isOver,
  type PayPeriod,
  type PaySchedules,
  periodsUntil,
  presentPeriod,
} from '#contracts/pay/pay-periods.ts';
import {
  isLocked,
  type StatementLine,
  type StatementTotals,
  totalsOf,
  type UnlockedLine,
  unlockedStatements,
} from '#contracts/pay/statement.ts';
import type { KnownStatement, PersonPay } from '#projections/pay/pay.queries.ts';
import type { WaitingSale } from '#projections/pay/pending-pay.queries.ts';

type Unnamed = Omit<StatementSummary, 'approved_by_name'>;

/** What is known of one statement, locked or not. */
export type StatementFacts = {
  readonly summary: Unnamed;
  /** Of a statement that is not locked, in their order; null for a locked one. */
  readonly lines: readonly StatementLine[] | null;
  /** Lines, where a list has sums only. */
  readonly count: number;
};

/** No pay at all. */
export const NO_PAY: PersonPay = { payEvents: 0, statements: [], lockedTo: null, carriedOver: [], lines: [] };

/** A line, or the sum of `count` lines. */
type Counted = StatementLine & { readonly count?: number };

/** The periods of a company up to the present one, and the first one while it is still to come; oldest first. */
export function periodsNow(schedules: PaySchedules, now: string): PayPeriod[] {
  const [first] = schedules;
  if (!first) return [];
  return periodsUntil(schedules, presentPeriod(schedules, now)?.from ?? first.firstDay);
}

/** The statements of a person for these periods and the imported ones before, oldest first. */
export function statementsFor(
  schedules: PaySchedules,
  periods: readonly PayPeriod[],
  person: PersonPay<UnlockedLine & { readonly count?: number }>,
  now: string,
): StatementFacts[] {
  const locked = person.statements.filter(isLocked).map((known) => lockedFacts(known));
  const unlocked = unlockedStatements(periods, person).map(({ from, to, lines }) => {
    const known = person.statements.find(({ period_from }) => period_from === from);
    return unlockedFacts({ from, to }, known, lines, isOver(schedules, { from, to }, now));
  });
  return [...locked, ...unlocked].sort((a, b) => (a.summary.from < b.summary.from ? -1 : 1));
}

/** The oldest of these periods that is over and has a statement to be paid; null when all is paid. */
export function periodToPay(
  schedules: PaySchedules,
  periods: readonly PayPeriod[],
  people: Iterable<PersonPay<UnlockedLine & { readonly count?: number }>>,
  now: string,
): PayPeriod | null {
  const unpaid = new Set<string>();
  for (const person of people)
    for (const { summary, count } of statementsFor(schedules, periods, person, now))
      if (count > 0 && (summary.state === 'in review' || summary.state === 'approved'))
        unpaid.add(summary.from);
  return periods.find(({ from }) => unpaid.has(from)) ?? null;
}

function lockedFacts(known: KnownStatement): StatementFacts {
  const dollars = (cents: number | null) => centsToNumber(cents ?? 0);
  return {
    lines: null,
    count: known.line_count ?? 0,
    summary: {
      ...{ from: known.period_from, to: known.period_to, state: known.state as StatementState },
      ...{ earned: dollars(known.earned_cents), adjustments: dollars(known.adjustment_cents) },
      ...{ bonuses: dollars(known.other_cents), carried: dollars(known.carried_cents) },
      ...{ payable: dollars(known.payable_cents), carried_over: dollars(known.carried_over_cents) },
      ...approvalOf(known),
      ...{ changed: false, returned_for: null, locked_at: known.locked_at },
      ...{ approved_total: null, approved_through: null, version: '' },
    },
  };
}

function unlockedFacts(
  period: PayPeriod,
  known: KnownStatement | undefined,
  lines: readonly Counted[],
  isPeriodOver: boolean,
): StatementFacts {
  const { count } = sumOf(lines);
  const wasApproved = known?.state === 'approved';
  const changed = wasApproved && !isAsApproved(known, lines);
  const state = wasApproved && !changed ? 'approved' : isPeriodOver ? 'in review' : 'open';
  return {
    lines,
    count,
    summary: {
      ...{ ...period, state, ...dollarsOf(totalsOf(lines)) },
      ...(state === 'approved' && known ? approvalOf(known) : NOT_APPROVED),
      ...{ changed, returned_for: known?.state === 'returned' ? known.returned_for : null, locked_at: null },
      approved_total: wasApproved ? centsToNumber(known.total_cents ?? 0) : null,
      approved_through: wasApproved ? known.through : null,
      version: versionOf(lines),
    },
  };
}

const NOT_APPROVED = { approved_by: null, approved_at: null, is_own: false };

function approvalOf({ approved_by, approved_at, is_own }: KnownStatement) {
  return { approved_by, approved_at, is_own };
}

/** A line is as it was when no later event made it so, and none is missing. */
function isAsApproved(known: KnownStatement, lines: readonly Counted[]): boolean {
  const { count, total, newest } = sumOf(lines);
  return total === known.total_cents && count === known.line_count && newest <= (known.through ?? -1);
}

/** Another one for other lines: a line changes with a newer event, and a missing one leaves fewer. */
export function versionOf(lines: readonly Counted[]): string {
  const { count, total, newest } = sumOf(lines);
  return `${count}.${total}.${newest}`;
}

/** `newest`: the position of the latest event; -1 without lines. */
function sumOf(lines: readonly Counted[]) {
  return {
    count: lines.reduce((sum, line) => sum + (line.count ?? 1), 0),
    total: lines.reduce((sum, { cents }) => sum + cents, 0),
    newest: lines.reduce((latest, { since }) => Math.max(latest, since), -1),
  };
}

function dollarsOf(totals: StatementTotals) {
  return {
    earned: centsToNumber(totals.earnedCents),
    adjustments: centsToNumber(totals.adjustmentCents),
    bonuses: centsToNumber(totals.otherCents),
    carried: centsToNumber(totals.carriedCents),
    payable: centsToNumber(totals.payableCents),
    carried_over: centsToNumber(totals.carriedOver.reduce((sum, { cents }) => sum + cents, 0)),
  };
}

/**
 * The waiting sales whose lines will be on a statement once they are confirmed: those of its dates, and on the first
 * that is not locked those of before, too. None is on a locked one.
 */
export function pendingOn(
  statements: readonly StatementFacts[],
  { summary, lines }: StatementFacts,
  waiting: readonly WaitingSale[],
): WaitingSale[] {
  if (!lines) return [];
  const isFirst = statements.find((each) => each.lines)?.summary.from === summary.from;
  return waiting.filter(({ paysOn }) => paysOn <= summary.to && (isFirst || paysOn >= summary.from));
}

/** With the name of the approver. `names`: of employees by their ids. */
export function withApprover(summary: Unnamed, names: ReadonlyMap<string, string>): StatementSummary {
  return { ...summary, approved_by_name: names.get(summary.approved_by ?? '') ?? null };
}
