import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

const tag = 'Authentication';
const CurrentPassword = Type.String({ maxLength: 1024 });

/** Refusals of the password that proves who is asking; wrong ones count like those of sign-ins. */
const passwordRefusals = ['wrongPassword', 'tooManyRequests', 'tooManyGuesses'] as const;

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/employees/password',
  summary: "Change the caller's password; ends their other sessions",
  tag,
  actsOnSession: true,
  body: Type.Object({
    currentPassword: CurrentPassword,
    newPassword: Type.String({ description: '8 to 128 characters' }),
  }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: [
    ...(['tooShort', 'tooLong', 'lacksCapLetter', 'lacksSymbol', 'commonPassword'] as const),
    ...passwordRefusals,
  ],
});
