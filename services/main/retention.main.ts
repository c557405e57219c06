import { parseArgs } from 'node:util';
import { systemClock, systemScheduler } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { directOf } from '#platform/database.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { CliError, runMain } from '#platform/terminal.ts';
import { allProjections } from '#projections/all.projections.ts';
import { buildMissing } from '#projections/runner/rebuild.ts';
import type { Counts } from '#services/retention/company-tables.postgres.ts';
import type { Due } from '#services/retention/retention-log.postgres.ts';
import { erasedFrom } from '#services/retention/retention-rules.ts';
import { openRetention } from './retention.ts';
import { openCore } from './wiring.ts';

const USAGE = 'npm run retention -- --dry-run | --apply';

/**
 * `npm run retention -- --dry-run | --apply`: what the nightly job does, at once; a dry run only says it. The
 * program may serve meanwhile. Exit 0: done, 2: something is left for the next run.
 */
await runMain(async () => {
  const mode = readMode(process.argv.slice(2));
  if (!mode) throw new CliError(`Usage: ${USAGE}`);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let left = 0;
  try {
    const core = await openCore(config, { lifecycle, log, clock: systemClock, scheduler: systemScheduler });
    await buildMissing({ pool: directOf(core.pool), store: core.store, projections: allProjections, log });
    const retention = openRetention(core);
    const all = await retention.due();
    for (const due of all) {
      say(`${line(due)}: ${countsIn(await retention.count(due))}`);
      if (mode === 'dry run') continue;
      const outcome = await retention.erase(due);
      say(`  ${outcome}`);
      if (outcome === 'busy' || outcome === 'deferred') left += 1;
    }
    if (mode === 'apply') await retention.lookAgain();
    say(
      mode === 'apply'
        ? `${all.length} companies were due, ${left} are left for the next run.`
        : `${all.length} companies are due. Nothing was changed.`,
    );
    return left > 0 ? 2 : 0;
  } finally {
    await lifecycle.close();
  }
});

function line({ companyId, endedAt }: Due): string {
  return `${companyId}, ended ${endedAt.slice(0, 10)}, due since ${erasedFrom(endedAt).slice(0, 10)}`;
}

function countsIn(counts: Counts): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

/** Exactly one of the two options, so that a command without them erases nothing; null otherwise. */
function readMode(argv: readonly string[]): 'dry run' | 'apply' | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { 'dry-run': { type: 'boolean' }, apply: { type: 'boolean' } },
    });
    if (values.apply === values['dry-run']) return null;
    return values.apply ? 'apply' : 'dry run';
  } catch {
    return null;
  }
}
