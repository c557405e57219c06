import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { createLog, type Log } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import { assertPortIsFree, listen } from './address.ts';
import { openProofDesk } from './audit/proof.ts';
import { openChains, sealCheck } from './audit/sealing.ts';
import { openBilling } from './billing.ts';
import type { HealthCheck } from './health.routes.ts';
import { openIdentity } from './identity.ts';
import { startJobs } from './jobs.ts';
import { createLifecycle } from './lifecycle.ts';
import { buildProgramApp } from './program-app.ts';
import { startProjecting } from './projecting.ts';
import { openReads } from './queries/open-reads.ts';
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
 * StartError for what a person can mend; whatever was opened by then is closed again.
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

    const identity = openIdentity(core, bus, lifecycle);
    let url: string | undefined;
    const publicUrl = () => config.publicUrl ?? url;
    const seenAs = () => publicUrl() ?? `http://localhost:${config.port}`;
    const billing = openBilling(core, seenAs);
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
      proof: openProofDesk({ ...core, proof: openChains(core) }, lifecycle),
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
