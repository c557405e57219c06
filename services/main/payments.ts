import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { ACTIVE_STATUSES, DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { queriesOn } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import {
  createRecordedSubscriptions,
  type RecordedSubscriptions,
} from '#services/billing/sandbox/backfill.ts';
import {
  type AdvancingDeps,
  advancing,
  type SandboxRoutesDeps,
  sandboxRoutes,
} from '#services/billing/sandbox/sandbox.routes.ts';
import { createSandbox, type Sandbox } from '#services/billing/sandbox/sandbox.ts';
import { createTrials, noteTrialKey, readTrialKey, type Trials } from '#services/billing/trials.ts';
import type { Core } from './wiring.ts';

/** The demo's subscription does not name its company. */
const ALIASES = new Map([['sub_demo', DEMO_COMPANY_ID]]);

export function recordedSubscriptions(store: EventStore): RecordedSubscriptions {
  return createRecordedSubscriptions(store, ALIASES);
}

/** The sandbox as a provider with webhooks, or null when Stripe is the provider. */
export function openSandbox(core: Core): Sandbox | null {
  if (core.config.payments.kind !== 'sandbox') return null;
  const db = queriesOn<unknown>(core.pool);
  return createSandbox({
    ...core,
    receive: createReceiveWebhook(core),
    recorded: recordedSubscriptions(core.store),
    unknownCompanies: async () => {
      const { rows } = await sql<{ company_id: string }>`
        SELECT a.company_id FROM read.company_account a
         WHERE a.status = ANY (${ACTIVE_STATUSES})
           AND NOT EXISTS (SELECT FROM sandbox.subscriptions s WHERE s.company_id = a.company_id)
         ORDER BY a.company_id`.execute(db);
      return rows.map(({ company_id }) => company_id);
    },
  });
}

/** Which key it is, is noted with the first trial; beside an embedded Postgres at the start. */
export async function openTrials({
  config,
  pool,
  log,
  readByAll,
}: Pick<Core, 'config' | 'pool' | 'log' | 'readByAll'>): Promise<Trials> {
  const read = await readTrialKey(config);
  let isNoted = false;
  const key = () => {
    if (!isNoted)
      noteTrialKey(pool, read, log).catch((err: unknown) =>
        log.warn({ err }, 'the key of trials was not noted'),
      );
    isNoted = true;
    return read;
  };
  if (config.databaseUrl === undefined) key();
  return createTrials({ key, readByAll });
}

type SandboxPlaceDeps = Pick<SandboxRoutesDeps, 'identify' | 'publicUrl'> &
  Pick<AdvancingDeps, 'billing' | 'progress'> & { readonly core: Core };

/** Where a developer moves the time of payments; nothing when Stripe is the provider. */
export function attachSandbox(app: FastifyInstance, { core, ...deps }: SandboxPlaceDeps): void {
  const sandbox = openSandbox(core);
  if (!sandbox) return;
  const { store, commands } = core;
  const advance = advancing(sandbox, { ...deps, store, subscriptions: commands.subscriptions });
  sandboxRoutes(app, { ...deps, advance });
}
