import type pg from 'pg';
import { createAdvisoryLock } from '#platform/concurrency/advisory-lock.ts';
import { UNAVAILABLE, type Unavailable } from '../payments.port.ts';
import type { ExecuteIntent } from './execute-intent.ts';
import type { Intents } from './intents.port.ts';
import type { BillingOutcome } from './outcome.ts';

/** Each running call holds a database connection while the provider answers. */
const LIMITS = { running: 3, waiting: 200 };

/** Name of the advisory lock under which a company's payments change, or the company ends. */
export const billingLockOf = (companyId: string) => `billing ${companyId}`;

export type CompanyLockDeps = {
  readonly pool: pg.Pool;
  readonly intents: Pick<Intents, 'openOf'>;
  readonly executeIntent: ExecuteIntent;
};

/**
 * Runs `work` while no other process changes the payments of this company. Completes an interrupted intent first,
 * because its own answer says more than the provider's state does; while the provider does not answer to that,
 * `work` does not run. The lock ends with the process that holds it.
 */
export type WithCompanyLock = <Value>(
  companyId: string,
  work: () => Promise<Value>,
) => Promise<Value | Unavailable>;

export function createWithCompanyLock({ pool, intents, executeIntent }: CompanyLockDeps): WithCompanyLock {
  const lock = createAdvisoryLock(pool, LIMITS);

  async function completeOpenIntent(companyId: string): Promise<BillingOutcome | null> {
    const intent = await intents.openOf(companyId);
    return intent && executeIntent(intent);
  }

  return (companyId, work) =>
    lock.hold(billingLockOf(companyId), async () => {
      const completed = await completeOpenIntent(companyId);
      if (completed && !completed.ok && completed.code === 'unavailable') return UNAVAILABLE;
      return work();
    });
}
