import type pg from 'pg';
import type { AppendConflict, Appended, ExpectedRevision, NewEvent } from './event-store.port.ts';

/** An append, ready for the wire: what can fail on our side has been done. */
export type EncodedAppend = {
  readonly stream: string;
  readonly expectation: number;
  readonly ids: readonly string[];
  readonly types: readonly string[];
  readonly versions: readonly number[];
  readonly data: readonly string[];
  readonly metadata: readonly string[];
};

export type AppendVerdict = Appended | AppendConflict;
export type AppendVerdicts = { readonly verdicts: readonly AppendVerdict[]; readonly recordedAt: string };

const EXPECTATIONS = { 'no stream': -1, any: -2, 'stream exists': -3 } as const;

export function encodeAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): EncodedAppend {
  return {
    stream,
    expectation: typeof expected === 'number' ? expected : EXPECTATIONS[expected],
    ids: events.map((event) => event.id),
    types: events.map((event) => event.type),
    versions: events.map((event) => event.version),
    data: events.map((event) => JSON.stringify(event.data)),
    metadata: events.map((event) => JSON.stringify(event.metadata)),
  };
}

/** One round trip for any number of appends, all of different streams; see migration 001. */
export async function callAppendEvents(
  client: pg.Client,
  appends: readonly EncodedAppend[],
): Promise<AppendVerdicts> {
  const { rows } = await client.query<[string, string]>({
    name: 'append_events',
    text: 'SELECT verdicts, written_at FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: parametersOf(appends),
    rowMode: 'array',
    types: { getTypeParser: () => String },
  });
  const [verdicts, writtenAt] = rows[0] as [string, string];
  return { verdicts: verdicts.split('\n').map(decodeVerdict), recordedAt: new Date(writtenAt).toISOString() };
}

/** Lists as lines and arrays of numbers as literals: see the migration for why nothing needs escaping. */
function parametersOf(appends: readonly EncodedAppend[]): string[] {
  const owners: number[] = [];
  const nths: number[] = [];
  appends.forEach((append, index) => {
    append.ids.forEach((_, nth) => {
      owners.push(index + 1);
      nths.push(nth + 1);
    });
  });
  const lines = (of: (append: EncodedAppend) => readonly string[]) => appends.flatMap(of).join('\n');
  const array = (items: readonly (number | string)[]) => `{${items.join(',')}}`;
  return [
    appends.map((append) => append.stream).join('\n'),
    array(appends.map((append) => append.expectation)),
    array(appends.map((append) => append.ids.length)),
    array(owners),
    array(nths),
    array(appends.flatMap((append) => append.ids)),
    lines((append) => append.types),
    array(appends.flatMap((append) => append.versions)),
    lines((append) => append.data),
    lines((append) => append.metadata),
  ];
}

function decodeVerdict(line: string): AppendVerdict {
  const [outcome, revision, position] = line.split(' ');
  if (outcome === 'conflict') return { outcome, actual: revision === '-1' ? null : Number(revision) };
  return {
    outcome: 'appended',
    revision: Number(revision),
    position: Number(position),
    repeated: outcome === 'repeated',
  };
}
