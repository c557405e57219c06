import type { Getter, Setter } from 'jotai';
import * as endpoints from '#contracts/endpoints/registration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createCardCheckout } from '../../kit/forms/card-checkout.atoms.ts';
import { forgetRegistrationAtom, registrationAtom } from './registration.atoms.ts';

export const COMPANY_IS_IN = 'Your company is registered. Log in with your email and password.';

/** The card step of a registration, made once per visit of its page. */
export function registrationCheckout() {
  return createCardCheckout({
    open: (api, idempotencyKey, get) =>
      api.call(endpoints.createSetupIntent, { body: payer(get), idempotencyKey }),
    save: (api, paymentMethodId, idempotencyKey, get) =>
      api.call(endpoints.saveSubscription, { body: { ...payer(get), paymentMethodId }, idempotencyKey }),
    finish: comeIn,
    done: (set) => set(forgetRegistrationAtom),
    setupFailure: 'cardSetupFailed',
    declined: 'saveSubscriptionRefused',
    saveFailure: 'saveSubscriptionRefused',
    success: 'registrationComplete',
  });
}

function payer(get: Getter) {
  const { companyId, companyName, email } = get(registrationAtom);
  return { companyId, companyName, email };
}

/** The page is drawn without this code. */
const loadSession = () =>
  Promise.all([import('../../kit/clock.atoms.ts'), import('../../kit/session/session.atoms.ts')]);

/** The cookie of the registration allows one sign-in, whose answer may have been lost. */
async function comeIn(get: Getter, set: Setter) {
  const { email } = get(registrationAtom);
  const code = await loadSession().catch(() => null);
  if (!code) return { error: 'unavailable', messages: [messages.unavailable] } as const;
  const [{ timeZoneAtom }, { askSignedInAtom, loadSessionAtom }] = code;
  const answer = await get(apiAtom).call(endpoints.loginAfterRegistration, {
    body: { email, tz: get(timeZoneAtom) },
  });
  if (!answer.ok && !(await set(askSignedInAtom))) {
    return { error: 'failedLogin', messages: [messages.somethingWentWrong, COMPANY_IS_IN] } as const;
  }
  await set(loadSessionAtom);
  return null;
}
