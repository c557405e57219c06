import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done, Id, listOf } from './fields.ts';

const Session = Type.Object({
  id: Id,
  created_at: Type.String({ description: 'UTC ISO-8601' }),
  last_seen_at: Type.String({ description: 'UTC ISO-8601, to the hour' }),
  expires_at: Type.String({ description: 'UTC ISO-8601; later when it is used meanwhile' }),
  address: Type.String(),
  device: Type.String({ description: 'browser and system, as far as the browser says' }),
  time_zone: Type.String(),
  current: Type.Boolean({ description: 'the one that asks' }),
});
export type Session = Static<typeof Session>;

export const getSessions = endpoint({
  method: 'GET',
  path: '/employees/sessions',
  summary: 'Where the caller is signed in, the latest first',
  tag: 'Authentication',
  reply: listOf(Session),
  onInvalidInput: 'malformed',
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/employees/sessions/{id}',
  summary: 'Sign out there, sockets included; the shift goes on',
  tag: 'Authentication',
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'malformed',
  refusals: ['noSuchSession'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/employees/sessions',
  summary: 'Sign out everywhere else',
  tag: 'Authentication',
  actsOnSession: true,
  reply: done,
  onInvalidInput: 'malformed',
});
