import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { createLog, type Log } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import { openIdentity } from '#services/auth/auth.module.ts';
import { openBilling } from '#services/billing/billing.module.ts';
import { openChains, openProofDesk, sealCheck } from '#services/proof/proof.module.ts';
import { registrationCodeLetter } from '#services/registration/registration-code.mail.ts';
import { assertPortIsFree, listen } from './address.ts';
import { startJobs } from './jobs.ts';
import { openReads } from './open-reads.ts';
import { buildProgramApp } from './program-app.ts';
import { startProjecting } from './projecting.ts';
import { type Core, installationOf, openCore, openLiveBus } from './wiring.ts';

export type Program = {
  /** Where it listens, for a person on this machine; no slash at the end. */
  readonly url: string;
  /** For what shares the process with it: the demo company, tests. */
  readonly core: Core;
  readonly bus: LiveBus;
  readonly progress: ProjectionProgress;
  /** Finishes what was begun (requests, jobs, batches), then closes everything. A second call waits for it too. */
  stop(): Promise<void>;
};

export type Surroundings = {
  readonly clock?: Clock;
  readonly log?: Log;
  /** What nobody may find missing: neither jobs nor people who ask. Projections run by then. */
  readonly beforeWorking?: (program: Pick<Program, 'core' | 'progress'>) => Promise<void>;
};

/**
 * Starts the roles of this configuration and listens last, when everything behind it is ready. Throws
 * CliError for what a person can mend; whatever was opened by then is closed again.
 */
export async function startProgram(config: Config, surroundings: Surroundings = {}): Promise<Program> {
  const { clock = systemClock, log = createLog(config.logLevel), beforeWorking } = surroundings;
  const lifecycle = createLifecycle(log);
  try {
    await assertPortIsFree(config);
    const core = await openCore(config, { lifecycle, log, clock });
    const registry = createMetrics();
    const installation = await installationOf(core.pool);
    const bus = await openLiveBus(core, installation);
    lifecycle.opened('live bus', () => bus.close());
    const { progress, health } = await startProjecting(core, { bus, registry, lifecycle });
    await beforeWorking?.({ core, progress });

    const identity = openIdentity({
      ...core,
      outbox: core.mail.outbox,
      bus,
      lifecycle,
      registrationCodeMail: registrationCodeLetter,
    });
    let url: string | undefined;
    const publicUrl = () => config.publicUrl ?? url;
    const seenAs = () => publicUrl() ?? `http://localhost:${config.port}`;
    const billing = openBilling({
      ...core,
      subscriptions: core.commands.subscriptions,
      outbox: core.mail.outbox,
      timeZoneOf: core.accounts.timeZoneOf,
      publicUrl: seenAs,
    });
    const jobs = await startJobs({
      ...{ core, bus, identity, billing, registry, lifecycle, installation },
      publicUrl: seenAs,
    });

    const reads = await openReads(core.database, log);
    lifecycle.opened('reads', reads.close);
    const checks = [...coreChecks(core), { name: 'projections', check: health }, sealCheck(core), ...jobs];
    const app = await buildProgramApp({
      core,
      bus,
      progress,
      registry,
      checks,
      identity,
      billing,
      reads,
      proof: openProofDesk({ ...core, proof: openChains(core), lifecycle }),
      publicUrl,
    });
    lifecycle.opened('http', () => app.close());
    url = await listen(app, config);
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= lifecycle.close();
      return stopping;
    };
    return { url, core, bus, progress, stop };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

function coreChecks({ pool, store }: Core): HealthCheck[] {
  return [
    {
      name: 'database',
      check: async () => {
        await pool.query('SELECT 1');
        return {};
      },
    },
    {
      name: 'event store',
      check: async () => ({ server: store.description, head: await store.head() }),
    },
  ];
}
