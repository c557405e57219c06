import { expect, it } from 'vitest';
import { EventStoreUnavailable } from '../event-store.port.ts';
import { esdbOutageOr, hostOf } from './outage.eventstoredb.ts';

it.each([
  ['esdb://127.0.0.1:2113?tls=false', '127.0.0.1:2113'],
  ['esdb://admin:p%40ss@node:2113', 'node:2113'],
  ['esdb+discover://admin:changeit@a:2113,b:2113/?nodePreference=leader', 'a:2113,b:2113'],
])('names %s as %s', (url, host) => {
  expect(hostOf(url)).toBe(host);
});

it.each([
  { type: 'unavailable', message: '14 UNAVAILABLE' },
  { code: 14, message: '14 UNAVAILABLE: connect ECONNREFUSED' },
  { code: 4, message: '4 DEADLINE_EXCEEDED' },
  { code: 10, type: 'timeout', message: '10 ABORTED: Operation timed out: Commit phase timeout.' },
  { code: 10, message: '10 ABORTED: Operation timed out: Forwarding timeout' },
  { code: 2, message: '2 UNKNOWN: No leader info available in response' },
  { type: 'deadline-exceeded', message: 'Deadline exceeded' },
  { type: 'cancelled', message: 'Call cancelled' },
  { type: 'not-leader', message: 'Server is not leader' },
  { message: 'Failed to discover after 10 attempts.' },
  { code: 13, message: '13 INTERNAL: Received RST_STREAM with code 2' },
])('treats $message as an outage', (shape) => {
  const outage = esdbOutageOr(Object.assign(new Error(shape.message), shape), 'esdb://u:p@h:1');
  expect(outage).toBeInstanceOf(EventStoreUnavailable);
  expect(outage).toHaveProperty('message', `EventStoreDB at h:1 does not answer: ${shape.message}`);
});

it.each([
  { type: 'access-denied', code: 7, message: 'Access denied' },
  { type: 'maximum-append-size-exceeded', message: 'Maximum append size exceeded' },
  { message: 'Cannot read properties of undefined' },
])('does not treat $message as an outage', (shape) => {
  const error = Object.assign(new Error(shape.message), shape);
  expect(esdbOutageOr(error, 'esdb://h:1')).toBe(error);
});
