import { answerClaim, type Claim, reopenClaim } from '#contracts/endpoints/claims.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { createForm, missingIn } from '../../kit/forms/form.atoms.ts';

/** As typed; `resolution` is the position of a change, or empty. */
export type AnswerDraft = { resolution: string; reason: string };

const ANSWER_FIELDS: Readonly<Partial<Record<MessageCode, keyof AnswerDraft>>> = {
  noSuchResolution: 'resolution',
  payReasonMissing: 'reason',
  invalidText: 'reason',
};

/** Answers an open claim by one of the changes since, by a reason, or by both. */
export function createAnswerForm({ id, employee_id }: Pick<Claim, 'id' | 'employee_id'>) {
  return createForm<AnswerDraft, typeof answerClaim>({
    start: () => ({ resolution: '', reason: '' }),
    check: ({ resolution, reason }) =>
      resolution === '' && reason.trim() === '' ? { error: 'payReasonMissing', fields: ['reason'] } : null,
    send: (api, draft, idempotencyKey) =>
      api.call(answerClaim, {
        ...{ params: { id }, body: { employeeId: employee_id, ...draft }, idempotencyKey },
      }),
    fieldsOf: (error) => {
      const field = ANSWER_FIELDS[error];
      return field ? [field] : [];
    },
  });
}

type ReopenDraft = { text: string };

/** Goes on with an answered claim. */
export function createReopenForm({ id, employee_id }: Pick<Claim, 'id' | 'employee_id'>) {
  return createForm<ReopenDraft, typeof reopenClaim>({
    start: () => ({ text: '' }),
    check: (draft) => {
      const fields = missingIn(draft, ['text']);
      return fields.length > 0 ? { error: 'incompleteFields', fields } : null;
    },
    send: (api, { text }, idempotencyKey) =>
      api.call(reopenClaim, {
        ...{ params: { id }, body: { employeeId: employee_id, text }, idempotencyKey },
      }),
    fieldsOf: (error) => (error === 'payReasonMissing' || error === 'invalidText' ? ['text'] : []),
  });
}

type Viewer = { readonly id: string; readonly isManager: boolean };

/** Whether the viewer may answer the claim; the server refuses the own one while there is another manager. */
export function mayAnswer({ state }: Pick<Claim, 'state'>, { isManager }: Viewer): boolean {
  return isManager && state === 'open';
}

/** Whether the viewer's side has not gone on with the answered claim yet. */
export function mayReopen(
  claim: Pick<Claim, 'state' | 'employee_id' | 'person_again' | 'manager_again'>,
  { id, isManager }: Viewer,
): boolean {
  if (claim.state === 'open') return false;
  if (claim.employee_id === id) return claim.person_again === null;
  return isManager && claim.manager_again === null;
}
