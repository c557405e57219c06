import type { Cents } from '../money.ts';
import { inOrder, type StatementLine, textOfLines, totalsOf } from '../pay/statement.ts';
import { isObject, type Sha256 } from './chain.ts';
import { earned, type SaleChange } from './sale-change.ts';

/** A statement that is paid, as the event that locked it says. */
export type LockedStatement = {
  readonly employeeId: string;
  /** Local dates, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly lines: readonly StatementLine[];
  readonly digest: string;
  readonly payableCents: Cents;
  readonly isImported: boolean;
};

/** A line that a manager added to a person's pay. */
export type AddedLine = {
  readonly employeeId: string;
  readonly lineId: string;
  readonly cents: Cents;
  /** Null when it was erased. */
  readonly reason: string | null;
};

/**
 * Checks locked statements in the order of their events: the lines make the digest and the amount that is paid; for
 * each sale all lines so far make what the sale is due, which is an amount that it had; what a manager added has the
 * amount that was added, and is paid once; and what is carried is what the statement before left.
 */
export function createStatementCheck(sha256: Sha256) {
  /** By person and sale: all that was due at some time, and what locked lines pay or waive. */
  const dues = new Map<string, Set<Cents>>();
  const paid = new Map<string, Cents>();
  /** By person and line: what no locked statement has yet. */
  const added = new Map<string, Cents>();
  /** By person, the text of the lines that the latest statement left. */
  const left = new Map<string, string>();
  const keyOf = (employeeId: string, id: string) => `${employeeId} ${id}`;

  function isDue(key: string, { cents, waivedCents, dueCents }: StatementLine): boolean {
    const sum = (paid.get(key) ?? 0) + cents + waivedCents;
    paid.set(key, sum);
    return sum === dueCents && (dues.get(key)?.has(sum) ?? false);
  }

  /** Null when it does not begin with what the statement before left. */
  function payout(employeeId: string, lines: readonly StatementLine[]): Cents | null {
    const { payableCents, carriedOver } = totalsOf(lines);
    const carried = textOfLines(lines.filter(({ kind }) => kind === 'carried'));
    const isLeft = carried === (left.get(employeeId) ?? '');
    left.set(employeeId, textOfLines(inOrder(carriedOver)));
    return isLeft ? payableCents : null;
  }

  return {
    /** Hears of every change of a sale, before `isRight` is asked about statements that follow it. */
    hear({ saleId, before, after }: SaleChange): void {
      for (const sale of [before, after]) {
        if (!sale) continue;
        const key = keyOf(sale.employeeId, saleId);
        const due = sale.employeeId === after?.employeeId ? (earned(after)?.cents ?? 0) : 0;
        dues.set(key, (dues.get(key) ?? new Set()).add(due));
      }
    },

    /** Hears of every added line, before `isRight` is asked about statements that follow it. */
    hearLine({ employeeId, lineId, cents }: AddedLine): void {
      added.set(keyOf(employeeId, lineId), cents);
    },

    isRight({ employeeId, lines, digest, payableCents, isImported }: LockedStatement): boolean {
      const areDue = lines.map((line) => {
        const key = keyOf(employeeId, line.id);
        if (line.kind === 'earned' || line.kind === 'adjustment') return isDue(key, line);
        return line.kind === 'carried' || (added.get(key) === line.cents && added.delete(key));
      });
      const payable = isImported ? sumOf(lines) : payout(employeeId, lines);
      return areDue.every(Boolean) && payable === payableCents && sha256(textOfLines(lines)) === digest;
    },
  };
}

/** What an event says of a locked statement; null when it is about none, or is nothing that this program ever wrote. */
export function lockedStatementOf({ type, data }: { type: string; data: unknown }): LockedStatement | null {
  return type === 'StatementLocked' && isStatement(data) ? data : null;
}

/** What an event says of an added line; null when it is about none, or is nothing that this program ever wrote. */
export function addedLineOf({ type, data }: { type: string; data: unknown }): AddedLine | null {
  if (type !== 'PayLineAdded' || !isObject(data) || !isObject(data.line)) return null;
  const { lineId, cents, reason } = data.line;
  const { employeeId } = data;
  if (typeof employeeId !== 'string' || typeof lineId !== 'string' || typeof cents !== 'number') return null;
  return { employeeId, lineId, cents, reason: typeof reason === 'string' ? reason : null };
}

function sumOf(lines: readonly StatementLine[]): Cents {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}

function isStatement(data: unknown): data is LockedStatement {
  if (!isObject(data) || !Array.isArray(data.lines)) return false;
  const { employeeId, from, to, digest, payableCents } = data;
  const areTexts = [employeeId, from, to, digest].every((each) => typeof each === 'string');
  return areTexts && Number.isFinite(payableCents) && data.lines.every(isLine);
}

function isLine(line: unknown): boolean {
  if (!isObject(line) || typeof line.kind !== 'string' || typeof line.id !== 'string') return false;
  return [line.cents, line.waivedCents, line.since].every(Number.isFinite);
}
