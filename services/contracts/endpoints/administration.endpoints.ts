import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done, Id } from './fields.ts';

const OfPerson = Type.Object({ id: Id });

export const endSessionsOf = endpoint({
  method: 'DELETE',
  path: '/employees/sessions-of/{id}',
  summary: 'Sign another person out everywhere: the super employee anyone, a manager associates',
  tag: 'Employees',
  params: OfPerson,
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['noSuchEmployee', 'ownInProfile', 'restricted'],
});

export const resetFactorsOf = endpoint({
  method: 'DELETE',
  path: '/employees/factors-of/{id}',
  summary:
    "Delete another person's authenticator app, recovery codes and passkeys, and end the sessions: the super employee " +
    "anyone's, a manager those of associates. Needs a proof of identity within five minutes",
  tag: 'Employees',
  needsIdentity: true,
  params: OfPerson,
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity', 'noSuchEmployee', 'ownInProfile', 'restricted'],
});

const Rules = Type.Object({
  managersFactor: Type.Enum(['required', 'optional'], {
    description: 'whether managers have to have a second factor, from their next sign-in by password on',
  }),
});

export const getSignInRules = endpoint({
  method: 'GET',
  path: '/companies/sign-in-rules',
  summary: 'What the company demands of sign-ins',
  tag: 'Company',
  reply: Rules,
  onInvalidInput: 'failedFetch',
});

export const setSignInRules = endpoint({
  method: 'PUT',
  path: '/companies/sign-in-rules',
  summary: 'Change it; needs a second factor of the caller and a proof of identity within five minutes',
  tag: 'Company',
  needsIdentity: true,
  body: Rules,
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['confirmIdentity', 'noSecondFactor', 'conflict'],
});
