import { createPool, queriesOn } from '#platform/database.ts';
import { createSandboxPayments } from '#services/billing/payments.sandbox.ts';
import { liveOn } from '#services/billing/sandbox/live-on.ts';
import type { SandboxTables } from '#services/billing/sandbox/tables.ts';
import { signed } from '#services/billing/sandbox/webhook-signature.ts';
import { createSandboxWebhooks } from '#services/billing/sandbox/webhooks.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { BEGIN, type LedgerEntry, type PaymentsHarness } from './payments-harness.ts';

/** The sandbox with books of its own. */
export async function openSandbox(): Promise<PaymentsHarness> {
  const database = await createTestDatabase();
  const others = createPool(database.url, { max: 12 });
  const clock = { time: BEGIN.getTime(), now: () => new Date(clock.time) };
  const db = queriesOn<SandboxTables>(database.pool);
  const webhooks = createSandboxWebhooks({ db, clock });
  const secret = await webhooks.secret();
  return {
    payments: createSandboxPayments({ pool: database.pool, clock }),
    another: () => createSandboxPayments({ pool: others, clock }),
    now: clock.now,
    moveTo: async (instant) => {
      clock.time = instant.getTime();
      await liveOn(db, clock);
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
    outages: [],
    suffer: async () => {},
    deliveries: webhooks.all,
    sign: (rawBody, at) => signed(rawBody, secret, at.getTime() / 1000),
    close: async () => {
      await others.end();
      await database.drop();
    },
  };
}
