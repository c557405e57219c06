import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** What we store about the payment provider beside the events: our customers there, its events, our requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE billing_customers (
      company_id text NOT NULL,
      provider text NOT NULL,
      customer_id text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, provider)
    )`.execute(db);
  await sql`
    CREATE TABLE billing_intents (
      -- the command that asks; the provider's idempotency keys derive from it
      id text PRIMARY KEY,
      company_id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('start', 'change card', 'cancel')),
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'refused')),
      -- the ids of subscription, customer and payment method, seats, days of trial; never card data
      ask jsonb NOT NULL,
      -- actor, correlation, origin and time of the command, for whoever completes it
      command jsonb NOT NULL,
      -- the refusal; null while open and when done
      refusal text,
      asked_at timestamptz NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      -- of an open one: when the job looks at it next
      due_at timestamptz NOT NULL,
      settled_at timestamptz
    )`.execute(db);
  // A company has one open request to the provider at a time, so that no request overtakes an interrupted one.
  await sql`CREATE UNIQUE INDEX billing_intents_open ON billing_intents (company_id) WHERE state = 'open'`.execute(
    db,
  );
  await sql`CREATE INDEX billing_intents_due ON billing_intents (due_at) WHERE state = 'open'`.execute(db);
  await sql`
    CREATE TABLE billing_trials (
      -- digest of the company's name and its registrant's email: a trial is not had twice
      payer text PRIMARY KEY,
      company_id text NOT NULL,
      began_at timestamptz NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE provider_events (
      provider text NOT NULL,
      -- the provider's, the same on every delivery
      id text NOT NULL,
      type text NOT NULL,
      company_id text,
      subscription_id text,
      happened_at timestamptz NOT NULL,
      received_at timestamptz NOT NULL,
      -- when the job looks at it next, as long as it is neither applied nor set aside
      due_at timestamptz NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      applied_at timestamptz,
      -- why it cannot be applied; a person has to look
      set_aside text,
      PRIMARY KEY (provider, id)
    )`.execute(db);
  await sql`
    CREATE INDEX provider_events_due ON provider_events (due_at)
      WHERE applied_at IS NULL AND set_aside IS NULL`.execute(db);
  await sql`CREATE INDEX provider_events_by_age ON provider_events (received_at)`.execute(db);
  for (const table of ['billing_customers', 'billing_intents', 'billing_trials', 'provider_events']) {
    await sql.raw(tenantIsolation(table)).execute(db);
  }
}
