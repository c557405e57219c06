import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/**
 * States of long streams, see ADR 0007. Without a log of the server: after a crash they are empty, and everything in them
 * can be folded again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE stream_states (
      stream text COLLATE "C" NOT NULL,
      fold text NOT NULL,
      company_id text NOT NULL,
      version integer NOT NULL,
      -- of the last event in it
      revision integer NOT NULL,
      position bigint NOT NULL,
      event_id uuid NOT NULL,
      state bytea NOT NULL,
      PRIMARY KEY (stream, fold)
    )`.execute(db);
  await sql`CREATE INDEX stream_states_company ON stream_states (company_id)`.execute(db);
  await sql.raw(tenantIsolation('stream_states')).execute(db);

  // A write with a key is an insert and an update of a row that no other index but the key's should have to follow.
  await sql`DROP INDEX idempotency_keys_by_age`.execute(db);
  await sql`CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING brin (created_at)`.execute(db);
  await sql`ALTER TABLE idempotency_keys SET (fillfactor = 20)`.execute(db);
}
