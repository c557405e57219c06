import { beforeEach, describe, expect, it } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import type { Principal } from '../principal.ts';
import { personOf, watchedSessions } from './watched-sessions.fixture.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});
const world = () => watchedSessions(time);

describe('watching the sessions of open connections', () => {
  it('closes the connections of a revoked session at once, all of them and no others', () => {
    const { bus, happened, open } = world();
    for (const token of ['a', 'a', 'b']) open(token);
    bus.publish({ kind: 'revoked', employeeId: 'employee of a', sessionId: 'session of a' });
    expect(happened).toEqual(['a ended', 'a ended']);
  });

  it('keeps the other sessions of the employee, without a look-up', async () => {
    const { asked, bus, happened, open } = world();
    open('a');
    open('phone', { ...personOf('a'), sessionId: 'session of phone' });
    bus.publish({ kind: 'revoked', employeeId: 'employee of a', sessionId: 'session of phone' });
    await time.pass(0);
    expect(happened).toEqual(['phone ended']);
    expect(asked).toEqual([]);
  });

  it.each<Partial<Principal>>([
    { role: 'manager' },
    { type: 'super employee' },
    { subscriptionIsActive: false },
    { timeZone: 'UTC' },
  ])(
    'tells every connection of a change to %j at once, and once',
    {
      tags: ['reliability-44'],
    },
    async (change) => {
      const { happened, known, open, settle, changes } = world();
      open('a');
      open('a');
      await settle();
      const now = { ...personOf('a'), ...change };
      known.set('a', now);
      changes('people', { employee_id: 'employee of a' });
      await time.pass(0);
      expect(happened).toEqual(Array(2).fill(`a is ${now.role}`));
      await time.pass(120_000);
      expect(happened).toHaveLength(2);
    },
  );

  it('looks up the people whose rights may have changed, and no others', async () => {
    const { asked, open, settle, changes, bus } = world();
    for (const token of ['a', 'b']) open(token);
    open('z', { ...personOf('z'), companyId: 'another' });
    await settle();
    changes('sales', { employee_id: 'employee of a' });
    await time.pass(0);
    changes('people', { employee_id: 'employee of b' });
    await time.pass(0);
    changes('accounts', { company_id: 'c' });
    await time.pass(0);
    changes('people');
    await time.pass(0);
    bus.publish({ kind: 'revoked', employeeId: 'employee of z', sessionId: null });
    await time.pass(0);
    expect(asked).toEqual([['b'], ['a', 'b'], ['a', 'b'], ['z']]);
  });

  it('costs one query twice a second, however many sessions are open and idle', async () => {
    const { asked, open, questions, settle } = world();
    for (let at = 0; at < 1_000; at++) open(`t${at}`);
    await settle();
    const before = questions();
    await time.pass(50_000);
    expect([asked, questions() - before]).toEqual([[], 100]);
  });

  it('asks nothing while no connection is open', async () => {
    const { asked, open, questions } = world();
    const close = open('a');
    close();
    await time.pass(10_000);
    expect([asked, questions()]).toEqual([[], 0]);
  });

  it('looks every session up once a minute, in parts, for those that expired', async () => {
    const { asked, happened, known, open, settle } = world();
    for (let at = 0; at < 1_000; at++) open(`t${at}`);
    await settle();
    known.delete('t999');
    await time.pass(60_000);
    expect(Math.max(...asked.map((tokens) => tokens.length))).toBe(200);
    expect(new Set(asked.flat()).size).toBe(1_000);
    expect(happened).toEqual(['t999 ended']);
  });

  it('notices an end without an announcement within half a second', {
    tags: ['reliability-37', 'decision-4.21'],
  }, async () => {
    const { end, happened, open, settle } = world();
    for (const token of ['a', 'a', 'b']) open(token);
    await settle();
    end('a');
    await time.pass(500);
    expect(happened).toEqual(['a ended', 'a ended']);
  });

  it('notices what changed between the sign-in and the watch', async () => {
    const { happened, known, open } = world();
    open('a');
    open('b');
    known.delete('a');
    known.set('b', { ...personOf('b'), role: 'manager' });
    await time.pass(500);
    expect(happened).toEqual(['a ended', 'b is manager']);
  });

  it('checks all sessions after missed news', async () => {
    const { bus, happened, known, open, settle } = world();
    for (const token of ['a', 'b', 'c']) open(token);
    await settle();
    known.delete('b');
    known.set('c', { ...personOf('c'), role: 'manager' });
    bus.publish({ kind: 'missed' });
    await time.pass(0);
    expect(happened).toEqual(['b ended', 'c is manager']);
  });

  it('looks up again when news came during the look-up', async () => {
    const { asked, changes, happened, hold, known, open, settle } = world();
    open('a');
    await settle();
    const answer = hold();
    changes('people', { employee_id: 'employee of a' });
    await time.pass(0);
    changes('people', { employee_id: 'employee of a' });
    known.set('a', { ...personOf('a'), role: 'manager' });
    answer();
    await time.pass(0);
    expect([asked, happened]).toEqual([[['a'], ['a']], ['a is manager']]);
  });

  it('watches a session that is opened again while its old connection closes', async () => {
    const { asked, bus, open } = world();
    const closeOld = open('a');
    bus.publish({ kind: 'revoked', employeeId: 'employee of a', sessionId: 'session of a' });
    open('a');
    closeOld();
    await time.pass(500);
    expect(asked).toEqual([['a']]);
  });
});
