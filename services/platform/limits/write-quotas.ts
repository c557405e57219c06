import { LRUCache } from 'lru-cache';
import { accepted, rejected } from '#contracts/result.ts';
import type { Scheduler } from '../clock.ts';
import type { Person } from '../principal.ts';
import type { Taken } from './limits.port.ts';

/** Writes per second in the long run; 0 is no limit. */
export type WriteRates = { readonly perCompany: number; readonly perPerson: number };

/** What was not used is saved up for as long, so that work that comes all at once is not refused. */
const SAVED_MS = 300_000;
const REMEMBERED = 50_000;

export type WriteQuotas = {
  /** Counts one write of this person and their company, or none when either has no more. */
  take(person: Person): Taken;
};

/** Counts in this process only, and forgets with it. The others of a company have their own when one of them has none. */
export function createWriteQuotas(rates: WriteRates, { now }: Pick<Scheduler, 'now'>): WriteQuotas {
  const companies = createQuota(rates.perCompany);
  const people = createQuota(rates.perPerson);
  return {
    take({ companyId, employeeId }) {
      const at = now();
      const person = `${companyId} ${employeeId}`;
      const waitMs = Math.max(companies.waitMs(companyId, at), people.waitMs(person, at));
      if (waitMs > 0) return { ...rejected('tooManyRequests'), retryAfterSeconds: Math.ceil(waitMs / 1000) };
      companies.use(companyId, at);
      people.use(person, at);
      return accepted();
    },
  };
}

/** A token bucket for each key, kept as the time at which it is full again (GCRA). */
function createQuota(perSecond: number) {
  // Its memory is taken at once.
  if (perSecond === 0) return { waitMs: () => 0, use: () => {} };
  const fullAt = new LRUCache<string, number>({ max: REMEMBERED });
  const eachMs = 1000 / perSecond;
  const after = (key: string, at: number) => Math.max(at, fullAt.get(key) ?? at) + eachMs;
  return {
    /** 0 when one more is possible at once. */
    waitMs: (key: string, at: number): number => Math.max(0, after(key, at) - at - SAVED_MS),
    use: (key: string, at: number): void => void fullAt.set(key, after(key, at)),
  };
}
