import type pg from 'pg';
import type { AppendVerdicts, EncodedAppend } from '../encoded-append.ts';
import { isoInstant } from './instant.postgres.ts';

const APPEND_ONE = 'SELECT place, written_at FROM append_event($1, $2, $3, $4, $5, $6, $7)';
/** As in append-call.postgres.ts: when the condition does not hold, the function is not called. */
const APPEND_ONE_IF = `${APPEND_ONE} WHERE NOT EXISTS (
  SELECT FROM events WHERE stream = $8 AND revision > $9)`;

/** True for the append of one event with an exact expected revision. */
export function isOne({ ids, expectation }: EncodedAppend): boolean {
  return ids.length === 1 && expectation >= -1;
}

/**
 * The fast call for the append of one event: half the server time of the general call; see migration 090. Null when
 * nothing was written (a conflict, a repeated append, a failed condition); the general call then tells which.
 */
export async function callAppendEvent(
  client: pg.Client,
  { stream, expectation, ids, types, versions, data, metadata, condition }: EncodedAppend,
): Promise<AppendVerdicts | null> {
  const event = [stream, expectation, ids[0], types[0], versions[0], data[0], metadata[0]];
  const { rows } = await client.query<[string | null, string]>({
    name: condition ? 'append_event_if' : 'append_event',
    text: condition ? APPEND_ONE_IF : APPEND_ONE,
    values: condition ? [...event, condition.stream, condition.revision] : event,
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
