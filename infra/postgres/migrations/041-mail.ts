import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** The outbox of mail and the development mailbox. The reasons are in infra/adr/0020. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE mail_outbox (
      -- from the cause of the mail; the same cause never mails twice
      id text PRIMARY KEY,
      company_id text,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN
        ('waiting', 'claimed', 'handing over', 'sent', 'failed', 'uncertain', 'expired')),
      -- to, subject, text, html, replyTo; null once nobody needs it any more
      content jsonb,
      -- blank it as soon as nothing is left to send
      secret boolean NOT NULL,
      posted_at timestamptz NOT NULL,
      not_after timestamptz,
      -- waiting: the next try; claimed and handing over: from then on its sender counts as dead
      due_at timestamptz NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      -- of the sender that has it; another sender's word does not count
      claim uuid,
      -- when it got its last state
      settled_at timestamptz,
      reason text
    )`.execute(db);
  await sql`
    CREATE INDEX mail_outbox_due ON mail_outbox (due_at)
      WHERE state IN ('waiting', 'claimed', 'handing over')`.execute(db);
  await sql`CREATE INDEX mail_outbox_settled ON mail_outbox (settled_at)`.execute(db);
  await sql`CREATE INDEX mail_outbox_of_company ON mail_outbox (company_id)`.execute(db);
  await sql`CREATE INDEX mail_outbox_uncertain ON mail_outbox (id) WHERE state = 'uncertain'`.execute(db);
  await sql`
    CREATE TABLE development_mailbox (
      id text PRIMARY KEY,
      company_id text,
      place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      recipient text NOT NULL,
      subject text NOT NULL,
      body_text text NOT NULL,
      body_html text NOT NULL,
      at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX development_mailbox_of_company ON development_mailbox (company_id)`.execute(db);
  await sql.raw(tenantIsolation('mail_outbox')).execute(db);
  await sql.raw(tenantIsolation('development_mailbox')).execute(db);
}
