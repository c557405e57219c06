import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';

const TABLE = `
  CREATE TABLE IF NOT EXISTS serial_events (
    position bigserial PRIMARY KEY, stream text NOT NULL, revision integer NOT NULL, id uuid NOT NULL,
    type text NOT NULL, data json NOT NULL)`;

/**
 * The event store that everybody writes first, and that loses events for its readers: a serial column gives
 * positions before the commit, so a position can become visible after a higher one was read.
 */
export async function createPlainSerialStore(
  pool: pg.Pool,
): Promise<Pick<EventStore, 'append' | 'head' | 'subscribe'>> {
  await pool.query(TABLE);
  const readAfter = async (after: number): Promise<RecordedEvent[]> => {
    const { rows } = await pool.query(
      'SELECT * FROM serial_events WHERE position > $1 ORDER BY position LIMIT 100',
      [after],
    );
    return rows.map((row) => ({ ...row, version: 1, metadata: {}, recordedAt: '' }));
  };
  return {
    async append(stream, events) {
      const { rows } = await pool.query(
        `INSERT INTO serial_events (stream, revision, id, type, data)
         SELECT $1::text, n.n + coalesce((SELECT max(revision) FROM serial_events WHERE stream = $1), -1),
                e.id, e.type, e.data
           FROM ROWS FROM (unnest($2::uuid[]), unnest($3::text[]), unnest($4::json[]))
                WITH ORDINALITY e(id, type, data, n), LATERAL (SELECT e.n::integer) n
         RETURNING position, revision`,
        [
          stream,
          events.map((event) => event.id),
          events.map((event) => event.type),
          events.map((event) => JSON.stringify(event.data)),
        ],
      );
      return { outcome: 'appended', ...rows.at(-1), repeated: false };
    },
    async head() {
      const { rows } = await pool.query('SELECT coalesce(max(position), 0) AS head FROM serial_events');
      return rows[0].head;
    },
    async *subscribe({ after, signal }) {
      let last = after;
      while (!signal.aborted) {
        const batch = await readAfter(last);
        last = batch.at(-1)?.position ?? last;
        if (batch.length > 0) yield batch;
        else await sleep(1);
      }
    },
  };
}
