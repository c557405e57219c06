import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** One link for each event of a company, written by the sealer. The format: services/contracts/proof. ADR 0027. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE seal_links (
      company_id text COLLATE "C" NOT NULL,
      -- of the event, in whichever store it is
      position bigint NOT NULL,
      -- of the link in its chain, from 1
      number integer NOT NULL,
      format smallint NOT NULL,
      -- null: the event has no personal values, or they were erased
      key bytea,
      -- null: the event has no personal values
      personal_digest bytea,
      link bytea NOT NULL,
      PRIMARY KEY (company_id, position)
    )`.execute(db);
  await sql.raw(tenantIsolation('seal_links')).execute(db);

  // One row: everything up to this position of the log has its link.
  await sql`
    CREATE TABLE seal_progress (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      position bigint NOT NULL
    ) WITH (fillfactor = 50)`.execute(db);
  await sql`INSERT INTO seal_progress (position) VALUES (-1)`.execute(db);
}
