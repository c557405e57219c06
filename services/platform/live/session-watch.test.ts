import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { Principal } from '../principal.ts';
import { createMemoryLiveBus } from './live-bus.memory.ts';
import { createSessionWatch } from './session-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
  let away = false;
  const watch = createSessionWatch({
    async authenticateAll(tokens) {
      asked.push([...tokens]);
      if (away) throw new Error('database away');
      return tokens.map((token) => known.get(token) ?? null);
    },
    bus,
    log,
  });
  const happened: string[] = [];
  return {
    bus,
    known,
    asked,
    happened,
    fail: (on: boolean) => {
      away = on;
    },
    open(token: string) {
      known.set(token, personOf(token));
      return watch.watch(token, personOf(token), {
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

  it('checks again when an employee lost access, and closes only ended sessions', async () => {
    const { bus, happened, known, open } = world();
    for (const token of ['a', 'b']) open(token);
    known.delete('a');
    known.delete('b');
    bus.publish({ kind: 'revoked', employeeId: 'employee of a', sessionId: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(happened).toEqual(['a ended']);
  });

  it('checks all sessions after missed news', async () => {
    const { bus, happened, known, open } = world();
    for (const token of ['a', 'b']) open(token);
    known.delete('b');
    bus.publish({ kind: 'missed' });
    await vi.advanceTimersByTimeAsync(0);
    expect(happened).toEqual(['b ended']);
  });

  it('notices an end without an announcement within half a second', async () => {
    const { happened, known, open } = world();
    open('a');
    open('b');
    known.delete('a');
    known.set('b', { ...personOf('b'), role: 'manager' });
    await vi.advanceTimersByTimeAsync(500);
    expect(happened).toEqual(['a ended', 'b is manager']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(happened).toHaveLength(2);
  });

  it('checks many sessions in batches, and each about every half second', async () => {
    const { asked, happened, known, open } = world();
    for (let at = 0; at < 1_000; at++) open(`t${at}`);
    await vi.advanceTimersByTimeAsync(600);
    asked.length = 0;
    known.delete('t999');
    await vi.advanceTimersByTimeAsync(600);
    expect(Math.max(...asked.map((tokens) => tokens.length))).toBe(200);
    expect(new Set(asked.flat()).size).toBe(1_000);
    expect(happened).toEqual(['t999 ended']);
  });

  it('closes nothing while sessions cannot be checked', async () => {
    const { fail, happened, known, open } = world();
    open('a');
    fail(true);
    known.delete('a');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(happened).toEqual([]);
    fail(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(happened).toEqual(['a ended']);
  });

  it('checks no closed connections, and nothing after it is closed itself', async () => {
    const { asked, close, open } = world();
    const [one, other] = [open('a'), open('a')];
    one();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([['a']]);
    other();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([['a']]);
    open('b');
    close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([['a']]);
  });
});
