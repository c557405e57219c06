import { type Kysely, sql } from 'kysely';
import { derivedId } from '#platform/ids.ts';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Which emails are proven, waiting employees, first passwords and invitations; see ADR 0058. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE emails
      -- null: the mailbox proved nothing yet, and the email goes to the first who proves it
      ADD COLUMN proven_at timestamptz`.execute(db);
  await proveRegistrants(db);
  await sql`
    CREATE TABLE waiting_emails (
      -- lower case; another employee has it in emails, and both sign in with it
      email text NOT NULL,
      company_id text NOT NULL,
      employee_id text NOT NULL,
      claimed_at timestamptz NOT NULL,
      settled boolean NOT NULL,
      -- when the other one proved it; null for one who came later
      lost_at timestamptz,
      PRIMARY KEY (company_id, employee_id, email)
    )`.execute(db);
  await sql`CREATE INDEX waiting_emails_by_email ON waiting_emails (email, claimed_at)`.execute(db);
  await sql`CREATE INDEX waiting_emails_unsettled ON waiting_emails (claimed_at) WHERE NOT settled`.execute(
    db,
  );
  await sql.raw(tenantIsolation('waiting_emails')).execute(db);
  await sql`
    ALTER TABLE accounts
      -- the password is a first one while it has this hash
      ADD COLUMN first_password_hash text,
      ADD COLUMN first_password_ends_at timestamptz`.execute(db);
  await sql`
    CREATE TABLE account_rules (
      company_id text PRIMARY KEY,
      -- whether a first password is changed at the first sign-in
      own_passwords boolean NOT NULL
    )`.execute(db);
  await sql.raw(tenantIsolation('account_rules')).execute(db);
  await sql`ALTER TABLE email_links DROP CONSTRAINT email_links_purpose_check`.execute(db);
  await sql`
    ALTER TABLE email_links ADD CONSTRAINT email_links_purpose_check
      CHECK (purpose IN ('prove', 'refuse', 'undo', 'invite'))`.execute(db);
}

/** Those who registered a company typed a code, or the operator entered their address. */
async function proveRegistrants(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ company_id: string }>`SELECT DISTINCT company_id FROM emails`.execute(db);
  const companies = rows.map(({ company_id }) => company_id);
  const registrants = companies.map((companyId) => derivedId(companyId, 'super employee'));
  await sql`
    UPDATE emails e SET proven_at = claimed_at
      FROM unnest(${companies}::text[], ${registrants}::text[]) AS r (company_id, employee_id)
     WHERE e.company_id = r.company_id AND e.employee_id = r.employee_id`.execute(db);
}
