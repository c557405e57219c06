import { type Kysely, sql } from 'kysely';
import { wallOff } from '#platform/company-wall.port.ts';

/** Browsers that people signed in with: strangers, however many, do not use up the tries of these. See ADR 0021. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE known_devices (
      -- SHA-256 of the token in the cookie of the device
      device_hash bytea NOT NULL,
      company_id text NOT NULL,
      employee_id text NOT NULL,
      last_seen_at timestamptz NOT NULL,
      PRIMARY KEY (device_hash, company_id, employee_id)
    )`.execute(db);
  await sql`CREATE INDEX known_devices_of_employee ON known_devices (company_id, employee_id)`.execute(db);
  await sql`CREATE INDEX known_devices_by_age ON known_devices (last_seen_at)`.execute(db);
  await sql.raw(wallOff('known_devices')).execute(db);
  // What a person reads in the list of his sessions; as the browser names itself.
  await sql`ALTER TABLE sessions ADD COLUMN user_agent text`.execute(db);
}
