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

export const getAccountRules = endpoint({
  method: 'GET',
  path: '/companies/account-rules',
  summary: 'What the company asks of the accounts of its people',
  tag: 'Company',
  reply: Type.Object({
    ownPasswords: Type.Boolean({
      description: 'whether new employees choose a password of their own at the first sign-in',
    }),
    managersFactor: Type.Boolean({
      description: 'whether managers have to have a second factor, from their next sign-in by password on',
    }),
  }),
  onInvalidInput: 'failedFetch',
});

const Rule = Type.Optional(Type.Enum(['true', 'false']));

export const editAccountRules = endpoint({
  method: 'PATCH',
  path: '/companies/account-rules',
  summary:
    'Change a rule; one that is not given stays. Needs a proof of identity within five minutes; a second factor is ' +
    'only required of managers by a caller that has one',
  tag: 'Company',
  needsIdentity: true,
  body: Type.Object({ ownPasswords: Rule, managersFactor: Rule }),
  reply: done,
  onInvalidInput: 'failedEdit',
  refusals: ['confirmIdentity', 'noSecondFactor', 'conflict'],
});
