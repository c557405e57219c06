import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { getPendingEmails, withdrawEmail } from '#contracts/endpoints/own-account.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion } from '../../kit/forms/deletion.atoms.ts';

export type PendingEmail = ReplyOf<typeof getPendingEmails>['requestedData'][number];

/** The emails of employees that are not confirmed yet. */
export const pendingEmailsQuery = createQuery({
  endpoint: getPendingEmails,
  ask: (api, _all: null) => api.call(getPendingEmails, {}),
  tags: () => ['employees'],
});

/** Made for the screen that shows its messages. */
export function createWithdrawal() {
  return createDeletion({
    send: (api, { employee_id }: PendingEmail) => api.call(withdrawEmail, { params: { id: employee_id } }),
  });
}
