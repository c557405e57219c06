import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/**
 * The tables of the sandbox payment provider, in their own schema: the rest of the program does not read them, as it
 * could not read those of a real provider. Instants are whole seconds since 1970, as providers count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SCHEMA sandbox`.execute(db);
  await sql`
    CREATE TABLE sandbox.secrets (
      name text PRIMARY KEY,
      value text NOT NULL
    )`.execute(db);
  await sql`
    INSERT INTO sandbox.secrets VALUES
      ('webhooks', 'whsec_sandbox_' || encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'))
    `.execute(db);
  await sql`
    CREATE TABLE sandbox.customers (
      id text PRIMARY KEY,
      company_id text NOT NULL UNIQUE,
      name text NOT NULL,
      -- null for a company that was never registered by a person
      email text,
      created_at bigint NOT NULL,
      -- how far the time of this customer was moved ahead of the real one
      ahead_seconds bigint NOT NULL DEFAULT 0 CHECK (ahead_seconds >= 0)
    )`.execute(db);
  await sql`
    CREATE TABLE sandbox.payment_methods (
      id text PRIMARY KEY,
      customer_id text NOT NULL REFERENCES sandbox.customers ON DELETE CASCADE,
      -- which of the test cards it is
      card text NOT NULL,
      attached_at bigint NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX payment_methods_of_customer ON sandbox.payment_methods (customer_id)`.execute(db);
  await sql`
    CREATE TABLE sandbox.setup_intents (
      id text PRIMARY KEY,
      customer_id text NOT NULL REFERENCES sandbox.customers ON DELETE CASCADE,
      created_at bigint NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX setup_intents_of_customer ON sandbox.setup_intents (customer_id)`.execute(db);
  await sql`
    CREATE TABLE sandbox.subscriptions (
      id text PRIMARY KEY,
      customer_id text NOT NULL REFERENCES sandbox.customers ON DELETE CASCADE,
      company_id text NOT NULL,
      payment_method_id text NOT NULL REFERENCES sandbox.payment_methods,
      status text NOT NULL CHECK (status IN ('trialing', 'active', 'past_due', 'canceled')),
      seats integer NOT NULL CHECK (seats >= 1),
      created_at bigint NOT NULL,
      trial_ends_at bigint,
      trial_end_told boolean NOT NULL,
      -- months are counted from here; the period that runs ends so many of them later
      anchor bigint NOT NULL,
      months integer NOT NULL,
      -- prorations that no bill has yet, negative where the customer gets something back
      pending_cents bigint NOT NULL,
      -- what a bill could not use up
      credit_cents bigint NOT NULL CHECK (credit_cents >= 0),
      unpaid jsonb CHECK ((unpaid IS NOT NULL) = (status = 'past_due')),
      canceled_at bigint CHECK ((canceled_at IS NOT NULL) = (status = 'canceled')),
      refund_cents bigint NOT NULL CHECK (refund_cents >= 0),
      -- when something happens next by itself, in the customer's time
      due_at bigint CHECK ((due_at IS NULL) = (status = 'canceled'))
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX one_running_subscription ON sandbox.subscriptions (customer_id)
      WHERE status <> 'canceled'`.execute(db);
  await sql`CREATE INDEX subscriptions_of_company ON sandbox.subscriptions (company_id)`.execute(db);
  await sql`CREATE INDEX subscriptions_of_customer ON sandbox.subscriptions (customer_id)`.execute(db);
  await sql`CREATE INDEX subscriptions_due ON sandbox.subscriptions (due_at)`.execute(db);
  await sql`
    CREATE TABLE sandbox.invoices (
      id text PRIMARY KEY,
      subscription_id text NOT NULL REFERENCES sandbox.subscriptions ON DELETE CASCADE,
      reason text NOT NULL CHECK (reason IN ('month', 'end')),
      period_start bigint NOT NULL,
      period_end bigint NOT NULL,
      cents bigint NOT NULL CHECK (cents >= 0),
      status text NOT NULL CHECK (status IN ('open', 'paid', 'void')),
      created_at bigint NOT NULL,
      -- a month is billed once
      UNIQUE (subscription_id, reason, period_start)
    )`.execute(db);
  await sql`
    CREATE TABLE sandbox.movements (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subscription_id text NOT NULL REFERENCES sandbox.subscriptions ON DELETE CASCADE,
      invoice_id text REFERENCES sandbox.invoices,
      kind text NOT NULL CHECK (kind IN ('charge', 'refund')),
      cents bigint NOT NULL CHECK (cents > 0),
      at bigint NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX movements_of_subscription ON sandbox.movements (subscription_id)`.execute(db);
  // A bill is paid once, a subscription ends once.
  await sql`CREATE UNIQUE INDEX one_charge ON sandbox.movements (invoice_id) WHERE kind = 'charge'`.execute(
    db,
  );
  await sql`
    CREATE UNIQUE INDEX one_refund ON sandbox.movements (subscription_id) WHERE kind = 'refund'`.execute(db);
  await sql`
    CREATE TABLE sandbox.events (
      place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text NOT NULL UNIQUE,
      type text NOT NULL,
      company_id text NOT NULL,
      customer_id text NOT NULL REFERENCES sandbox.customers ON DELETE CASCADE,
      subscription_id text,
      at bigint NOT NULL,
      delivered boolean NOT NULL DEFAULT false
    )`.execute(db);
  await sql`CREATE INDEX events_to_deliver ON sandbox.events (place) WHERE NOT delivered`.execute(db);
  await sql`CREATE INDEX events_of_customer ON sandbox.events (customer_id)`.execute(db);
  await sql`
    CREATE TABLE sandbox.idempotency_keys (
      call text NOT NULL,
      key text NOT NULL,
      request text NOT NULL,
      -- ids only; null until the transaction that has the key ends
      result jsonb,
      created_at bigint NOT NULL,
      PRIMARY KEY (call, key)
    )`.execute(db);
  await sql`CREATE INDEX idempotency_keys_by_age ON sandbox.idempotency_keys (created_at)`.execute(db);
  for (const table of ['customers', 'subscriptions', 'events']) {
    await sql.raw(tenantIsolation(`sandbox.${table}`)).execute(db);
  }
}
