import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { SortKey } from '#contracts/page.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { CliError } from '#platform/terminal.ts';
import { entryPage, type HistoryDeps, namerOf, thingPage } from './entries.ts';
import type { HistoryArgs } from './history.args.ts';
import { changeText, type ExportFormat, exportHistory } from './history-export.ts';
import { filterOf, type WantedHistory } from './history-filter.ts';

const PAGE = 250;

type Terminal = {
  readonly say: (line: string) => void;
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
};

/** Prints the history of a company, or of one thing in it, for people. Throws CliError for an unknown thing. */
export async function printHistory(
  deps: HistoryDeps,
  companyId: string,
  thing: HistoryArgs['thing'],
  { say, signal }: Terminal,
): Promise<void> {
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
}

/** The history as a table or for programs, of any length. Throws CliError for an unknown moment. */
export async function exportedLines(
  deps: HistoryDeps,
  companyId: string,
  format: ExportFormat,
  wanted: WantedHistory,
): Promise<AsyncIterable<string>> {
  const filter = await filterOf(deps, companyId, wanted);
  if (!filter) throw new CliError('--from and --to take a moment: 2026-11-21T13:00:00Z, or @1234');
  return exportHistory(deps, companyId, { filter, order: 'oldest', format });
}

/** An entry for a terminal: a line with what happened, the actor and the origin, and a line for each change. */
export function entryText({
  at,
  title,
  subject,
  actor,
  person,
  from,
  changes,
  position,
}: HistoryEntry): string {
  const isSomebodyElse = person && ![actor?.id, subject.id].includes(person.id);
  const about = isSomebodyElse ? ` of ${person.name}` : '';
  const by = actor ? `, ${actor.name}` : '';
  const head = `${at}  ${title}: ${subject.name}${about}${by}, ${from} (@${position})`;
  const told = changes.filter(({ changed }) => changed).map((change) => `    ${changeText(change)}`);
  return [head, ...told].map(sanitizeForTerminal).join('\n');
}
