import type {
  Exposure,
  StatementRow,
  StatementState,
  StatementSummary,
} from '#contracts/endpoints/pay.endpoints.ts';
import type { PayRhythm } from '#contracts/pay/pay-periods.ts';
import { formatDate, formatDateOf, formatMoney } from '../../ui/format.ts';

export const EARNED_ON =
  'A sale is earned on the date on which it became Closed. Boards and lists of sales show it on its entry date.';

export const STATE_NAMES: Readonly<Record<StatementState, string>> = {
  open: 'Open',
  'in review': 'In review',
  approved: 'Approved',
  paid: 'Paid',
  imported: 'Paid before',
};

export const KIND_NAMES: Readonly<Record<StatementRow['kind'], string>> = {
  earned: 'Earned',
  adjustment: 'Adjustment',
  bonus: 'Bonus',
  correction: 'Correction',
  counter: 'Undone',
  carried: 'Carried',
};

export const RHYTHM_NAMES: Readonly<Record<PayRhythm, string>> = {
  weekly: 'Weekly',
  'every two weeks': 'Every two weeks',
  'twice a month': 'Twice a month',
  monthly: 'Monthly',
};

const EXPLAINED: Readonly<Partial<Record<StatementRow['kind'], string>>> = {
  adjustment: 'A sale changed after it was paid. The line is the difference.',
  counter: 'Takes back a bonus or a correction.',
  carried: 'What an earlier statement below zero could not take back.',
};

const WAIVED = 'The sale changed too late: that amount stays paid.';

type Explanation = readonly [word: string, meaning: string];

/** What the less common words of these lines mean, each once. */
export function explanationsOf(lines: readonly StatementRow[]): Explanation[] {
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const found = kinds.flatMap((kind): Explanation[] => {
    const meaning = EXPLAINED[kind];
    return meaning ? [[KIND_NAMES[kind], meaning]] : [];
  });
  return lines.some(({ waived }) => waived !== 0) ? [...found, ['Not taken back', WAIVED]] : found;
}

/** Below the amount of a line; null where all of a change counts. */
function waivedText({ waived }: StatementRow): string | null {
  if (waived === 0) return null;
  return waived < 0
    ? `${formatMoney(-waived)} not taken back`
    : `${formatMoney(waived)} was not taken back before, so it is not paid again`;
}

/** Whether the line is about a sale, which has a card. */
export function isOfSale({ kind, campaign, due }: StatementRow): boolean {
  return kind === 'earned' || kind === 'adjustment' || due !== null || campaign !== '';
}

/** Above what a statement, or a whole payroll, comes to. */
export function payableName(state: StatementState): string {
  if (state === 'open') return 'To be paid so far';
  return state === 'paid' || state === 'imported' ? 'Paid' : 'To be paid';
}

/** Whether the sale of a locked line is due another amount now than when it was paid. */
export function isChanged({ due, due_now }: StatementRow): boolean {
  return due !== null && due_now !== due;
}

/** How much of what is paid may be taken back, and until when; null for nothing. */
export function exposureText({ amount, until }: Exposure): string | null {
  if (amount === 0) return null;
  const upTo = `Up to ${formatMoney(amount)} can still be taken back`;
  return until === null ? `${upTo}.` : `${upTo}, nothing after ${formatDateOf(until)}.`;
}

/** What the state of a statement means now. */
export function stateText(statement: StatementSummary): string {
  const { state, to, approved_at, locked_at } = statement;
  switch (state) {
    case 'open':
      return `Grows until ${formatDate(to)}`;
    case 'in review':
      return reviewText(statement) ?? 'The period is over. A manager looks at the statement';
    case 'approved':
      return `Approved${byText(statement)}${approved_at ? ` on ${formatDateOf(approved_at)}` : ''}`;
    case 'paid': {
      const by = byText(statement);
      return `Paid${locked_at ? ` on ${formatDateOf(locked_at)}` : ''}${by && `, approved${by}`}`;
    }
    case 'imported':
      return 'Paid before the company paid by statements';
  }
}

/** `Approved` goes on with it; empty where the approver is not known. */
function byText({ is_own, approved_by_name }: StatementSummary): string {
  if (is_own) return ' by the person it pays, the only manager';
  return approved_by_name === null ? '' : ` by ${approved_by_name}`;
}

/** Why a statement is in review again; null when it is so for the first time. */
export function reviewText({ changed, returned_for, approved_total }: StatementSummary): string | null {
  if (returned_for !== null) return `Returned to review: ${returned_for}`;
  if (!changed) return null;
  return `Changed after its approval with ${formatMoney(approved_total ?? 0)}. It has to be approved again`;
}

/** Below the name of a line: what changed since an approval, of an adjustment where it was paid before and why it changed. */
export function notesOf({ changed, approved_through }: StatementSummary, line: StatementRow): string[] {
  const isNew = changed && line.since > (approved_through ?? 0);
  const texts = [isNew && 'Changed since the approval', adjustedText(line), waivedText(line)];
  return texts.filter((text) => typeof text === 'string');
}

function adjustedText({ adjusts }: StatementRow): string | null {
  if (!adjusts) return null;
  const { from, rate, at, cause } = adjusts;
  return `Was paid at ${rate} % on the statement from ${formatDate(from)}. ${formatDateOf(at)}: ${cause}`;
}

/** Of a negative total; null where nothing is carried over. */
export function carriedOverText({ carried_over }: Pick<StatementSummary, 'carried_over'>): string | null {
  return carried_over === 0
    ? null
    : `The total is below zero: ${formatMoney(carried_over)} is carried over to the next statement.`;
}

/** Of sales that are ticked: those of other dates than today; null without any. */
export function otherDatesText(count: number): string | null {
  if (count === 0) return null;
  const sales = count === 1 ? '1 of these sales has' : `${count} of these sales have`;
  return `${sales} an earlier date. Boards and goals count a sale on its entry date, so it changes all time only.`;
}

/** `1 person`, `3 people`. */
export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/** `1 statement`, `3 statements`. */
export function statementsText(count: number): string {
  return count === 1 ? '1 statement' : `${count} statements`;
}

type Missing = {
  readonly isOver: boolean;
  readonly people: number;
  readonly inReview: number;
  readonly approved: number;
};

/** What a payroll still needs. `to`: last day of its period. */
export function missingText({ isOver, people, inReview, approved }: Missing, to: string): string {
  if (!isOver) return `The period lasts until ${formatDate(to)}. Approve the statements after that.`;
  if (people === 0) return 'There is nothing to pay.';
  const parts = [
    inReview > 0 && `${statementsText(inReview)} to approve`,
    approved > 0 && `${statementsText(approved)} to lock and pay`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'All is paid.' : `Missing: ${parts.join(', ')}.`;
}
