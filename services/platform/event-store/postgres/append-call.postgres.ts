import type pg from 'pg';
import type {
  AppendCondition,
  AppendConflict,
  Appended,
  ExpectedRevision,
  NewEvent,
} from '../event-store.port.ts';
import { isoInstant } from './log-reader.postgres.ts';

/** An append in the form in which it is sent; every step that can fail on our side is done. */
export type EncodedAppend = {
  readonly stream: string;
  readonly expectation: number;
  readonly ids: readonly string[];
  readonly types: readonly string[];
  readonly versions: readonly number[];
  readonly data: readonly string[];
  readonly metadata: readonly string[];
  readonly condition: AppendCondition | undefined;
};

export type AppendVerdict = Appended | AppendConflict;
export type AppendVerdicts = { readonly verdicts: readonly AppendVerdict[]; readonly recordedAt: string };

const EXPECTATIONS = { 'no stream': -1, any: -2, 'stream exists': -3 } as const;

export function encodeAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
  condition?: AppendCondition,
): EncodedAppend {
  return {
    stream,
    expectation: typeof expected === 'number' ? expected : EXPECTATIONS[expected],
    ids: events.map((event) => event.id),
    types: events.map((event) => event.type),
    versions: events.map((event) => event.version),
    data: events.map((event) => JSON.stringify(event.data)),
    metadata: events.map((event) => JSON.stringify(event.metadata)),
    condition,
  };
}

const APPEND = `SELECT verdicts, written_at
  FROM append_events_if($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
const APPEND_ONE = 'SELECT place, written_at FROM append_event_if($1, $2, $3, $4, $5, $6, $7, $8, $9)';

/** One round trip for any number of appends to different streams; see migrations 001 and 202611250150. */
export async function callAppendEvents(
  client: pg.Client,
  appends: readonly EncodedAppend[],
): Promise<AppendVerdicts> {
  const [first] = appends;
  const short = appends.length === 1 && first && isOne(first) ? await callAppendEvent(client, first) : null;
  if (short) return short;
  const { rows } = await client.query<[string, string]>({
    name: 'append_events',
    text: APPEND,
    values: [...parametersOf(appends), ...conditionsOf(appends)],
    rowMode: 'array',
    types: { getTypeParser: () => String },
  });
  const [verdicts, writtenAt] = rows[0] as [string, string];
  return { verdicts: verdicts.split('\n').map(decodeVerdict), recordedAt: isoInstant(writtenAt) };
}

/** Lists are sent as lines and arrays as literals; the migration says why nothing needs escaping. */
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

/** Most appends of a batch depend on a few organization streams, so each of those is sent and looked up once. */
function conditionsOf(appends: readonly EncodedAppend[]): string[] {
  const numbers = new Map<string, number>();
  for (const { condition } of appends) {
    if (condition && !numbers.has(condition.stream)) numbers.set(condition.stream, numbers.size + 1);
  }
  return [
    [...numbers.keys()].join('\n'),
    array(appends.map(({ condition }) => (condition && numbers.get(condition.stream)) ?? 0)),
    array(appends.map(({ condition }) => condition?.revision ?? 0)),
  ];
}

function array(items: readonly (number | string)[]): string {
  return `{${items.join(',')}}`;
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

/** True for the append of one event with an exact expected revision. */
function isOne({ ids, expectation }: EncodedAppend): boolean {
  return ids.length === 1 && expectation >= -1;
}

/**
 * The fast call for the append of one event: half the server time of the general call; see migration 090. Null when
 * nothing was written (a conflict, a repeated append, a failed condition); the general call then tells which.
 */
async function callAppendEvent(
  client: pg.Client,
  { stream, expectation, ids, types, versions, data, metadata, condition }: EncodedAppend,
): Promise<AppendVerdicts | null> {
  const { rows } = await client.query<[string | null, string]>({
    name: 'append_event',
    text: APPEND_ONE,
    values: [
      ...[stream, expectation, ids[0], types[0], versions[0], data[0], metadata[0]],
      ...[condition?.stream, condition?.revision],
    ],
    rowMode: 'array',
    types: { getTypeParser: () => String },
  });
  const [place, writtenAt] = rows[0] ?? [null, ''];
  if (place === null) return null;
  const verdict = {
    outcome: 'appended',
    revision: expectation + 1,
    position: Number(place),
    repeated: false,
  } as const;
  return { verdicts: [verdict], recordedAt: isoInstant(writtenAt) };
}
