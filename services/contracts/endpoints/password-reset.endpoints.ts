import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

const Email = Type.String({ maxLength: 320, description: 'the email' });
const OtpId = Type.String({
  maxLength: 255,
  description: '`otpId` of the reply that the code was mailed after',
});
const sent = Type.Object({ message: Type.String(), otpId: Type.String() });

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/employees/confirmemail',
  summary: 'Mail a code for a new password to an employee',
  tag: 'Authentication',
  body: Type.Object({ username: Email }),
  reply: sent,
  misfit: 'invalidEmail',
  refusals: ['noSuchEmail', 'tooManyRequests'],
});

export const resendOtp = endpoint({
  method: 'POST',
  path: '/employees/resendotp',
  summary: 'Mail another code; the one before is worth nothing from then on',
  tag: 'Authentication',
  body: Type.Object({ username: Email }),
  reply: sent,
  misfit: 'invalidEmail',
  refusals: ['noSuchEmail', 'tooManyRequests'],
});

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/employees/verifyotp',
  summary: 'Prove with the mailed code who is asking; five tries',
  tag: 'Authentication',
  body: Type.Object({ otp: Type.String({ maxLength: 16, description: 'six digits' }), id: OtpId }),
  reply: done,
  misfit: 'wrongPasscode',
  refusals: ['tooManyRequests'],
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/employees/resetpassword',
  summary: 'Set a new password after the code was right, once; ends every session of the employee',
  tag: 'Authentication',
  body: Type.Object({ newPassword: Type.String({ maxLength: 1024 }), username: Email, otpId: OtpId }),
  reply: done,
  misfit: 'malformed',
  refusals: ['tooShort', 'tooLong', 'lacksCapLetter', 'lacksSymbol', 'commonPassword', 'wrongPasscode'],
});
