import { SUBJECT_KINDS, type SubjectKind } from '#contracts/history/description.ts';
import { CliError, emailOf, readOptions } from '#platform/terminal.ts';
import { EXPORT_FORMATS, type ExportFormat } from './history-export.ts';
import type { WantedHistory } from './history-filter.ts';

export const HISTORY_USAGE =
  'npm run audit -- history --company <admin email> [--sale|--shift|--employee|--campaign|--goal <id>]';
export const EXPORT_USAGE =
  'npm run audit -- export --company <admin email> [--format csv|jsonl|html] [--out file] [--person id] ' +
  '[--campaign id] [--kind kind] [--from moment] [--to moment]';

const text = { type: 'string' } as const;
const THINGS = ['sale', 'shift', 'employee', 'campaign', 'goal'] as const;

export type HistoryArgs = {
  /** Email of the super employee. */
  readonly company: string;
  /** Null: the whole history. */
  readonly thing: { readonly kind: SubjectKind; readonly id: string } | null;
};

/** Throws CliError. */
export function readHistoryArgs(argv: readonly string[]): HistoryArgs {
  const options = { company: text, sale: text, shift: text, employee: text, campaign: text, goal: text };
  const { company, ...things } = readOptions(argv, options, HISTORY_USAGE);
  const named = THINGS.flatMap((kind) => {
    const id = things[kind];
    return id === undefined ? [] : [{ kind, id }];
  });
  if (named.length > 1) throw new CliError(`Name one thing at a time. Usage: ${HISTORY_USAGE}`);
  return { company: companyIn(company, HISTORY_USAGE), thing: named[0] ?? null };
}

export type ExportArgs = {
  readonly company: string;
  /** `html`: a page that checks itself, for the whole company or one employee. */
  readonly format: ExportFormat | 'html';
  /** Null: to standard output. */
  readonly out: string | null;
  readonly wanted: WantedHistory;
};

/** Throws CliError. */
export function readExportArgs(argv: readonly string[]): ExportArgs {
  const options = {
    ...{ company: text, format: text, out: text },
    ...{ person: text, campaign: text, kind: text, from: text, to: text },
  };
  const { company, format = 'csv', out, kind, ...wanted } = readOptions(argv, options, EXPORT_USAGE);
  return {
    company: companyIn(company, EXPORT_USAGE),
    format: whole(oneOf([...EXPORT_FORMATS, 'html'], 'format', format), { ...wanted, kind }),
    out: out ?? null,
    wanted: { ...wanted, kind: kind === undefined ? undefined : oneOf(SUBJECT_KINDS, 'kind', kind) },
  };
}

/** The page covers the whole chain, or the events of one employee; other filters would leave gaps. */
function whole(
  format: ExportArgs['format'],
  { person: _, ...parts }: Readonly<Record<string, string | undefined>>,
): ExportArgs['format'] {
  const [part] = Object.entries(parts).find(([, value]) => value !== undefined) ?? [];
  if (format === 'html' && part !== undefined)
    throw new CliError(`--format html takes --person and no --${part}. Usage: ${EXPORT_USAGE}`);
  return format;
}

function companyIn(given: string | undefined, usage: string): string {
  if (given === undefined) throw new CliError(`Which company? Usage: ${usage}`);
  return emailOf(given);
}

function oneOf<const Known extends string>(known: readonly Known[], option: string, given: string): Known {
  const found = known.find((one) => one === given);
  if (!found) throw new CliError(`--${option} takes ${known.join(', ')}, not "${given}"`);
  return found;
}
