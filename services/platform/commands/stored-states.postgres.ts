import type pg from 'pg';
import { companyOfStream } from '#contracts/events/streams.ts';
import type { StoredState } from './fold.ts';
import type { StoredStates } from './state-cache.ts';

/** In the database, whichever store has the events. */
export function createStoredStates(pool: pg.Pool): StoredStates {
  return {
    async load(stream, { name, version }) {
      const { rows } = await pool.query<StoredState>(
        `SELECT revision, position, event_id AS id, state AS bytes FROM stream_states
          WHERE stream = $1 AND fold = $2 AND version = $3`,
        [stream, name, version],
      );
      return rows[0] ?? null;
    },

    async save(stream, { name, version }, { revision, position, id, bytes }) {
      const companyId = companyOfStream(stream);
      if (companyId === null) return;
      await pool.query(
        `INSERT INTO stream_states AS s (stream, fold, company_id, version, revision, position, event_id, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (stream, fold) DO UPDATE
           SET version = excluded.version, revision = excluded.revision, position = excluded.position,
               event_id = excluded.event_id, state = excluded.state
         WHERE s.version <> excluded.version OR s.revision < excluded.revision OR s.event_id <> excluded.event_id`,
        [stream, name, companyId, version, revision, position, id, bytes],
      );
    },
  };
}
