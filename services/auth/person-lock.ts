import type pg from 'pg';
import { createNamedLock } from '#platform/named-lock.ts';
import type { Person } from '#platform/person.ts';

const LIMITS = { running: 3, waiting: 500 };

/** One change of a person's account at a time, over all processes. */
export function createPersonLock(pool: pg.Pool) {
  const lock = createNamedLock(pool, LIMITS);
  const nameOf = ({ companyId, employeeId }: Person) => `account ${companyId} ${employeeId}`;
  return {
    /** Waits for its turn. */
    hold: <Value>(person: Person, work: () => Promise<Value>) => lock.hold(nameOf(person), work),
    /** Does not wait: false when somebody is at it. */
    ifFree: (person: Person, work: () => Promise<void>) => lock.ifFree(nameOf(person), work),
  };
}
