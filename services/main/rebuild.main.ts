import { SingleBar } from 'cli-progress';
import { systemClock, systemScheduler } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { runMain } from '#platform/terminal.ts';
import { allProjections } from '#projections/all.projections.ts';
import { analyze, rebuild } from '#projections/runner/rebuild.ts';
import { openCore } from './wiring.ts';

/** `npm run rebuild [-- <projection> …]`: rebuilds read models from the events while the program serves. */
await runMain(async () => {
  const names = process.argv.slice(2);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const bar = new SingleBar({ format: '{bar} {value} of {total} events, {eta_formatted} to go' });
  try {
    const { database, store } = await openCore(config, {
      lifecycle,
      log,
      clock: systemClock,
      scheduler: systemScheduler,
    });
    const pool = database.owner;
    const startedAt = performance.now();
    bar.start(Math.max(0, await store.head()), 0);
    const outcome = await rebuild({
      pool,
      store,
      projections: allProjections,
      ...(names.length > 0 ? { names } : {}),
      onProgress: ({ events }) => bar.update(events),
      signal: stopping.signal,
    }).finally(() => bar.stop());
    if (!outcome.ok) {
      process.stderr.write(`${outcome.reason}\n`);
      return 1;
    }
    await analyze(
      pool,
      allProjections.filter(({ name }) => outcome.projections.includes(name)),
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(
      `Rebuilt ${outcome.projections.join(', ')} from ${outcome.events} events in ${seconds} s.\n`,
    );
    return 0;
  } finally {
    await lifecycle.close();
  }
});
