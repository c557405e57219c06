import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { codeMailed, done, Email, Id, mailedCode } from './fields.ts';

const tag = 'Authentication';
const CurrentPassword = Type.String({ maxLength: 1024 });

const PasswordOrPasskey = Type.Optional(
  Type.String({
    maxLength: 1024,
    description:
      'without it, a passkey has to have confirmed the identity in this session within five minutes',
  }),
);

/** Refusals of the password that proves the caller; wrong ones count like those of sign-ins. */
const passwordRefusals = ['wrongPassword', 'tooManyRequests', 'tooManyGuesses'] as const;
/** The same, or of the passkey in its place. */
const proofRefusals = ['confirmIdentity', 'passkeyTooNew', ...passwordRefusals] as const;

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
    ...(['tooShort', 'tooLong', 'lacksCapLetter', 'lacksSymbol', 'commonPassword', 'samePassword'] as const),
    ...passwordRefusals,
  ],
});

export const askForEmail = endpoint({
  method: 'POST',
  path: '/employees/email/code',
  summary: 'Mail a code to the address that the caller wants to sign in with',
  tag,
  actsOnSession: true,
  body: Type.Object({ currentPassword: PasswordOrPasskey, newEmail: Email }),
  reply: codeMailed,
  onInvalidInput: 'malformed',
  refusals: ['invalidEmail', ...proofRefusals],
});

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/employees/email',
  summary:
    "Change the caller's email; tells the former one, which can undo it, and ends their other sessions",
  tag,
  actsOnSession: true,
  body: Type.Object({ currentPassword: PasswordOrPasskey, newEmail: Email, ...mailedCode }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['invalidEmail', 'wrongPasscode', 'emailTaken', 'noSuchEmployee', ...proofRefusals],
});

/** What a link in a mail is for: `prove` a new email, `refuse` it, `undo` the change. */
export const LINK_PURPOSES = ['prove', 'refuse', 'undo'] as const;

export const followEmailLink = endpoint({
  method: 'POST',
  path: '/employees/email/link',
  summary: 'Follow a link of a mail about an email; it works once, for seven days',
  tag,
  body: Type.Object({
    purpose: Type.Enum([...LINK_PURPOSES]),
    token: Type.String({
      maxLength: 64,
      description: 'what the address of the link has after # and the purpose',
    }),
  }),
  reply: done,
  onInvalidInput: 'linkEnded',
  refusals: ['linkEnded', 'emailTaken', 'restricted', 'tooManyRequests'],
});

export const getPendingEmails = endpoint({
  method: 'GET',
  path: '/employees/pending-emails',
  summary: 'The emails that managers entered for employees and that their readers have not confirmed yet',
  tag: 'Employees',
  reply: Type.Object({
    requestedData: Type.Array(
      Type.Object({
        employee_id: Type.String(),
        email: Type.String(),
        expires_at: Type.String({ description: 'UTC ISO-8601; the link that confirms it ends then' }),
      }),
    ),
  }),
  onInvalidInput: 'failedFetch',
});

export const withdrawEmail = endpoint({
  method: 'DELETE',
  path: '/employees/pending-emails/{id}',
  summary: 'Withdraw the email that waits to be confirmed for an employee; its link ends',
  tag: 'Employees',
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'failedFetch',
  refusals: ['noPendingEmail'],
});
