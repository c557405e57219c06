import { type Kysely, sql } from 'kysely';

/** The owner of each email, apart from the account: while an email changes, an employee has two. See ADR 0017. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE emails (
      -- lower case; one email belongs to one employee across the whole installation
      email text PRIMARY KEY,
      company_id text NOT NULL,
      employee_id text NOT NULL,
      claimed_at timestamptz NOT NULL,
      -- false until it is seen that the events agree
      settled boolean NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX emails_of_employee ON emails (company_id, employee_id)`.execute(db);
  await sql`CREATE INDEX emails_unsettled ON emails (claimed_at) WHERE NOT settled`.execute(db);
  await sql`
    INSERT INTO emails (email, company_id, employee_id, claimed_at, settled)
    SELECT email, company_id, employee_id, created_at, true FROM accounts`.execute(db);
  await sql`ALTER TABLE accounts DROP COLUMN email`.execute(db);
}
