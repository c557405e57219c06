import type { Registry } from 'prom-client';
import type { HealthDetail } from '#platform/http/health.routes.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { allProjections } from '#projections/all.projections.ts';
import { readLag } from '#projections/runner/metrics.ts';
import { createCheckpointProgress, type ProjectionProgress } from '#projections/runner/progress.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { openSealing } from '#services/proof/proof.module.ts';
import type { Core } from './wiring.ts';

export type Projecting = {
  readonly progress: ProjectionProgress;
  readonly health: () => Promise<HealthDetail>;
};

/** Runs projections and sealer in a process with the role `projections`; others read how far that process is. */
export async function startProjecting(
  core: Core,
  { bus, registry, lifecycle }: { bus: LiveBus; registry: Registry; lifecycle: Lifecycle },
): Promise<Projecting> {
  const { pool, store, log, scheduler } = core;
  const health = async () => worst(await readLag(pool, store, allProjections));
  if (!core.config.roles.has('projections')) {
    return { progress: createCheckpointProgress({ pool, projections: allProjections, scheduler }), health };
  }
  const sealer = openSealing(core, registry);
  const runner = createProjectionRunner({
    pool,
    store,
    bus,
    projections: allProjections,
    log,
    scheduler,
    registry,
    whileLeading: sealer.run,
  });
  lifecycle.opened('projections', () => runner.stop());
  await runner.start();
  return { progress: runner.progress, health };
}

function worst(lags: Awaited<ReturnType<typeof readLag>>): HealthDetail {
  if (lags.length < allProjections.length) throw new Error('not all read models have been made yet');
  return {
    lag: Math.max(...lags.map(({ positions }) => positions)),
    lagSeconds: Math.max(...lags.map(({ seconds }) => seconds)),
    setAside: lags.reduce((sum, { setAside }) => sum + setAside, 0),
  };
}
