import type { Registry } from 'prom-client';
import type { HealthDetail } from '#platform/http/health.routes.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { allProjections } from '#projections/all.projections.ts';
import { isLed } from '#projections/runner/leadership.ts';
import { type Lag, readLag } from '#projections/runner/metrics.ts';
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
  const projects = core.config.roles.has('projections');
  const health = async () => {
    const worst = worstOf(await readLag(pool, store, allProjections));
    const problem = tooOld(worst) ?? (projects ? await notProjected(core, worst) : null);
    return problem === null ? worst : { problem, ...worst };
  };
  if (!projects) {
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

type Worst = ReturnType<typeof worstOf>;

function worstOf(lags: readonly Lag[]) {
  if (lags.length < allProjections.length) throw new Error('not all read models have been made yet');
  return {
    lag: Math.max(...lags.map(({ positions }) => positions)),
    lagSeconds: Math.max(...lags.map(({ seconds }) => seconds)),
    setAside: lags.reduce((sum, { setAside }) => sum + setAside, 0),
  };
}

/** What is served is never older, unless `/readyz` says so. */
const PROMISED_SECONDS = 5;

function tooOld({ lagSeconds }: Worst): string | null {
  return lagSeconds > PROMISED_SECONDS ? `what is served is ${Math.round(lagSeconds)} seconds old` : null;
}

/** Other roles go on with streams set aside: they serve all companies, and one event is of one. */
async function notProjected({ pool }: Core, { setAside }: Worst): Promise<string | null> {
  if (setAside > 0)
    return `${setAside} events are set aside; see the log, and rebuild when the cause is mended`;
  return (await isLed(pool)) ? null : 'no process projects';
}
