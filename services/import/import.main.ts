import { existsSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Registry } from 'prom-client';
import { localDate } from '#contracts/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { isDatabaseAway } from '#platform/database.ts';
import { ConfigError } from '#platform/environment.ts';
import { EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createCheckpointProgress } from '#projections/runner/checkpoint-progress.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { createLifecycle, type Lifecycle } from '../main/lifecycle.ts';
import { StartError } from '../main/start-error.ts';
import { type Core, openCore } from '../main/wiring.ts';
import { ImportProblem, readImportArgs } from './import.args.ts';
import { exitCodeOf, reportText } from './import.report.ts';
import { type Progress, runImport } from './import.run.ts';

const PATIENCE_MS = 60_000;
const OWN_PATIENCE_MS = 600_000;

/** `npm run import`: exit code 0 when all is in, 2 when some rows were refused, 1 when nothing was done. */
async function main(): Promise<number> {
  const started = performance.now();
  const args = readImportArgs(process.argv.slice(2));
  if (existsSync('.env')) process.loadEnvFile();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);
  const bar = progressBar();
  try {
    const core = await openCore(config, { lifecycle, log, clock: systemClock });
    const projections = await openProjections(core, lifecycle);
    const now = systemClock.now().toISOString();
    const today = localDate(now, Intl.DateTimeFormat().resolvedOptions().timeZone);
    const report = await runImport({ ...core, now, today }, args, bar).finally(bar.stop);
    const isReadable = await projections.progress.waitFor(report.position, projections.patienceMs);
    console.log(reportText(report, (performance.now() - started) / 1000));
    if (!isReadable) console.log('The running program will show the new sales as soon as it has read them.');
    return exitCodeOf(report);
  } finally {
    await lifecycle.close();
  }
}

type Projections = { readonly progress: ProjectionProgress; readonly patienceMs: number };

/** Where no program runs, the read models are this process's to bring up to date; else they follow there. */
async function openProjections(core: Core, lifecycle: Lifecycle): Promise<Projections> {
  const { pool, store, log } = core;
  if (!core.database.isOurs) {
    return { progress: createCheckpointProgress({ pool }), patienceMs: PATIENCE_MS };
  }
  const runner = createProjectionRunner({
    pool,
    store,
    bus: createMemoryLiveBus({ log }),
    projections: allProjections,
    log,
    registry: new Registry(),
  });
  lifecycle.opened('projections', runner.stop);
  await runner.start();
  return { progress: runner.progress, patienceMs: OWN_PATIENCE_MS };
}

/** On a terminal only; a log file has no use for it. */
function progressBar(): Progress & { stop: () => void } {
  const bar = new SingleBar({
    format: 'Importing {bar} {percentage}% | {value} of {total} rows | {eta} s left',
  });
  return {
    founded: (email, firstPassword) =>
      console.log(`New company on a 7-day trial. Sign in as ${email}, first password: ${firstPassword}`),
    start: (rows) => {
      if (process.stderr.isTTY) bar.start(rows, 0);
    },
    step: () => bar.increment(),
    stop: () => bar.stop(),
  };
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof ImportProblem || error instanceof ConfigError || error instanceof StartError) {
    console.error(error.message);
  } else if (error instanceof EventStoreUnavailable || isDatabaseAway(error)) {
    console.error('The database went away. Run the same command again: what is in stays in, once.');
  } else {
    throw error;
  }
}
