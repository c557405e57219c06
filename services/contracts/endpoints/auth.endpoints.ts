import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Email, TimeZone } from './fields.ts';

export const SecondStep = Type.Object(
  { code: Type.Boolean(), passkey: Type.Boolean() },
  {
    description:
      'only for a person with a second factor: the password was right, and `POST /login/second-step` with a code or a sign-in ' +
      'by passkey has to follow',
  },
);
export type SecondStep = Static<typeof SecondStep>;

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in; the first login of the local date starts the shift',
  tag: 'Authentication',
  body: Type.Object({
    username: Email,
    password: Type.String({ maxLength: 1024 }),
    newPassword: Type.Optional(
      Type.String({
        description: 'in place of a first one, where the company requires it; 8 to 128 characters',
      }),
    ),
    tz: Type.Optional(TimeZone),
  }),
  reply: Type.Object({
    message: Type.String(),
    isLoggedIn: Type.Boolean(),
    secondStep: Type.Optional(SecondStep),
  }),
  onInvalidInput: 'failedLogin',
  refusals: [
    ...(['invalidEmail', 'invalidTimeZone', 'failedLogin', 'tooManyRequests', 'tooManyGuesses'] as const),
    ...(['firstPasswordEnded', 'ownPasswordRequired'] as const),
    ...(['tooShort', 'tooLong', 'lacksCapLetter', 'lacksSymbol', 'commonPassword', 'samePassword'] as const),
  ],
});

export const logout = endpoint({
  method: 'DELETE',
  path: '/logout',
  summary: 'Sign out and end the shift',
  tag: 'Authentication',
  actsOnSession: true,
  reply: Type.Object({ message: Type.String() }),
  onInvalidInput: 'malformed',
});

/** A cookie that a page sets from a log-out without a network until `logout` is answered: the server announces no data of the former person. */
export const SIGNED_OUT_COOKIE = 'tb_signed_out';

export const isLoggedIn = endpoint({
  method: 'GET',
  path: '/employees/is-logged-in',
  summary: 'Whether the caller has a session',
  tag: 'Authentication',
  reply: Type.Object({ isLoggedIn: Type.Boolean() }),
  onInvalidInput: 'malformed',
});
