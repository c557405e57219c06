import { atom } from 'jotai';
import type { Company } from '#contracts/endpoints/companies.endpoints.ts';
import * as endpoints from '#contracts/endpoints/companies.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createCardCheckout } from '../../kit/forms/card-checkout.atoms.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { loadSessionAtom } from '../../kit/session/session.atoms.ts';
import { formatDate, formatMoney } from '../../ui/format.ts';

/** Carried by the link of the company profile: changes the card of a running subscription. */
export const TO_CHANGE_CARD = { toChangeCard: true } as const;

export function wantsToChangeCard(locationState: unknown): boolean {
  return typeof locationState === 'object' && locationState !== null && 'toChangeCard' in locationState;
}

/** Made once per visit, so that an earlier answer does not count. */
export function subscriptionStatus() {
  return createQuery({
    endpoint: endpoints.getSubscriptionStatus,
    ask: (api, id: string) => api.call(endpoints.getSubscriptionStatus, { params: { id } }),
    forgetOnLeave: true,
  });
}

export type UpdatePlace = 'asking' | 'form' | 'dashboard';

/**
 * Whether the card form is shown. Companies that pay already, or whose status is unknown, are redirected.
 * When the status cannot be loaded again the former one still counts, so that an open form stays.
 */
export function updatePlace(
  isActive: boolean | undefined,
  error: MessageCode | null,
  toChangeCard: boolean,
): UpdatePlace {
  if (isActive === undefined) return error === null ? 'asking' : 'dashboard';
  return isActive && !toChangeCard ? 'dashboard' : 'form';
}

/** What a renewal costs, until the company is loaded as one that pays; null for a change of card only. */
export const renewalAtom = atom((get) => get(companyQuery.replyAtom)?.requestedData[0]?.renewal ?? null);

type Renewal = NonNullable<Company['renewal']>;

/** Before it is charged. */
export function renewalOffer({ charge, next_billing_date }: Renewal): string {
  return `${formatMoney(charge)} CAD is charged today, and the next charge is on ${formatDate(next_billing_date)}. There is no new trial.`;
}

/** After it was charged. */
export function renewalCharged({ charge, next_billing_date }: Renewal): string {
  return `${formatMoney(charge)} CAD was charged today. The next charge is on ${formatDate(next_billing_date)}`;
}

/** Pays with another card from now on; starts a new subscription when the former one has ended. */
export function updateCheckout() {
  // After the charge the company is loaded anew, and has nothing to renew.
  let renewal: Renewal | null = null;
  return createCardCheckout({
    open: (api, idempotencyKey) => api.call(endpoints.createSetupIntent, { body: {}, idempotencyKey }),
    save: (api, paymentMethodId, idempotencyKey, get) => {
      renewal = get(renewalAtom) ?? renewal;
      return api.call(endpoints.saveSubscription, { body: { paymentMethodId }, idempotencyKey });
    },
    async finish(_get, set) {
      // The session must know the active subscription before the redirect, for the guard.
      await set(loadSessionAtom);
      return null;
    },
    setupFailure: 'cardUpdateFailed',
    declined: 'cardUpdateFailed',
    saveFailure: 'cardUpdateFailed',
    success: 'subscriptionUpdated',
    charged: () => renewal && renewalCharged(renewal),
  });
}
