import type { Registry } from 'prom-client';
import { createPool } from '#platform/database.ts';
import type { HealthDetail } from '#platform/http/health.routes.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { guardQueries } from '#platform/statements.ts';
import { allProjections } from '#projections/all.projections.ts';
import { type Lag, readLag } from '#projections/runner/metrics.ts';
import { type OtherVersions, type VersionWatch, watchVersions } from '#projections/runner/other-versions.ts';
import { createCheckpointProgress, type ProjectionProgress } from '#projections/runner/progress.ts';
import { createProjectionRunner, type ProjectionRunner } from '#projections/runner/projection-runner.ts';
import type { RebuildProgress } from '#projections/runner/rebuild.ts';
import { ensureReadSchema } from '#projections/runner/schema.ts';
import { isProjected } from '#projections/runner/shard-leases.ts';
import { isWalledOff } from '#projections/runner/walls.ts';
import { openSealing, openSigning } from '#services/proof/proof.module.ts';
import type { Core } from './wiring.ts';

export type Projecting = {
  readonly progress: ProjectionProgress;
  readonly health: () => Promise<HealthDetail>;
  readonly versions: VersionWatch;
};

/** Runs projections and sealer in a process with the role `projections`; others read how far that process is. */
export async function startProjecting(
  core: Core,
  { bus, registry, lifecycle }: { bus: LiveBus; registry: Registry; lifecycle: Lifecycle },
): Promise<Projecting> {
  const { pool, store, log, scheduler, config } = core;
  const projections = allProjections;
  const ending = new AbortController();
  lifecycle.opened('versions of read models', async () => ending.abort());
  const { owner } = core.database;
  lifecycle.opened('signatures', openSigning({ ...core, pool: core.database.sealing }));
  let runner: ProjectionRunner | undefined;
  if (config.roles.has('projections')) {
    const { run: whileLeading } = openSealing({ ...core, pool: core.database.sealing }, registry);
    const shards = config.projectionShards;
    runner = createProjectionRunner({
      ...{ store, bus, projections, log, scheduler, registry, shards, whileLeading },
      pool: owner,
    });
    lifecycle.opened('projections', runner.stop);
    lifecycle.opened('walls', keepWalls(core));
    await runner.start();
  }
  // Open only while versions run beside each other.
  const lookers = {
    max: 1,
    idleTimeoutMillis: 1000,
    connectionTimeoutMillis: 5000,
    application_name: 'tallyboard versions',
  };
  const beside = createPool(core.database.programUrl, { ...lookers, scheduler });
  lifecycle.opened('looks at versions', () => beside.end());
  const versions = await watchVersions({ pool, beside, projections, scheduler, signal: ending.signal });
  guardQueries(pool, versions.guard);
  const progress = runner?.progress ?? createCheckpointProgress({ pool, projections, bus, scheduler });
  const health = async () => {
    const worst = worstOf(await readLag(pool, store, projections));
    const problem =
      notOurs(await versions.look(), runner?.building()) ??
      tooOld(worst) ??
      (runner ? await notProjected(core, worst) : null);
    return problem === null ? worst : { problem, ...worst };
  };
  return { progress, health, versions };
}

/** How long the program may not see a read model that a process of the version before its role has rebuilt. */
const MEND_MS = 1000;

function keepWalls({ pool, database, scheduler }: Core): () => Promise<void> {
  let isLooking = false;
  const mend = async () => {
    if (isLooking) return;
    isLooking = true;
    // While the database is away, nothing is read either.
    await isWalledOff(pool)
      .then((isSo) => (isSo ? undefined : ensureReadSchema(database.owner)))
      .catch(() => {});
    isLooking = false;
  };
  const stop = scheduler.every(MEND_MS, () => void mend());
  return async () => stop();
}

type Worst = ReturnType<typeof worstOf>;

function worstOf(lags: readonly Lag[]) {
  return {
    lag: Math.max(0, ...lags.map(({ positions }) => positions)),
    lagSeconds: Math.max(0, ...lags.map(({ seconds }) => seconds)),
    setAside: lags.reduce((sum, { setAside }) => sum + setAside, 0),
  };
}

function notOurs(
  { unbuilt, replaced }: OtherVersions,
  built: RebuildProgress | null | undefined,
): string | null {
  const percent = built && built.head > 0 ? `, ${Math.floor((100 * built.events) / built.head)} %` : '';
  // A runner that builds means to replace what a newer program has left.
  const building = built ? [...unbuilt, ...replaced] : unbuilt;
  if (building.length > 0) return `being built: ${building.join(', ')}${percent}`;
  if (replaced.length === 0) return null;
  return `replaced by a newer version of this program: ${replaced.join(', ')}`;
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
  return (await isProjected(pool)) ? null : 'no process projects';
}
