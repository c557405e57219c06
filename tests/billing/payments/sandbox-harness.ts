import type pg from 'pg';
import { afterAll } from 'vitest';
import { createPool, queriesOn } from '#platform/database.ts';
import { createSandboxPayments } from '#services/billing/sandbox/payments.sandbox.ts';
import { advanceSubscriptions } from '#services/billing/sandbox/sandbox.ts';
import type { SandboxTables } from '#services/billing/sandbox/sandbox-tables.ts';
import { createSandboxWebhooks, signWebhook } from '#services/billing/sandbox/webhooks.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { BEGIN, type LedgerEntry, type PaymentsHarness } from './payments-harness.ts';

export type SandboxHarness = PaymentsHarness & {
  /** Closes the database connections of both processes. */
  cutConnections(): Promise<void>;
};

/** Reused and emptied after each test, because making a database takes longer than most tests. */
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function reuse(database: TestDatabase): Promise<void> {
  // Every other row belongs to a customer and is deleted with it.
  await database.pool.query('DELETE FROM sandbox.customers; DELETE FROM sandbox.idempotency_keys');
  databases.push(database);
}

/** The sandbox with a ledger of its own. Two processes use it, and both advance its time. */
export async function openSandbox(): Promise<SandboxHarness> {
  const database = databases.pop() ?? (await createTestDatabase());
  const proxy = await startTcpProxy(new URL(database.url));
  const [ours, others] = [createPool(proxy.url, OPTIONS), createPool(proxy.url, OPTIONS)];
  const replies = { areLost: false };
  for (const pool of [ours, others]) loseReplies(pool, replies);
  const clock = { time: BEGIN.getTime(), now: () => new Date(clock.time) };
  let isCut = false;
  const db = queriesOn<SandboxTables>(database.pool);
  const webhooks = createSandboxWebhooks({ db, clock });
  const secret = await webhooks.secret();
  return {
    payments: createSandboxPayments({ pool: ours, clock }),
    another: () => createSandboxPayments({ pool: others, clock }),
    now: clock.now,
    moveTo: async (instant) => {
      clock.time = instant.getTime();
      await Promise.all(
        [ours, others, ours, others].map((pool) =>
          advanceSubscriptions(queriesOn<SandboxTables>(pool), clock),
        ),
      );
    },
    cards: {
      good: 'pm_card_visa',
      declined: 'pm_card_chargeDeclined',
      neverPays: 'pm_card_chargeCustomerFail',
    },
    ledger: async (customerId): Promise<LedgerEntry[]> => {
      const rows = await db
        .selectFrom('sandbox.movements as m')
        .innerJoin('sandbox.subscriptions as s', 's.id', 'm.subscription_id')
        .select(['m.kind', 'm.cents', 'm.at'])
        .where('s.customer_id', '=', customerId)
        .orderBy('m.id')
        .execute();
      return rows.map(({ kind, cents, at }) => ({ kind, cents, at: new Date(at * 1000).toISOString() }));
    },
    subscriptionsOf: async (customerId) => {
      const found = db.selectFrom('sandbox.subscriptions').select('id').where('customer_id', '=', customerId);
      return (await found.execute()).length;
    },
    // Only its database can be unavailable.
    outages: ['refused', 'reply lost'],
    suffer: async (outage) => {
      if (outage === 'refused') await proxy.cut();
      else if (isCut) await proxy.mend();
      isCut = outage === 'refused';
      replies.areLost = outage === 'reply lost';
    },
    cutConnections: async () => {
      await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = $1 AND datname = current_database()`,
        [OPTIONS.application_name],
      );
    },
    deliveries: webhooks.all,
    sign: (rawBody, at) => signWebhook(rawBody, secret, at.getTime() / 1000),
    close: async () => {
      await Promise.all([ours.end(), others.end()]);
      if (!isCut) await proxy.close();
      await reuse(database);
    },
  };
}

const OPTIONS = { max: 6, application_name: 'sandbox under test' };

/** While replies are lost, a commit succeeds and its connection breaks before the reply arrives. */
function loseReplies(pool: pg.Pool, replies: { readonly areLost: boolean }): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const lose = async (...given: unknown[]) => {
      const result = await query(...given);
      if (replies.areLost && given[0] === 'commit') throw new Error('Connection terminated unexpectedly');
      return result;
    };
    Object.assign(client, { query: lose });
  });
}
