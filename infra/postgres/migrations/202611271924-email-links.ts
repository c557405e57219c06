import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Links in mails about a change of email, and codes for it; see ADR 0017. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE email_links (
      -- SHA-256 of the token in the link
      token_hash bytea PRIMARY KEY,
      purpose text NOT NULL CHECK (purpose IN ('prove', 'refuse', 'undo')),
      company_id text NOT NULL,
      employee_id text NOT NULL,
      -- lower case; of an undo the former email, otherwise the wanted one
      email text NOT NULL,
      -- the employee that wanted the change
      requested_by text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX email_links_of_employee ON email_links (company_id, employee_id)`.execute(db);
  // One email at a time waits for its proof.
  await sql`
    CREATE UNIQUE INDEX email_links_pending ON email_links (company_id, employee_id, purpose)
      WHERE purpose <> 'undo'`.execute(db);
  await sql`CREATE INDEX email_links_kept_emails ON email_links (email) WHERE purpose = 'undo'`.execute(db);
  await sql`CREATE INDEX email_links_by_expiry ON email_links (expires_at)`.execute(db);
  await sql.raw(tenantIsolation('email_links')).execute(db);
  await sql`ALTER TABLE one_time_codes DROP CONSTRAINT one_time_codes_flow_check`.execute(db);
  await sql`
    ALTER TABLE one_time_codes ADD CONSTRAINT one_time_codes_flow_check
      CHECK (flow IN ('registration', 'password reset', 'email change'))`.execute(db);
}
