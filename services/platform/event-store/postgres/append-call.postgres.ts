import type pg from 'pg';
import type { AppendVerdict, AppendVerdicts, EncodedAppend } from '../encoded-append.ts';
import { callAppendEvent, isOne } from './append-one.postgres.ts';
import { isoInstant } from './instant.postgres.ts';

const APPEND = 'SELECT verdicts, written_at FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';
/** The condition is checked once and first; when it does not hold, the function is not called. */
const APPEND_IF = `${APPEND} WHERE NOT EXISTS (
  SELECT FROM unnest(string_to_array($11, E'\\n'), $12::integer[]) AS condition (stream, revision)
   WHERE EXISTS (SELECT FROM events e WHERE e.stream = condition.stream AND e.revision > condition.revision))`;

/**
 * One round trip for any number of appends to different streams; see migration 001. Null when the condition of one
 * of them does not hold; then nothing was written.
 */
export async function callAppendEvents(
  client: pg.Client,
  appends: readonly EncodedAppend[],
): Promise<AppendVerdicts | null> {
  const [first] = appends;
  const short = appends.length === 1 && first && isOne(first) ? await callAppendEvent(client, first) : null;
  if (short) return short;
  const conditions = conditionsOf(appends);
  const { rows } = await client.query<[string, string]>({
    name: conditions.length > 0 ? 'append_events_if' : 'append_events',
    text: conditions.length > 0 ? APPEND_IF : APPEND,
    values: [...parametersOf(appends), ...conditions],
    rowMode: 'array',
    types: { getTypeParser: () => String },
  });
  if (rows.length === 0) return null;
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

/** Most appends of a batch share a few organization streams: each is checked once, by the oldest revision. */
function conditionsOf(appends: readonly EncodedAppend[]): string[] {
  const oldest = new Map<string, number>();
  for (const { condition } of appends) {
    if (!condition) continue;
    oldest.set(
      condition.stream,
      Math.min(condition.revision, oldest.get(condition.stream) ?? condition.revision),
    );
  }
  return oldest.size === 0 ? [] : [[...oldest.keys()].join('\n'), `{${[...oldest.values()].join(',')}}`];
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
