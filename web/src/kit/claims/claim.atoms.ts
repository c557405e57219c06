import { openClaim } from '#contracts/endpoints/claims.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { ClaimKind } from '#contracts/pay/statement.ts';
import { currentDateAtom } from '../clock.atoms.ts';
import { createForm, missingIn } from '../forms/form.atoms.ts';

export type DateKind = Exclude<ClaimKind, 'line'>;

/** As typed. Kind and date are of what is missing. */
export type ClaimDraft = { kind: DateKind; date: string; text: string };

/** A line of an own statement; `period`: its first day. */
export type ClaimedLine = ({ readonly saleId: string } | { readonly lineId: string }) & {
  readonly period: string;
};

const FIELDS: Readonly<Partial<Record<MessageCode, keyof ClaimDraft>>> = {
  invalidDate: 'date',
  payReasonMissing: 'text',
  invalidText: 'text',
};

/** Claims that a line is wrong, or without one that something of a date is missing. */
export function createClaimForm(line: ClaimedLine | null) {
  return createForm<ClaimDraft, typeof openClaim>({
    start: (get) => ({ kind: 'missing sale', date: get(currentDateAtom), text: '' }),
    check: (draft) => {
      const fields = missingIn(draft, ['date', 'text']);
      return fields.length > 0 ? { error: 'incompleteFields', fields } : null;
    },
    send: (api, { kind, date, text }, idempotencyKey) =>
      api.call(openClaim, {
        body: line ? { kind: 'line', ...line, text } : { kind, date, text },
        idempotencyKey,
      }),
    adds: true,
    fieldsOf: (error) => {
      const field = FIELDS[error];
      return field ? [field] : [];
    },
  });
}
