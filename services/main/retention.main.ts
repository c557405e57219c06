import { parseArgs } from 'node:util';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { systemClock, systemScheduler } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { CliError, runMain } from '#platform/terminal.ts';
import { allProjections } from '#projections/all.projections.ts';
import { buildMissing } from '#projections/runner/rebuild.ts';
import type { Counts } from '#services/retention/company-tables.postgres.ts';
import type { People, PersonErased } from '#services/retention/person.postgres.ts';
import type { Retention } from '#services/retention/retention.ts';
import type { Due } from '#services/retention/retention-log.postgres.ts';
import { erasedFrom } from '#services/retention/retention-rules.ts';
import { openPeople, openRetention } from './retention.ts';
import { openCore } from './wiring.ts';

const USAGE = 'npm run retention -- [--demo | --person <email or id>] --dry-run | --apply [--hold <seconds>]';

/**
 * `npm run retention -- --dry-run | --apply`: what the nightly job does, at once; a dry run only says it. With `--demo`
 * only the demo company, before its time. The program may serve meanwhile; requests wait for at most two seconds, or
 * those of `--hold`, for a table whose file is written anew. With `--person` one deleted employee is erased. Exit 0: done,
 * 2: something is left for the next run.
 */
await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (!options) throw new CliError(`Usage: ${USAGE}`);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let left = 0;
  try {
    const core = await openCore(config, { lifecycle, log, clock: systemClock, scheduler: systemScheduler });
    await buildMissing({ pool: core.database.owner, store: core.store, projections: allProjections, log });
    const retention = openRetention(core);
    const rewrite = async () => {
      for (const each of (await retention.rewriteTables(options.holdMs)).left) {
        say(
          `${each.table} (${Math.ceil(each.bytes / 1e6)} MB) may still hold bytes of erased data: ${each.reason}`,
        );
        left += 1;
      }
    };
    if (options.person !== undefined) {
      const exitCode = await erasePerson(openPeople(core), options.person, { ...options, say });
      if (options.apply && exitCode === 0) await rewrite();
      return left > 0 ? 2 : exitCode;
    }
    if (options.demo) {
      const exitCode = await eraseDemo(retention, { ...options, now: core.clock.now(), say });
      if (options.apply) await rewrite();
      return left > 0 ? 2 : exitCode;
    }
    const all = await retention.due();
    for (const due of all) {
      say(`${line(due)}: ${countsIn(await retention.count(due))}`);
      if (!options.apply) continue;
      const outcome = await retention.erase(due).catch((err: Error) => {
        log.error({ err, ...due }, 'a company was not erased; the others are');
        return `failed: ${err.message}` as const;
      });
      say(`  ${outcome}`);
      if (outcome !== 'erased' && outcome !== 'running') left += 1;
    }
    const later = left;
    if (options.apply) {
      await retention.lookAgain();
      await core.trials.convert(core.database.owner);
      for (const { employeeId, outcome } of await openPeople(core).eraseOrdered()) {
        say(`Employee ${employeeId}: ${outcome}`);
        if (outcome !== 'erased') left += 1;
      }
      await rewrite();
    }
    say(
      options.apply
        ? `${all.length} companies were due, ${later} are left for the next run.`
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

async function eraseDemo(
  retention: Retention,
  { apply, now, say }: { apply: boolean; now: Date; say: (line: string) => void },
): Promise<number> {
  const due = { companyId: DEMO_COMPANY_ID, endedAt: now.toISOString() };
  say(`The demo company: ${countsIn(await retention.count(due))}`);
  if (!apply) {
    say('Nothing was changed.');
    return 0;
  }
  const outcome = await retention.eraseNow(due);
  say(outcome === 'running' ? 'It has a subscription at Stripe. Cancel that first.' : `  ${outcome}`);
  return outcome === 'erased' ? 0 : 2;
}

/** Exit code 1: refused. */
async function erasePerson(
  people: People,
  emailOrId: string,
  { apply, say }: { apply: boolean; say: (line: string) => void },
): Promise<number> {
  const found = await people.find(emailOrId);
  if (!found.ok) throw new CliError(found.reason);
  const { person } = found;
  say(
    `Employee ${person.employeeId} of company ${person.companyId}: ${countsIn(await people.count(person))}`,
  );
  if (!apply) {
    say('Nothing was changed.');
    return 0;
  }
  const outcome = await people.erase(person);
  say(said(outcome));
  return outcome === 'erased' ? 0 : 2;
}

function said(outcome: PersonErased): string {
  switch (outcome) {
    case 'erased':
      return '  erased';
    case 'unsealed':
      return 'The newest of these events are not sealed yet. Nothing was changed; try again in a minute.';
    case 'busy':
      return 'Read models are being rebuilt, and may have copies. Run this again afterwards, with the id.';
    case 'deferred':
      return 'A process of a former version runs, which could store the names again. Run this when it has ended.';
  }
}

type Options = {
  readonly demo: boolean;
  readonly person: string | undefined;
  readonly apply: boolean;
  readonly holdMs: number | undefined;
};

/** Exactly one of `--dry-run` and `--apply`, so that a command without them erases nothing; null otherwise. */
function readOptions(argv: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        ...{ 'dry-run': { type: 'boolean' }, apply: { type: 'boolean' }, demo: { type: 'boolean' } },
        ...{ hold: { type: 'string' }, person: { type: 'string' } },
      },
    });
    const { apply = false, demo = false, hold, person } = values;
    const holdMs = hold === undefined ? undefined : Number(hold) * 1000;
    const isWrong = holdMs !== undefined && !(holdMs >= 1000 && Number.isSafeInteger(holdMs));
    if (apply === (values['dry-run'] ?? false) || isWrong || (demo && person !== undefined)) return null;
    return { demo, person, apply, holdMs };
  } catch {
    return null;
  }
}
