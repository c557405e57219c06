import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done, TimeZone } from './fields.ts';

const tag = 'Authentication';
const RecoveryCodes = Type.Object({
  message: Type.String(),
  recoveryCodes: Type.Array(Type.String(), { description: 'each works once; nothing shows them again' }),
});
const FactorCode = Type.String({
  maxLength: 64,
  description: 'six digits of the authenticator app, or a recovery code',
});

export const loginSecondStep = endpoint({
  method: 'POST',
  path: '/login/second-step',
  summary:
    'Complete a sign-in by password with a second factor, within five minutes; a cookie names the sign-in',
  tag,
  body: Type.Object({ code: FactorCode, tz: Type.Optional(TimeZone) }),
  reply: Type.Object({ message: Type.String(), isLoggedIn: Type.Boolean() }),
  onInvalidInput: 'wrongFactorCode',
  refusals: [
    ...(['invalidTimeZone', 'wrongFactorCode', 'secondStepEnded', 'failedLogin'] as const),
    ...(['tooManyRequests', 'tooManyGuesses'] as const),
  ],
});

export const getFactors = endpoint({
  method: 'GET',
  path: '/employees/second-factor',
  summary: 'What the caller has besides the password',
  tag,
  reply: Type.Object({
    authenticator: Type.Boolean({ description: 'an authenticator app is set up' }),
    passkeys: Type.Integer(),
    recoveryCodes: Type.Integer({ description: 'unused ones' }),
  }),
  onInvalidInput: 'malformed',
});

export const offerAuthenticator = endpoint({
  method: 'POST',
  path: '/employees/authenticator/options',
  summary: 'A new secret for an authenticator app; it counts after its first code. Needs a proof of identity',
  tag,
  actsOnSession: true,
  needsIdentity: true,
  secretReply: true,
  reply: Type.Object({
    secret: Type.String({ description: 'base32, to type' }),
    link: Type.String({ description: 'otpauth://, to scan as a QR code' }),
  }),
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity'],
});

export const addAuthenticator = endpoint({
  method: 'POST',
  path: '/employees/authenticator',
  summary: 'The first code of the app: from now on a password needs one. Needs a proof of identity',
  tag,
  actsOnSession: true,
  needsIdentity: true,
  secretReply: true,
  body: Type.Object({ code: FactorCode }),
  reply: RecoveryCodes,
  onInvalidInput: 'wrongFactorCode',
  refusals: ['confirmIdentity', 'wrongFactorCode', 'nothingOffered'],
});

export const deleteAuthenticator = endpoint({
  method: 'DELETE',
  path: '/employees/authenticator',
  summary: 'Remove the authenticator app and its recovery codes. Needs a proof of identity',
  tag,
  actsOnSession: true,
  needsIdentity: true,
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity', 'noAuthenticator'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/employees/recovery-codes',
  summary: 'Ten new recovery codes in place of the former ones. Needs a proof of identity',
  tag,
  actsOnSession: true,
  needsIdentity: true,
  secretReply: true,
  reply: RecoveryCodes,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity', 'noSecondFactor'],
});
