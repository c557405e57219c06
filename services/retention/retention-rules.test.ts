import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { DomainEvent, StoredEvent } from '#contracts/events/vocabulary.ts';
import { createPeople } from './person.postgres.ts';
import { retentionJob } from './retention.job.ts';
import { addressesIn, endOf, erasedFrom } from './retention-rules.ts';

const at = (day: string) => `${day}T12:00:00.000Z`;
const stored = (day: string, event: DomainEvent) => ({ ...event, metadata: { at: at(day) } }) as StoredEvent;
const started = (day: string, status: 'trialing' | 'active' | 'canceled' = 'trialing') =>
  stored(day, {
    type: 'SubscriptionStarted',
    data: {
      ...{ provider: 'sandbox', providerSubscriptionId: 'sub', status },
      ...{ trialEndsAt: null, nextBillingAt: null, seats: 1 },
    },
  });
const changed = (day: string, after: 'past_due' | 'canceled') =>
  stored(day, {
    type: 'SubscriptionStatusChanged',
    data: { before: 'active', after, trialEndsAt: null, nextBillingAt: null },
  });
const canceled = (day: string) =>
  stored(day, { type: 'SubscriptionCanceled', data: { canceledAt: at(day), refundCents: 0 } });
const registered = stored('2026-01-01', {
  type: 'CompanyRegistered',
  data: { name: 'Acme', employeeCount: '0-20', superEmployeeId: 'ana' },
});
const verified = stored('2026-01-02', {
  type: 'CompanyVerified',
  data: { verifiedAt: at('2026-01-02') },
});

it('a company has no end while a subscription runs, even with a late payment', () => {
  expect(endOf([registered, verified], [started('2026-01-03')])).toBeNull();
  expect(
    endOf([registered, verified], [started('2026-01-03'), changed('2026-02-03', 'past_due')]),
  ).toBeNull();
});

it('a company ends when its subscription is canceled, by the company or by the provider', () => {
  expect(endOf([registered], [started('2026-01-03'), canceled('2026-03-01')])).toBe(at('2026-03-01'));
  expect(endOf([registered], [started('2026-01-03'), changed('2026-03-05', 'canceled')])).toBe(
    at('2026-03-05'),
  );
  expect(endOf([registered], [started('2026-01-03', 'canceled')])).toBe(at('2026-01-03'));
});

it('a renewed company has no end until it ends again', { tags: ['spec-9.1'] }, () => {
  const renewed = [started('2026-01-03'), canceled('2026-03-01'), started('2026-08-31', 'active')];
  expect(endOf([registered], renewed)).toBeNull();
  expect(endOf([registered], [...renewed, canceled('2026-10-01')])).toBe(at('2026-10-01'));
});

it('a company without a subscription ended with the last step of its registration', () => {
  const expired = stored('2026-01-08', { type: 'CompanyExpired', data: { expiredAt: at('2026-01-08') } });
  const terminated = stored('2026-07-02', {
    type: 'CompanyTerminated',
    data: { terminatedAt: at('2026-07-02') },
  });
  expect(endOf([registered], [])).toBe(at('2026-01-01'));
  expect(endOf([registered, verified, terminated], [])).toBe(at('2026-01-02'));
  expect(endOf([registered, expired], [])).toBe(at('2026-01-08'));
  expect(endOf([], [])).toBeNull();
});

it.each([
  ['2026-01-15T10:20:30.400Z', '2026-07-15T10:20:30.400Z'],
  ['2026-08-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
  ['2027-08-31T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
  ['2026-12-31T01:00:00.000Z', '2027-06-30T01:00:00.000Z'],
])('data of a company that ended at %s is erased at %s', { tags: ['spec-9.1'] }, (ended, erased) => {
  expect(erasedFrom(ended)).toBe(erased);
});

it('the addresses of a company are those of all its people, present and former, in lower case', () => {
  const person = (employeeId: string, email: string): EmployeeFacts => ({
    ...{ firstName: 'Ada', lastName: employeeId, email, employeeNumber: '', role: 'sales associate' },
    ...{ type: 'employee', campaignId: null, managerId: null, shiftDuration: null },
  });
  const added = (employeeId: string, email: string) =>
    stored('2026-01-03', {
      type: 'EmployeeAdded',
      data: { employeeId, employee: person(employeeId, email) },
    });
  const edited = (employeeId: string, [from, to]: readonly [string, string]) =>
    stored('2026-01-04', {
      type: 'EmployeeEdited',
      data: { employeeId, before: person(employeeId, from), after: person(employeeId, to) },
    });
  const deleted = (employeeId: string, email: string) =>
    stored('2026-01-05', {
      type: 'EmployeeDeleted',
      data: { employeeId, before: person(employeeId, email) },
    });
  expect(
    addressesIn([
      added('ada', 'Ada@One.test'),
      added('bob', 'bob@one.test'),
      edited('ada', ['Ada@One.test', 'ada@two.test']),
      edited('ada', ['ada@two.test', 'ADA@three.test']),
      deleted('bob', 'bob@one.test'),
    ]),
  ).toEqual(['ada@one.test', 'bob@one.test', 'ada@two.test', 'ada@three.test']);
});

describe('the job of the night', () => {
  it('erases all others when a company fails, and is tried again', async () => {
    const done: string[] = [];
    const job = retentionJob(
      {
        due: async () => ['fails', 'goes'].map((companyId) => ({ companyId, endedAt: '2026-01-01' })),
        async erase({ companyId }) {
          if (companyId === 'fails') throw new Error('an event that cannot be read');
          done.push(companyId);
          return 'erased';
        },
        lookAgain: async () => void done.push('look again'),
        rewriteTables: async () => {
          done.push('tables');
          return { tables: [], left: [] };
        },
      },
      {
        async eraseOrdered() {
          done.push('people');
          return [];
        },
        keyTrials: async () => 0,
      },
    );
    const run = {
      jobId: 'one',
      attempt: 1,
      signal: new AbortController().signal,
      log: pino({ enabled: false }),
    };
    await expect(job.handler({}, run)).rejects.toThrow('an event that cannot be read');
    expect(done).toEqual(['goes', 'look again', 'people', 'tables']);
  });

  it('erases the other people when one fails', async () => {
    const people = createPeople({
      pool: new pg.Pool(),
      store: { read: async () => [], readAt: async () => [] },
      async peopleWith(id) {
        if (id === 'fails') throw new Error('no answer');
        return [];
      },
      blankTexts: async () => {},
      readByAll: {},
      record: async () => {},
      ordered: async () => ['fails', 'gone'].map((employeeId) => ({ companyId: 'acme', employeeId })),
      rebuild: async () => true,
      endRebuilds: async () => true,
    });
    expect((await people.eraseOrdered()).map(({ outcome }) => outcome)).toEqual(['failed', 'refused']);
  });
});
