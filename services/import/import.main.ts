import { SingleBar } from 'cli-progress';
import { Registry } from 'prom-client';
import { localDate } from '#contracts/local-date.ts';
import { formatPrice } from '#contracts/money.ts';
import { systemClock, systemScheduler } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { readConfig } from '#platform/config.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import { EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { createLifecycle, type Lifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { CliError, runMain } from '#platform/terminal.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import { installationOf } from '../main/open-database.ts';
import { startProjecting } from '../main/projecting.ts';
import { type Core, openCore, openLiveBus } from '../main/wiring.ts';
import { readImportArgs } from './import.args.ts';
import { type ImportReport, type Progress, runImport } from './import-run.ts';

const PATIENCE_MS = 60_000;

/** `npm run import`: exit code 0 when all rows are imported, 2 when some were refused, 1 when nothing was done. */
await runMain(async () => {
  try {
    return await main();
  } catch (cause) {
    if (!(cause instanceof EventStoreUnavailable || isDatabaseAway(cause))) throw cause;
    const advice = 'The database went away. Run the same command again: what is in stays in, once.';
    throw new CliError(advice, { cause });
  }
});

async function main(): Promise<number> {
  const startedAt = performance.now();
  const args = readImportArgs(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);
  const bar = progressBar();
  try {
    // Before anything changes the zone of this process.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const core = await openCore(config, { lifecycle, log, clock: systemClock, scheduler: systemScheduler });
    const projections = await openProjections(core, lifecycle);
    const now = systemClock.now().toISOString();
    const today = localDate(now, timeZone);
    const report = await runImport({ ...core, now, today }, args, bar).finally(bar.stop);
    const isReadable = await projections.waitFor(report.position, PATIENCE_MS);
    if (isReadable) await core.imports.countAsPaid(countingOf(report.companyId, now));
    say(reportText(report, (performance.now() - startedAt) / 1000));
    if (!isReadable)
      say('The new sales are in; the screens show them as soon as the running program has read them.');
    return exitCodeOf(report);
  } finally {
    await lifecycle.close();
  }
}

/** Projects the new events, together with the running program, if one runs. */
async function openProjections(core: Core, lifecycle: Lifecycle): Promise<ProjectionProgress> {
  const bus = await openLiveBus(core, await installationOf(core.pool));
  lifecycle.opened('live bus', () => bus.close());
  const config = { ...core.config, roles: new Set(['projections'] as const) };
  const { progress } = await startProjecting(
    { ...core, config },
    { bus, registry: new Registry(), lifecycle },
  );
  return progress;
}

function countingOf(companyId: string, now: string): CommandContext {
  const commandId = newId();
  return { companyId, actorId: null, commandId, correlationId: commandId, origin: 'import', now };
}

/** On a terminal only; a log file has no use for it. */
function progressBar(): Progress & { stop: () => void } {
  const bar = new SingleBar({
    format: 'Importing {bar} {percentage}% | {value} of {total} rows | {eta} s left',
  });
  return {
    founded: (email, firstPassword) =>
      say(`New company on a 7-day trial. Sign in as ${email}, first password: ${firstPassword}`),
    start: (rows) => {
      if (process.stderr.isTTY) bar.start(rows, 0);
    },
    step: () => bar.increment(),
    stop: () => bar.stop(),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** 0: every row is imported. 2: some rows were refused. 1 (nothing done) is a CliError and has no report. */
function exitCodeOf({ refused }: ImportReport): 0 | 2 {
  return refused.length === 0 ? 0 : 2;
}

/** The report for the terminal; `seconds` is the duration of the import. */
function reportText(report: ImportReport, seconds: number): string {
  const { rows, accepted, alreadyThere, refused, closed, closedCents, commissionCents } = report;
  const lines = [
    `Company of ${report.email}`,
    `Campaigns ${report.campaigns}, managers ${report.managers}, associates ${report.associates}`,
    `Rows ${rows}: ${accepted} accepted, ${alreadyThere} already there, ${rows - accepted - alreadyThere} refused`,
    `Closed ${closed} worth ${formatPrice(closedCents)}, commission ${formatPrice(commissionCents)}`,
    `Took ${seconds.toFixed(1)} s`,
    ...(refused.length > 0 ? ['', 'Refused:'] : []),
    ...refused.map(({ file, line, reason }) => `  ${file} line ${line}: ${reason}`),
    ...furtherReasons(report),
  ];
  return lines.join('\n');
}

/** Of more refused rows than are listed, how many there are of each kind. */
function furtherReasons({ refused, refusedKinds }: ImportReport): string[] {
  const all = refusedKinds.reduce((sum, [, count]) => sum + count, 0);
  if (all === refused.length) return [];
  return ['', `All ${all} refused rows:`, ...refusedKinds.map(([reason, count]) => `  ${count} × ${reason}`)];
}
