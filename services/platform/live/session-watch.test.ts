import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { createLog } from '../log.ts';
import type { Principal } from '../principal.ts';
import { createMemoryLiveBus } from './live-bus.memory.ts';
import { createSessionWatch } from './session-watch.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

const log = createLog('silent');
const personOf = (token: string): Principal => ({
  sessionId: `session of ${token}`,
  employeeId: `employee of ${token}`,
  companyId: 'c',
  role: 'sales associate',
  type: 'employee',
  timeZone: 'America/Toronto',
  subscriptionIsActive: true,
});

function world() {
  const bus = createMemoryLiveBus({ log });
  const known = new Map<string, Principal>();
  const asked: string[][] = [];
  const warn = vi.fn();
  let gate: Promise<void> | undefined;
  let away = false;
  const watch = createSessionWatch({
    async authenticateAll(tokens) {
      asked.push([...tokens]);
      await gate;
      if (away) throw new Error('database away');
      return tokens.map((token) => known.get(token) ?? null);
    },
    bus,
    log: { warn },
    scheduler: time.scheduler,
  });
  const happened: string[] = [];
  return {
    bus,
    known,
    asked,
    happened,
    warn,
    /** From now on a look-up answers only when the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    fail: (on: boolean) => {
      away = on;
    },
    open(token: string, person = personOf(token)) {
      known.set(token, person);
      return watch.watch(token, person, {
        ended: () => void happened.push(`${token} ended`),
        changed: ({ role }) => void happened.push(`${token} is ${role}`),
      });
    },
    close: watch.close,
  };
}

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
    { type: 'super employee' },
    { subscriptionIsActive: false },
    { timeZone: 'UTC' },
  ])('tells the connection of a change to %j', async (change) => {
    const { happened, known, open } = world();
    open('a');
    known.set('a', { ...personOf('a'), ...change });
    await time.pass(500);
    expect(happened).toEqual(['a is sales associate']);
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

  it('drops the answer about a connection that closed meanwhile', async () => {
    const { hold, open, known, happened, warn } = world();
    const close = open('a');
    const answer = hold();
    await time.pass(500);
    close();
    known.delete('a');
    answer();
    await time.pass(0);
    expect([happened, warn.mock.calls]).toEqual([[], []]);
  });

  it('ends with the check that is under way, and hears no more messages', async () => {
    const { bus, close, happened, hold, known, open } = world();
    open('a');
    known.delete('a');
    const answer = hold();
    await time.pass(500);
    close();
    answer();
    bus.publish({ kind: 'revoked', employeeId: 'employee of a', sessionId: 'session of a' });
    await time.pass(0);
    expect(happened).toEqual([]);
    expect(time.waiting()).toBe(0);
  });

  it('checks again when an employee lost access, and closes only ended sessions', async () => {
    const { asked, bus, happened, known, open } = world();
    for (const token of ['a', 'b']) open(token);
    known.delete('a');
    known.delete('b');
    bus.publish({ kind: 'revoked', employeeId: 'employee of a', sessionId: null });
    await time.pass(0);
    expect(happened).toEqual(['a ended']);
    expect(asked).toEqual([['a']]);
  });

  it('checks all sessions after missed news', async () => {
    const { bus, happened, known, open } = world();
    for (const token of ['a', 'b']) open(token);
    known.delete('b');
    bus.publish({ kind: 'missed' });
    await time.pass(0);
    expect(happened).toEqual(['b ended']);
  });

  it('notices an end without an announcement within half a second', { tags: ['decision-4.21'] }, async () => {
    const { happened, known, open } = world();
    open('a');
    open('b');
    known.delete('a');
    known.set('b', { ...personOf('b'), role: 'manager' });
    await time.pass(500);
    expect(happened).toEqual(['a ended', 'b is manager']);
    await time.pass(2_000);
    expect(happened).toHaveLength(2);
  });

  it('checks many sessions in batches, and each about every half second', async () => {
    const { asked, happened, known, open } = world();
    for (let at = 0; at < 1_000; at++) open(`t${at}`);
    await time.pass(600);
    asked.length = 0;
    known.delete('t999');
    await time.pass(600);
    expect(Math.max(...asked.map((tokens) => tokens.length))).toBe(200);
    expect(new Set(asked.flat()).size).toBe(1_000);
    expect(happened).toEqual(['t999 ended']);
  });

  it('closes nothing while sessions cannot be checked', async () => {
    const { fail, happened, known, open, warn } = world();
    open('a');
    fail(true);
    known.delete('a');
    await time.pass(5_000);
    expect(happened).toEqual([]);
    expect(warn).toHaveBeenCalledWith(
      { err: new Error('database away') },
      'the sessions of open connections could not be checked',
    );
    fail(false);
    await time.pass(500);
    expect(happened).toEqual(['a ended']);
  });

  it('checks no closed connections, and nothing after it is closed itself', async () => {
    const { asked, close, open } = world();
    const [one, other] = [open('a'), open('a')];
    one();
    await time.pass(500);
    expect(asked).toEqual([['a']]);
    other();
    await time.pass(1_000);
    expect(asked).toEqual([['a']]);
    open('b');
    close();
    await time.pass(1_000);
    expect(asked).toEqual([['a']]);
  });
});
