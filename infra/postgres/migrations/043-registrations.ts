import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Registrations whose email is not proven yet, and the tickets of the browsers that began them. See ADR 0024. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE registrations (
      company_id text PRIMARY KEY,
      -- lower case; any number of registrations may have the same one until it is proven
      email text NOT NULL,
      first_name text NOT NULL,
      last_name text NOT NULL,
      company_name text NOT NULL,
      employee_count text NOT NULL,
      -- argon2id; becomes that of the account
      password_hash text NOT NULL,
      registered_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX registrations_by_email ON registrations (email, registered_at)`.execute(db);
  await sql`CREATE INDEX registrations_by_age ON registrations (registered_at)`.execute(db);
  await sql`
    CREATE TABLE registration_tickets (
      -- SHA-256 of the token in the cookie
      token_hash bytea PRIMARY KEY,
      company_id text NOT NULL,
      -- lower case
      email text NOT NULL,
      -- false: this browser filled in the form; true: the code was right, which opens the card step and a sign-in
      proven boolean NOT NULL,
      expires_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX registration_tickets_of_company ON registration_tickets (company_id)`.execute(db);
  await sql`CREATE INDEX registration_tickets_by_expiry ON registration_tickets (expires_at)`.execute(db);
  await sql`
    CREATE TABLE company_names (
      -- as names are compared, see company-names.ts
      name text PRIMARY KEY,
      -- who subscribes, or has, under this name
      company_id text NOT NULL,
      claimed_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX company_names_of_company ON company_names (company_id)`.execute(db);
  for (const table of ['registrations', 'registration_tickets', 'company_names']) {
    await sql.raw(tenantIsolation(table)).execute(db);
  }
}
