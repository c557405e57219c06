import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { adopt } from './adopt.ts';
import { createFailures } from './failures.ts';
import { forgetCompany, forgetKeys } from './forgetting.ts';
import { liveOn, moveAhead } from './live-on.ts';
import type { RecordedSubscriptions } from './recorded.ts';
import type { SandboxTables } from './tables.ts';
import { createSandboxWebhooks, type Receive } from './webhooks.ts';

export type SandboxDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Where webhooks arrive. */
  readonly receive: Receive;
  readonly recorded: Pick<RecordedSubscriptions, 'of'>;
  /** Companies with an active subscription of which the sandbox knows none. */
  readonly strangers: () => Promise<readonly string[]>;
};

export type Sandbox = ReturnType<typeof createSandbox>;

/** What goes on at the sandbox provider without a call of ours. */
export function createSandbox({ pool, clock, receive, recorded, strangers }: SandboxDeps) {
  const db = queriesOn<SandboxTables>(pool);
  const webhooks = createSandboxWebhooks({ db, clock });

  async function enter(companyId: string): Promise<void> {
    const found = await recorded.of(companyId);
    if (found) await db.transaction().execute((tx) => adopt(tx, clock, found));
  }

  async function enterStrangers(signal: AbortSignal | undefined): Promise<void> {
    const failures = createFailures();
    for (const companyId of await strangers()) {
      if (signal?.aborted) return;
      await failures.collect(() => enter(companyId));
    }
    failures.rethrow();
  }

  return {
    /** Lets everybody live until now and delivers what is to be told. Throws what went wrong, after the rest. */
    async run(signal?: AbortSignal): Promise<{ due: number; delivered: number }> {
      const failures = createFailures();
      let [due, delivered] = [0, 0];
      await failures.collect(() => enterStrangers(signal));
      await failures.collect(async () => {
        due = await liveOn(db, clock, signal);
      });
      await failures.collect(async () => {
        delivered = await webhooks.deliver(receive, signal);
      });
      await failures.collect(() => forgetKeys(db, clock));
      failures.rethrow();
      return { due, delivered };
    },

    /**
     * Moves the time of one company ahead and tells what came of it. Returns its time from then on as UTC
     * ISO-8601; null when the sandbox does not know the company.
     */
    async advance(companyId: string, seconds: number): Promise<string | null> {
      await enter(companyId);
      const now = await moveAhead(db, clock, { companyId, seconds });
      await webhooks.deliver(receive);
      return now === null ? null : new Date(now * 1000).toISOString();
    },

    /** Everything about a company, for good; returns whether there was anything. */
    forget: (companyId: string) => forgetCompany(db, companyId),
  };
}
