import { vi } from 'vitest';
import type { SteppedTime } from '#tests/support/stepped-time.ts';
import { createLog } from '../log.ts';
import type { Principal } from '../principal.ts';
import { createMemoryLiveBus } from './live-bus.memory.ts';
import { createSessionWatch } from './session-watch.ts';

const log = createLog('silent');

export const personOf = (token: string): Principal => ({
  sessionId: `session of ${token}`,
  employeeId: `employee of ${token}`,
  companyId: 'c',
  role: 'sales associate',
  type: 'employee',
  timeZone: 'America/Toronto',
  subscriptionIsActive: true,
});

/** A watch over sessions that the test opens, changes and ends. */
export function watchedSessions(time: SteppedTime) {
  const bus = createMemoryLiveBus({ log });
  const known = new Map<string, Principal>();
  const asked: string[][] = [];
  const warn = vi.fn();
  let ended: string[] = [];
  let questions = 0;
  let gate: Promise<void> | undefined;
  let away = false;
  const watch = createSessionWatch({
    async authenticateAll(tokens) {
      asked.push([...tokens]);
      await gate;
      if (away) throw new Error('database away');
      return tokens.map((token) => known.get(token) ?? null);
    },
    async endedLately() {
      questions += 1;
      if (away) throw new Error('database away');
      return ended;
    },
    rightsIn: ['people', 'accounts'],
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
    questions: () => questions,
    /** From now on a look-up answers only when the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    fail: (on: boolean) => {
      away = on;
    },
    /** Ends a session, without a message. */
    end(token: string) {
      known.delete(token);
      ended = [...ended, `session of ${token}`];
    },
    open(token: string, person = personOf(token)) {
      known.set(token, person);
      return watch.watch(token, person, {
        ended: () => void happened.push(`${token} ended`),
        changed: ({ role }) => void happened.push(`${token} is ${role}`),
      });
    },
    /** Until the sessions that were opened are known to be as they were. */
    async settle() {
      await time.pass(500);
      asked.length = 0;
    },
    changes: (model: string, ...keys: Record<string, string>[]) =>
      bus.publish({ kind: 'committed', position: 7, changes: [{ model, companyId: 'c', keys }] }),
    close: watch.close,
  };
}
