import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Facts of the access history on their way into the log. See ADR 0059. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE access_notes (
      -- also the id of the command that appends the event
      note_id text PRIMARY KEY,
      company_id text NOT NULL,
      -- whose account or pay it is
      employee_id text NOT NULL,
      actor_id text,
      fact text NOT NULL,
      at timestamptz NOT NULL,
      times integer NOT NULL,
      until timestamptz,
      network text,
      device text,
      about text,
      correlation_id text NOT NULL,
      -- not in the log before: after five minutes, what is counted when its hour is over
      due_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX access_notes_by_due ON access_notes (due_at)`.execute(db);
  await sql`CREATE INDEX access_notes_of_company ON access_notes (company_id)`.execute(db);
  await sql.raw(tenantIsolation('access_notes')).execute(db);
}
