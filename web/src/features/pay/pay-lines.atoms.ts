import { atom, type Getter } from 'jotai';
import { addPayLine, undoPayLine } from '#contracts/endpoints/pay-lines.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { parseAmount } from '#contracts/money.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createForm, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import { readNumber } from '../../ui/number-text.ts';
import type { OfStatement } from './pay.atoms.ts';

/** As typed. */
export type LineDraft = { kind: 'bonus' | 'correction'; amount: string; reason: string };

export const LINE_KINDS = ['bonus', 'correction'] as const;

const EMPTY: LineDraft = { kind: 'bonus', amount: '', reason: '' };
const REQUIRED = ['amount', 'reason'] as const;

/** An amount as a person writes it in `locale`, in the form of the API; null when it is none. */
export function readAmount(text: string, locale: string): string | null {
  const [, minus = '', rest = ''] = /^\s*\$?\s*([-−]?)(.*)$/s.exec(text) ?? [];
  const number = readNumber(rest, locale);
  const amount = number === null ? null : `${minus && '-'}${number}`;
  return amount !== null && parseAmount(amount) !== null ? amount : null;
}

function problemOf(draft: LineDraft, get: Getter): Problem<LineDraft> | null {
  const fields = missingIn(draft, REQUIRED);
  if (fields.length > 0) return { error: 'incompleteFields', fields };
  if (readAmount(draft.amount, get(localeAtom)) === null)
    return { error: 'invalidPayAmount', fields: ['amount'] };
  return null;
}

const FIELDS: Readonly<Partial<Record<MessageCode, keyof LineDraft>>> = {
  invalidPayAmount: 'amount',
  payReasonMissing: 'reason',
  invalidText: 'reason',
};

/** Adds a bonus or a correction to a statement that is not locked, else to the present one. */
export function createLineForm({ from, employeeId }: OfStatement, isLocked: boolean) {
  return createForm<LineDraft, typeof addPayLine>({
    start: () => EMPTY,
    check: problemOf,
    send: (api, { kind, amount, reason }, idempotencyKey, get) =>
      api.call(addPayLine, {
        body: {
          ...{ employeeId, kind, reason, amount: readAmount(amount, get(localeAtom)) ?? amount },
          ...(!isLocked && { period: from }),
        },
        idempotencyKey,
      }),
    adds: true,
    fieldsOf: (error) => {
      const field = FIELDS[error];
      return field ? [field] : [];
    },
  });
}

/** Undoes bonuses and corrections of an employee; made for the screen that shows its messages. */
export function createUndo(employeeId: string) {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  const undoAtom = atom(null, async (get, set, lineId: string, reason: string): Promise<void> => {
    if (get(busyAtom)) return;
    set(busyAtom, true);
    set(alertAtom, noAlert);
    const answer = await get(apiAtom).call(undoPayLine, {
      ...{ params: { id: lineId }, body: { employeeId, reason } },
    });
    set(busyAtom, false);
    set(alertAtom, answer.ok ? successAlert(messages.payLineCountered) : errorAlert(answer.message));
  });
  return { alertAtom, busyAtom, undoAtom };
}

export type Undo = ReturnType<typeof createUndo>;
