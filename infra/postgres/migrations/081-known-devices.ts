import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Browsers that people signed in with: failed tries from other browsers do not count against them. See ADR 0038. */
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
  await sql.raw(tenantIsolation('known_devices')).execute(db);
  // The name that the browser gives itself; people see it in the list of their sessions.
  await sql`ALTER TABLE sessions ADD COLUMN user_agent text`.execute(db);
}
