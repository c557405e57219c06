import * as endpoints from '#contracts/endpoints/companies.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { createCardCheckout } from '../../app/forms/card-checkout.atoms.ts';
import { loadSessionAtom } from '../../app/session/session.atoms.ts';

/** Carried by the link of the company profile: the card of a running subscription is to be changed. */
export const TO_CHANGE_CARD = { toChangeCard: true } as const;

export function wantsToChangeCard(locationState: unknown): boolean {
  return typeof locationState === 'object' && locationState !== null && 'toChangeCard' in locationState;
}

/** One for each visit: what an earlier one learned is no answer. */
export function subscriptionStatus() {
  return createResource({
    ask: (api, id: string) => api.call(endpoints.getSubscriptionStatus, { params: { id } }),
  });
}

export type UpdatePlace = 'asking' | 'form' | 'dashboard';

/**
 * Whether the card form is for this visitor; who pays already, or of whom nothing is known, has no business here.
 * Asked again in vain, what was known still holds: nobody loses the card that he is just typing.
 */
export function updatePlace(
  isActive: boolean | undefined,
  error: MessageCode | null,
  toChangeCard: boolean,
): UpdatePlace {
  if (isActive === undefined) return error === null ? 'asking' : 'dashboard';
  return isActive && !toChangeCard ? 'dashboard' : 'form';
}

/** Paying with another card from now on; subscribes anew where the subscription has ended. */
export function updateCheckout() {
  return createCardCheckout({
    open: (api, idempotencyKey) => api.call(endpoints.createSetupIntent, { body: {}, idempotencyKey }),
    save: (api, paymentMethodId, idempotencyKey) =>
      api.call(endpoints.saveSubscription, { body: { paymentMethodId }, idempotencyKey }),
    async finish(_get, set) {
      // The guard has to know that the company may work before the person is led on.
      await set(loadSessionAtom);
      return null;
    },
    setupFailure: 'cardUpdateFailed',
    declined: 'cardUpdateFailed',
    saveFailure: 'cardUpdateFailed',
    success: 'subscriptionUpdated',
  });
}
