import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Companies whose data was erased, and how much of each kind. No personal data. See ADR 0026. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE retention_log (
      company_id text PRIMARY KEY,
      -- when its six months began
      ended_at timestamptz NOT NULL,
      begun_at timestamptz NOT NULL,
      -- null as long as something may be left
      finished_at timestamptz,
      -- kind of data: how many; grows with every step
      counts jsonb NOT NULL DEFAULT '{}'
    )`.execute(db);
  await sql`CREATE INDEX retention_log_unfinished ON retention_log (begun_at) WHERE finished_at IS NULL`.execute(
    db,
  );
  await sql.raw(tenantIsolation('retention_log')).execute(db);

  await sql`
    CREATE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.type = 'Erased' AND new.version = 1 AND new.data::text = '{}' AND new.metadata::text = '{}'
         AND (new.position, new.recorded_at, new.revision, new.id, new.stream)
           = (old.position, old.recorded_at, old.revision, old.id, old.stream) THEN
        RETURN new;
      END IF;
      RAISE EXCEPTION 'events are never changed, only erased' USING ERRCODE = 'restrict_violation';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
      FOR EACH ROW EXECUTE FUNCTION refuse_to_change_events()`.execute(db);
}
