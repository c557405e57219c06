import { sql } from 'kysely';
import { queriesOn } from '#platform/database.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import { remindsOfTrialEnd } from '#services/billing/billing.job.ts';
import type { BillingLetters } from '#services/billing/billing-letters.ts';
import type { KeepInStep } from '#services/billing/keep-in-step.ts';
import { createReceiveWebhook } from '#services/billing/receive-webhook.ts';
import { createSandbox, type Sandbox } from '#services/billing/sandbox/sandbox.ts';
import { recordedSubscriptions } from './payments.ts';
import type { Core } from './wiring.ts';

const PATIENCE_MS = 5000;

export type AdvancingDeps = {
  readonly core: Pick<Core, 'commands' | 'store'>;
  readonly billing: {
    readonly keep: Pick<KeepInStep, 'followProvider' | 'followEmployees'>;
    readonly letters: Pick<BillingLetters, 'trialEnds'>;
  };
  readonly progress: Pick<ProjectionProgress, 'waitFor'>;
};

/**
 * Moves the time of a company's payments, with what jobs would have done before and after: the seats are those
 * of today while the days go by, and whoever stops in the last two days of a trial gets the letter about it.
 */
export function advancing(sandbox: Pick<Sandbox, 'advance'>, { core, billing, progress }: AdvancingDeps) {
  const recorded = async (companyId: string) => {
    const ours = await core.commands.subscriptions.subscriptionOf(companyId);
    return ours.kind === 'none' ? null : ours;
  };

  return async (companyId: string, seconds: number): Promise<string | null> => {
    await billing.keep.followEmployees(companyId);
    const now = await sandbox.advance(companyId, seconds);
    const before = await recorded(companyId);
    if (now === null || before === null) return now;
    await billing.keep.followProvider(companyId, before.providerSubscriptionId);
    const after = await recorded(companyId);
    if (after?.status === 'trialing' && after.trialEndsAt !== null) {
      const { providerSubscriptionId, trialEndsAt } = after;
      const isSoon = remindsOfTrialEnd(trialEndsAt, new Date(now));
      if (isSoon) await billing.letters.trialEnds(companyId, providerSubscriptionId, trialEndsAt);
    }
    await progress.waitFor(await core.store.head(), PATIENCE_MS);
    return now;
  };
}

/** The sandbox provider's own side, where it is the provider; its webhooks go the way of the real one's. */
export function openSandbox(core: Core): Sandbox | null {
  if (core.config.payments.kind !== 'sandbox') return null;
  const db = queriesOn<unknown>(core.pool);
  return createSandbox({
    ...core,
    receive: createReceiveWebhook(core),
    recorded: recordedSubscriptions(core.store),
    strangers: async () => {
      const { rows } = await sql<{ company_id: string }>`
        SELECT a.company_id FROM read.company_account a
         WHERE a.status IN ('trialing', 'active', 'past_due')
           AND NOT EXISTS (SELECT FROM sandbox.subscriptions s WHERE s.company_id = a.company_id)
         ORDER BY a.company_id`.execute(db);
      return rows.map(({ company_id }) => company_id);
    },
  });
}
