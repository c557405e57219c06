import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { codeMailed, done, Email, mailedCode } from './fields.ts';

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/employees/confirmemail',
  summary: 'Mail a code for a new password to an employee',
  tag: 'Authentication',
  body: Type.Object({ username: Email }),
  reply: codeMailed,
  onInvalidInput: 'invalidEmail',
  refusals: ['noSuchEmail', 'tooManyRequests'],
});

export const resendOtp = endpoint({
  method: 'POST',
  path: '/employees/resendotp',
  summary: 'Mail another code; the one before is worth nothing from then on',
  tag: 'Authentication',
  body: Type.Object({ username: Email }),
  reply: codeMailed,
  onInvalidInput: 'invalidEmail',
  refusals: ['noSuchEmail', 'tooManyRequests'],
});

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/employees/verifyotp',
  summary: 'Prove with the mailed code who is asking; five tries',
  tag: 'Authentication',
  body: Type.Object(mailedCode),
  reply: done,
  onInvalidInput: 'wrongPasscode',
  refusals: ['tooManyRequests'],
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/employees/resetpassword',
  summary: 'Set a new password after the code was right, once; ends every session of the employee',
  tag: 'Authentication',
  body: Type.Object({
    newPassword: Type.String({ description: '8 to 128 characters' }),
    username: Email,
    otpId: mailedCode.id,
  }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: [
    ...(['tooShort', 'tooLong', 'lacksCapLetter', 'lacksSymbol', 'commonPassword'] as const),
    ...(['samePassword', 'wrongPasscode'] as const),
  ],
});
