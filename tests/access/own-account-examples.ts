import type { RouteName } from '#contracts/endpoints/access-table.ts';
import { newId } from '#platform/ids.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { Example } from './examples.ts';

/** Password and email of the caller, and links in mails. */
export const ownAccountExamples = {
  'PATCH /employees/password': {
    of: ({ password }) => ({ body: { currentPassword: password, newPassword: password } }),
  },
  'POST /employees/email/code': {
    of: ({ password }) => ({
      body: { currentPassword: password, newEmail: `${newId().slice(0, 8)}@example.test` },
    }),
  },
  'PUT /employees/email': {
    of: async ({ password, email, emailCode }) => {
      const { otpId: id, code: otp } = await emailCode();
      return { body: { currentPassword: password, newEmail: email, id, otp } };
    },
    foreign: 'emailTaken',
    colleagues: 'emailTaken',
  },
  'GET /employees/pending-emails': { of: () => ({}) },
  'DELETE /employees/pending-emails/{id}': {
    of: async (things) => ({ params: { id: await things.pendingEmail() } }),
    foreign: 'noPendingEmail',
  },
  'POST /employees/email/link': {
    of: async (things) => ({ body: { purpose: 'refuse', token: await things.emailLink('refuse') } }),
  },
  'POST /employees/invitation': {
    of: async (things) => ({
      body: { token: await things.emailLink('invite'), newPassword: 'Quiet.otter', tz: DAYTIME_ZONE },
    }),
  },
  'POST /employees/invite/{id}': {
    of: async (things) => ({ params: { id: await things.employee() } }),
    foreign: 'noSuchEmployee',
  },
  'GET /employees/invitations': { of: () => ({}) },
  'GET /employees/own-account': { of: () => ({}) },
  'GET /companies/account-rules': { of: () => ({}) },
  'PATCH /companies/account-rules': { of: () => ({ body: { ownPasswords: 'false' } }) },
  'GET /employees/own-data': { of: () => ({}) },
  'GET /employees/erasure': { of: () => ({}) },
  'POST /employees/erasure': { of: () => ({}) },
  'DELETE /employees/erasure': { of: () => ({}) },
  'GET /companies/erasures': { of: () => ({}) },
  'PATCH /companies/erasures/{id}': {
    of: async (things) => ({
      params: { id: await things.erasureWish() },
      body: { answer: 'refuse', reason: 'A dispute about pay is open' },
    }),
    foreign: 'noSuchEmployee',
  },
} as const satisfies { readonly [Name in RouteName]?: Example };
