import { newId } from '#platform/ids.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { Belongings } from './belongings.ts';
import type { Example } from './examples.ts';

const mailed = {
  of: async (things: Belongings) => {
    const { cookies, email } = await things.registration();
    return { cookies, body: { username: email } };
  },
};

/** Each in a browser at that stage; a signed-in person registers like an anonymous one. */
export const registrationExamples = {
  'GET /registration/config': { of: () => ({}) },
  'POST /registration/register-company': {
    of: () => {
      const name = newId();
      const people = { firstName: 'New', lastName: 'Founder', email: `${name}@example.test` };
      const password = 'Quiet.otter7';
      return {
        body: { ...people, companyName: name, employeeCount: '0-20', password, confirmPassword: password },
      };
    },
  },
  'POST /registration/confirm-email': mailed,
  'POST /registration/resend-otp': mailed,
  'POST /registration/verify-otp': {
    of: async (things) => {
      const { cookies, otpId, code } = await things.registration();
      return { cookies, body: { id: otpId, otp: code } };
    },
  },
  'POST /registration/create-setup-intent': {
    of: async (things) => {
      const { cookies, companyId, companyName, email } = await things.provenRegistration();
      return { cookies, body: { companyId, companyName, email } };
    },
  },
  'POST /registration/save-subscription': {
    of: async (things) => {
      const { cookies, companyId, companyName, email } = await things.provenRegistration();
      return { cookies, body: { companyId, companyName, email, paymentMethodId: 'pm_card_visa' } };
    },
  },
  'POST /registration/login-after-registration': {
    of: async (things) => {
      const { cookies, email } = await things.provenRegistration();
      return { cookies, body: { email, tz: DAYTIME_ZONE } };
    },
  },
} satisfies Readonly<Record<string, Example>>;
