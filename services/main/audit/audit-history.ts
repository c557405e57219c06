import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Registry } from 'prom-client';
import type { SortKey } from '#contracts/page.ts';
import { queriesOn } from '#platform/database.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { CliError } from '#platform/terminal/cli-error.ts';
import { writeFile } from '#platform/terminal/write-file.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { entryPage, type HistoryDeps, namerOf, thingPage } from '#services/history/entries.ts';
import {
  EXPORT_USAGE,
  type ExportArgs,
  HISTORY_USAGE,
  type HistoryArgs,
  readExportArgs,
  readHistoryArgs,
} from '#services/history/history.args.ts';
import { type ExportFormat, exportHistory } from '#services/history/history-export.ts';
import { filterOf, type WantedHistory } from '#services/history/history-filter.ts';
import { entryText } from '#services/history/history-text.ts';
import type { Core } from '../wiring.ts';
import type { AuditCommand, AuditSurroundings } from './audit-commands.ts';
import { exportedPage } from './audit-page.ts';

const PAGE = 250;
const PATIENCE_MS = 10 * 60_000;

/** `npm run audit -- history`: what happened in a company or to one thing of it, for people. */
export const historyCommand: AuditCommand = {
  usage: HISTORY_USAGE,
  read: (argv) => {
    const args = readHistoryArgs(argv);
    return (audit) => tell(args, audit);
  },
};

/** `npm run audit -- export`: the same as a table or for programs, of any length. */
export const exportCommand: AuditCommand = {
  usage: EXPORT_USAGE,
  read: (argv) => {
    const args = readExportArgs(argv);
    return (audit) => write(args, audit);
  },
};

async function tell(
  { company, thing }: HistoryArgs,
  { core, say, signal }: AuditSurroundings,
): Promise<number> {
  const { deps, companyId } = await historyOf(core, company, signal);
  const asked = { filter: {}, order: 'oldest', namer: namerOf(deps, companyId) } as const;
  let after: SortKey | undefined;
  let count = 0;
  do {
    signal.throwIfAborted();
    const wish = { limit: PAGE, after };
    const page = thing
      ? await thingPage(deps, companyId, thing, wish)
      : await entryPage(deps, companyId, asked, wish);
    for (const entry of page.rows) say(entryText(entry));
    count += page.rows.length;
    after = page.next ?? undefined;
  } while (after);
  if (thing && count === 0) throw new CliError(`there is no ${thing.kind} ${thing.id} in this company`);
  return 0;
}

async function write(
  { company, format, out, wanted }: ExportArgs,
  { core, signal }: AuditSurroundings,
): Promise<number> {
  const { deps, companyId } = await historyOf(core, company, signal);
  const text =
    format === 'html'
      ? await exportedPage(core, companyId, wanted.person, signal)
      : await exportedLines(deps, companyId, format, wanted);
  if (out === null) await pipeline(text, standardOutput(), { signal });
  else await writeFile(text, out, signal);
  return 0;
}

async function exportedLines(
  deps: HistoryDeps,
  companyId: string,
  format: ExportFormat,
  wanted: WantedHistory,
): Promise<AsyncIterable<string>> {
  const filter = await filterOf(deps, companyId, wanted);
  if (!filter) throw new CliError('--from and --to take a moment: 2026-11-21T13:00:00Z, or @1234');
  return exportHistory(deps, companyId, { filter, order: 'oldest', format });
}

/** Standard output, which stays open, at the pace at which it is read. */
function standardOutput(): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => void process.stdout.write(chunk, done),
  });
}

/** The history of the company whose super employee has this email, up to what is in the log now. */
async function historyOf(
  core: Core,
  email: string,
  signal: AbortSignal,
): Promise<{ deps: HistoryDeps; companyId: string }> {
  const account = await core.accounts.byEmail(email);
  if (!account) throw new CliError(`nobody has the email ${email}`);
  await catchUp(core, signal);
  const queries = createQueries(queriesOn<ReadModels>(core.pool));
  return { deps: { queries, store: core.store }, companyId: account.companyId };
}

/** Folds what is new where no program does, else waits for the one that does. */
async function catchUp({ pool, store, log }: Core, signal: AbortSignal): Promise<void> {
  const bus = createMemoryLiveBus({ log });
  const registry = new Registry();
  const runner = createProjectionRunner({ pool, store, bus, projections: allProjections, log, registry });
  const stop = () => void runner.stop();
  signal.addEventListener('abort', stop);
  try {
    await runner.start();
    const isThere = await runner.progress.waitFor(await store.head(), PATIENCE_MS);
    if (!isThere) throw new CliError('the read models do not catch up with the events; see the log');
  } finally {
    signal.removeEventListener('abort', stop);
    await runner.stop();
    await bus.close();
  }
}
