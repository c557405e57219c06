import { readVersions } from '#contracts/events/codec.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { createPool, queriesOn } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { createLimits } from '#platform/limits/limits.postgres.ts';
import { createLog } from '#platform/log.ts';
import { createAccounts } from '#services/auth/accounts.ts';
import { createBilling } from '#services/billing/billing.module.ts';
import type { Payments } from '#services/billing/payments.port.ts';
import { createSandboxPayments } from '#services/billing/sandbox/payments.sandbox.ts';
import type { SandboxTables } from '#services/billing/sandbox/sandbox-tables.ts';
import { createTrials } from '#services/billing/trials.ts';
import { openPostOffice } from '#services/main/mail.ts';
import { recordedSubscriptions } from '#services/main/payments.ts';
import { accountFacts, createCommands } from '#services/main/wiring.ts';
import { contextOf, done } from '#tests/support/command-world.ts';

export const GOOD_CARD = 'pm_card_visa';
export const DECLINED_CARD = 'pm_card_chargeDeclined';

export type BillingWorld = ReturnType<typeof openBillingWorld>;

/** The commands and the billing of one process on that database, with the sandbox as the provider. */
export function openBillingWorld(
  url: string,
  { clock = systemClock, between }: { clock?: Clock; between?: (real: Payments) => Payments } = {},
) {
  const pool = createPool(url, { max: 12 });
  const store = createPostgresEventStore({ pool });
  const commands = createCommands(store);
  const accounts = createAccounts({ pool, clock, ...accountFacts(commands) });
  const sandbox = createSandboxPayments({ pool, clock, recorded: recordedSubscriptions(store) });
  const payments = between?.(sandbox) ?? sandbox;
  const billing = createBilling({
    ...{ pool, store, clock, payments, log: createLog('silent') },
    subscriptions: commands.subscriptions,
    outbox: openPostOffice({ pool, mailing: pool, clock }).outbox,
    limits: createLimits({ pool }),
    timeZoneOf: accounts.timeZoneOf,
    trials: createTrials({ key: () => Buffer.from('a key'), readByAll: readVersions() }),
    publicUrl: () => 'http://localhost',
  });
  const sandboxTables = queriesOn<SandboxTables>(pool);
  const now = () => clock.now().toISOString();

  return {
    ...{ pool, store, commands, accounts, clock, payments, sandbox, billing },
    context: (companyId: string, commandId = newId()) => contextOf(companyId, { commandId, now: now() }),

    /** A company with its super employee and without a subscription. */
    async company(name = 'Acme'): Promise<string> {
      const companyId = newId();
      const superEmployeeId = newId();
      const ctx = () => contextOf(companyId, { now: now() });
      await done(commands.companies.registerCompany(ctx(), { name, employeeCount: '0-20', superEmployeeId }));
      const person = { firstName: 'Grace', lastName: 'Hopper', email: `${companyId}@example.test` };
      await done(commands.employees.addSuperEmployee(ctx(), { ...person, employeeId: superEmployeeId }));
      return companyId;
    },

    /** The provider's ledger of a company: all its subscriptions, and the money that was moved. */
    async ledgerOf(companyId: string) {
      const subscriptions = await sandboxTables
        .selectFrom('sandbox.subscriptions')
        .select(['id', 'status', 'seats', 'payment_method_id'])
        .where('company_id', '=', companyId)
        // Ids begin with the time, to the millisecond.
        .orderBy('id')
        .execute();
      const movements = await sandboxTables
        .selectFrom('sandbox.movements as m')
        .innerJoin('sandbox.subscriptions as s', 's.id', 'm.subscription_id')
        .select(['m.kind', 'm.cents'])
        .where('s.company_id', '=', companyId)
        .orderBy('m.id')
        .execute();
      return { subscriptions, movements };
    },

    /** Types of the events of its subscription, in order. */
    async history(companyId: string): Promise<string[]> {
      return (await store.read(`subscription-${companyId}`)).map(({ type }) => type);
    },

    /** Ids of the mails to a company, oldest first. */
    async mails(companyId: string): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM mail_outbox WHERE company_id = $1 ORDER BY posted_at, id',
        [companyId],
      );
      return rows.map(({ id }) => id);
    },

    async close(): Promise<void> {
      await store.close();
      await pool.end();
    },
  };
}
