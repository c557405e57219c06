import { parseArgs } from 'node:util';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { CliError } from '#platform/terminal/cli-error.ts';
import { allProjections } from '#projections/all.projections.ts';
import { buildMissing } from '#projections/runner/rebuild.ts';
import { openRetention } from '#services/main/retention.ts';
import type { Counts, Due } from '#services/retention/retention.ts';
import { erasedFrom } from '#services/retention/retention-rules.ts';
import { runMain } from './run-main.ts';
import { openCore } from './wiring.ts';

/**
 * `npm run retention -- --dry-run | --apply`: what the nightly job does, at once; a dry run only says it. The
 * program may serve meanwhile. Exit 0: done, 2: something is left for the next run.
 */
await runMain(async () => {
  const args = readRetentionArgs(process.argv.slice(2));
  if (!args) throw new CliError(`Usage: ${USAGE}`);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let left = 0;
  try {
    const core = await openCore(config, { lifecycle, log, clock: systemClock });
    await buildMissing({ pool: core.pool, store: core.store, projections: allProjections, log });
    const retention = openRetention(core);
    const all = await retention.due();
    for (const due of all) {
      say(`${line(due)}: ${countsIn(await retention.count(due))}`);
      if (args.kind === 'dry run') continue;
      const outcome = await retention.erase(due);
      say(`  ${outcome}`);
      if (outcome === 'busy') left += 1;
    }
    if (args.kind === 'apply') await retention.lookAgain();
    say(
      args.kind === 'apply'
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

const USAGE = 'npm run retention -- --dry-run | --apply';

type RetentionArgs = { readonly kind: 'dry run' | 'apply' };

/** Nothing is erased unless it is said: exactly one of the two. Null when it is not. */
function readRetentionArgs(argv: readonly string[]): RetentionArgs | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { 'dry-run': { type: 'boolean' }, apply: { type: 'boolean' } },
    });
    if (values.apply === values['dry-run']) return null;
    return { kind: values.apply ? 'apply' : 'dry run' };
  } catch {
    return null;
  }
}
