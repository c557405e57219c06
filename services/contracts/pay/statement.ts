import { type Static, Type } from 'typebox';
import type { LocalDate } from '../local-date.ts';
import type { Cents } from '../money.ts';
import type { PayPeriod } from './pay-periods.ts';

/**
 * A line of a statement. `earned`: the first about a sale; `adjustment`: a later one; `carried`: what a former
 * statement could not take back.
 */
export const LINE_KINDS = ['earned', 'adjustment', 'bonus', 'correction', 'counter', 'carried'] as const;

export const StatementLine = Type.Object({
  kind: Type.Enum([...LINE_KINDS]),
  /** Of the sale; of a bonus, a correction or its counter line, its own. */
  id: Type.String(),
  /** Negative: taken back. */
  cents: Type.Integer(),
  /** Of a reduction after the clawback window, what is not taken back; positive when the sale has regained it. */
  waivedCents: Type.Integer(),
  /** Of a sale: its commission while it is Closed, else 0. */
  dueCents: Type.Union([Type.Integer(), Type.Null()]),
  /** Position of the event that made it so. */
  since: Type.Integer(),
});
export type StatementLine = Static<typeof StatementLine>;

/** States of statements that never change again. */
export const LOCKED_STATES: readonly string[] = ['paid', 'imported'];

export function isLocked({ state }: { readonly state: string }): boolean {
  return LOCKED_STATES.includes(state);
}

/** What is digested and approved: the lines in their order, without the events behind them. */
export function textOfLines(lines: readonly StatementLine[]): string {
  return lines
    .map(({ kind, id, cents, waivedCents, dueCents }) => `${kind} ${id} ${cents} ${waivedCents} ${dueCents}`)
    .join('\n');
}

export type StatementTotals = {
  readonly earnedCents: Cents;
  readonly adjustmentCents: Cents;
  /** Bonuses, corrections and their counter lines. */
  readonly otherCents: Cents;
  /** From the statement before; never above 0. */
  readonly carriedCents: Cents;
  /** Never below 0. */
  readonly payableCents: Cents;
  /** What a negative total leaves for the next statement, line by line. */
  readonly carriedOver: readonly StatementLine[];
};

/** What the lines of a statement come to. A negative total is not paid but carried over. */
export function totalsOf(lines: readonly StatementLine[]): StatementTotals {
  const sumOf = (...kinds: readonly StatementLine['kind'][]) =>
    lines.reduce((sum, { kind, cents }) => (kinds.includes(kind) ? sum + cents : sum), 0);
  const total = sumOf(...LINE_KINDS);
  return {
    earnedCents: sumOf('earned'),
    adjustmentCents: sumOf('adjustment'),
    otherCents: sumOf('bonus', 'correction', 'counter'),
    carriedCents: sumOf('carried'),
    payableCents: Math.max(0, total),
    carriedOver: carriedOver(lines),
  };
}

/** What is earned pays off the oldest reductions first; the rest of them is carried over. */
function carriedOver(lines: readonly StatementLine[]): StatementLine[] {
  let rest = lines.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);
  const reductions = lines.filter(({ cents }) => cents < 0).sort((a, b) => a.since - b.since);
  return reductions.flatMap((line) => {
    const paidOff = Math.min(rest, -line.cents);
    rest -= paidOff;
    const cents = line.cents + paidOff;
    return cents === 0 ? [] : [{ ...line, kind: 'carried' as const, cents, waivedCents: 0, dueCents: null }];
  });
}

/** Carried lines first, then by the events that made them: what is digested and locked is in this order. */
export function inOrder(lines: readonly StatementLine[]): StatementLine[] {
  const place = ({ kind }: StatementLine) => (kind === 'carried' ? 0 : 1);
  return [...lines].sort((a, b) => place(a) - place(b) || a.since - b.since || (a.id < b.id ? -1 : 1));
}

/** A line that is on no locked statement yet. */
export type UnlockedLine = StatementLine & {
  /** Local date of the person: the period with it has the line, unless that is locked. */
  readonly paysOn: LocalDate;
};

export type UnlockedPay = {
  /** Last date of the latest locked statement; null before the first. */
  readonly lockedTo: LocalDate | null;
  /** What that statement left. */
  readonly carriedOver: readonly StatementLine[];
  readonly lines: readonly UnlockedLine[];
};

export type UnlockedStatement = PayPeriod & {
  readonly lines: readonly StatementLine[];
  /** It has lines of its own, not only carried ones. */
  readonly hasOwnLines: boolean;
};

/**
 * The statements of a person that are not locked, for those of `periods` (all of the company, oldest first, up to the
 * wanted one) that are left. Each line is on one of them: what belongs to a locked period is on the first.
 */
export function unlockedStatements(
  periods: readonly PayPeriod[],
  { lockedTo, carriedOver, lines }: UnlockedPay,
): UnlockedStatement[] {
  const open = periods.filter(({ from }) => lockedTo === null || from > lockedTo);
  const own = open.map((period) => ({ period, its: [] as StatementLine[] }));
  for (const { paysOn, ...line } of lines) own.find(({ period }) => paysOn <= period.to)?.its.push(line);
  let carried = carriedOver;
  return own.map(({ period, its }) => {
    const all = inOrder([...carried, ...its]);
    carried = totalsOf(all).carriedOver;
    return { ...period, lines: all, hasOwnLines: its.length > 0 };
  });
}

/** A locked statement beside what the events before it come to. */
export type Recomputed = {
  readonly employeeId: string;
  readonly period: PayPeriod;
  readonly locked: readonly StatementLine[];
  readonly recomputed: readonly StatementLine[];
};

/** `line`: a line of a statement is wrong. `missing sale` and `hours`: something of a date is missing or wrong. */
export const CLAIM_KINDS = ['line', 'missing sale', 'hours'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];
