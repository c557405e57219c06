import { type Static, Type } from 'typebox';
import { SecondStep } from './auth.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { done, Id, TimeZone } from './fields.ts';

const tag = 'Employees';
const Instant = Type.Union([Type.String(), Type.Null()], { description: 'UTC ISO-8601' });

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/employees/invitation',
  summary:
    'Accept the invitation of a mail: proves the email, sets a password if one is sent, and signs in; it works once, for ' +
    'seven days',
  tag: 'Authentication',
  body: Type.Object({
    token: Type.String({ maxLength: 64, description: 'what the address of the link has after `#invite.`' }),
    newPassword: Type.Optional(Type.String({ description: '8 to 128 characters' })),
    tz: Type.Optional(TimeZone),
  }),
  reply: Type.Object({
    ...{ message: Type.String(), isLoggedIn: Type.Boolean() },
    secondStep: Type.Optional(SecondStep),
  }),
  onInvalidInput: 'linkEnded',
  refusals: [
    'factorNeedsPassword',
    ...(['linkEnded', 'emailTaken', 'invalidTimeZone', 'tooManyRequests', 'failedLogin'] as const),
    ...(['tooShort', 'tooLong', 'lacksCapLetter', 'lacksSymbol', 'commonPassword', 'samePassword'] as const),
  ],
});

export const invite = endpoint({
  method: 'POST',
  path: '/employees/invite/{id}',
  summary: 'Mail an employee the invitation again; an earlier one ends',
  tag,
  waitsLikeRead: true,
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'noSuchEmployee',
  refusals: ['noSuchEmployee', 'invitationNotNeeded', 'tooManyRequests'],
});

export const Invited = Type.Object({
  id: Type.String({ description: 'of the employee' }),
  invited_at: Instant,
  ends_at: Instant,
  needs_email: Type.Boolean({
    description: 'another person has proven the email of this employee, who needs another one',
  }),
});
export type Invited = Static<typeof Invited>;

export const getInvitations = endpoint({
  method: 'GET',
  path: '/employees/invitations',
  summary: 'Employees who never signed in, or whose email went to another person; the newest 1,000',
  tag,
  reply: Type.Object({ requestedData: Type.Array(Invited) }),
  onInvalidInput: 'failedFetch',
});

export const getOwnAccount = endpoint({
  method: 'GET',
  path: '/employees/own-account',
  summary: "What the caller's account needs: a password of their own, another email",
  tag: 'Authentication',
  reply: Type.Object({ first_password_ends_at: Instant, needs_email: Type.Boolean() }),
  onInvalidInput: 'failedFetch',
});
