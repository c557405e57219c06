import { sql } from 'kysely';
import { queriesOn } from '#platform/database.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import type { KeepInStep } from '#services/billing/keep-in-step.ts';
import { createReceiveWebhook } from '#services/billing/receive-webhook.ts';
import { createSandbox, type Sandbox } from '#services/billing/sandbox/sandbox.ts';
import { recordedSubscriptions } from './payments.ts';
import type { Core } from './wiring.ts';

const PATIENCE_MS = 5000;

/** For who has just moved the time of a company's payments and looks at once. */
export function followingNow({
  core,
  billing,
  progress,
}: {
  core: Pick<Core, 'commands' | 'store'>;
  billing: { readonly keep: Pick<KeepInStep, 'followProvider'> };
  progress: Pick<ProjectionProgress, 'waitFor'>;
}) {
  return async (companyId: string): Promise<void> => {
    const ours = await core.commands.subscriptions.subscriptionOf(companyId);
    if (ours.kind === 'none') return;
    await billing.keep.followProvider(companyId, ours.providerSubscriptionId);
    await progress.waitFor(await core.store.head(), PATIENCE_MS);
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
