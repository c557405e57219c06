import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { createErrorCollector } from '#platform/database-errors.ts';
import { backfill, type RecordedSubscriptions } from './backfill.ts';
import { deleteOldKeys } from './calls.ts';
import { deleteCompany, lockCustomer, secondsOf } from './ledger.ts';
import type { SandboxTables } from './sandbox-tables.ts';
import { createSandboxWebhooks, type Receive } from './webhooks.ts';

export type SandboxDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Receives the webhooks. */
  readonly receive: Receive;
  readonly recorded: Pick<RecordedSubscriptions, 'of'>;
  /** Companies with an active subscription that the ledger does not have. */
  readonly unknownCompanies: () => Promise<readonly string[]>;
};

export type Sandbox = {
  /**
   * Advances every subscription to now and delivers webhooks. Errors are thrown after the rest is done. Returns how
   * many customers were due and how many webhooks were delivered.
   */
  run(signal?: AbortSignal): Promise<{ due: number; delivered: number }>;
  /**
   * Moves the time of one company's payments forward and delivers the webhooks. Returns its new time as UTC
   * ISO-8601; null when the sandbox does not know the company.
   */
  advance(companyId: string, seconds: number): Promise<string | null>;
  /** Deletes everything about a company; returns whether there was anything. */
  deleteCompany(companyId: string): Promise<boolean>;
};

/** The changes at the sandbox provider that no call of ours makes: time passes there, too. */
export function createSandbox(deps: SandboxDeps): Sandbox {
  const { pool, clock, receive, recorded, unknownCompanies } = deps;
  const db = queriesOn<SandboxTables>(pool);
  const webhooks = createSandboxWebhooks({ db, clock });

  async function backfillCompany(companyId: string): Promise<void> {
    const found = await recorded.of(companyId);
    if (found) await db.transaction().execute((tx) => backfill(tx, clock, found));
  }

  async function backfillUnknownCompanies(signal: AbortSignal | undefined): Promise<void> {
    const errors = createErrorCollector();
    for (const companyId of await unknownCompanies()) {
      if (signal?.aborted) return;
      await errors.collect(() => backfillCompany(companyId));
    }
    errors.rethrow();
  }

  return {
    async run(signal) {
      const errors = createErrorCollector();
      let [due, delivered] = [0, 0];
      await errors.collect(() => backfillUnknownCompanies(signal));
      await errors.collect(async () => {
        due = await advanceSubscriptions(db, clock, signal);
      });
      await errors.collect(async () => {
        delivered = await webhooks.deliver(receive, signal);
      });
      await errors.collect(() => deleteOldKeys(db, clock));
      errors.rethrow();
      return { due, delivered };
    },

    async advance(companyId, seconds) {
      await backfillCompany(companyId);
      const now = await moveTimeForward(db, clock, { companyId, seconds });
      await webhooks.deliver(receive);
      return now === null ? null : new Date(now * 1000).toISOString();
    },

    deleteCompany: (companyId) => deleteCompany(db, companyId),
  };
}

const BATCH_SIZE = 100;

/**
 * Makes every change that is due: trials end, months are billed, failed payments are tried again. Each customer is
 * one transaction at the customer's own time, so it may run anywhere and at any time. Returns how many customers
 * were due. Throws the errors of single customers after all others are done.
 */
export async function advanceSubscriptions(
  db: Kysely<SandboxTables>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<number> {
  const errors = createErrorCollector();
  for (let count = 0, after = ''; ; ) {
    const due = await db
      .selectFrom('sandbox.customers as c')
      .innerJoin('sandbox.subscriptions as s', 's.customer_id', 'c.id')
      .select('c.id')
      .distinct()
      .where(({ eb, ref }) => eb('s.due_at', '<=', eb(eb.val(secondsOf(clock)), '+', ref('c.ahead_seconds'))))
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(BATCH_SIZE)
      .execute();
    for (const { id } of due) {
      if (signal?.aborted) return count;
      await errors.collect(() => db.transaction().execute((tx) => lockCustomer(tx, clock, id)));
      count++;
    }
    after = due.at(-1)?.id ?? '';
    if (due.length < BATCH_SIZE) {
      errors.rethrow();
      return count;
    }
  }
}

/** Returns the company's new time in seconds since 1970, or null when it has no customer here. */
function moveTimeForward(
  db: Kysely<SandboxTables>,
  clock: Clock,
  { companyId, seconds }: { companyId: string; seconds: number },
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('sandbox.customers')
      .set(({ eb, ref }) => ({ ahead_seconds: eb(ref('ahead_seconds'), '+', seconds) }))
      .where('company_id', '=', companyId)
      .returning('id')
      .executeTakeFirst();
    return moved ? (await lockCustomer(tx, clock, moved.id)).now : null;
  });
}
