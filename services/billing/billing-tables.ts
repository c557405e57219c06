import { type ColumnType, type Generated, type JSONColumnType, type RawBuilder, sql } from 'kysely';
import type { CommandContext } from '#platform/commands/command.ts';
import type { DeclineCode, IntentRequest } from './intents/intents.port.ts';

/** Written as Date, read as UTC ISO-8601 text. */
type Instant = ColumnType<string, Date, Date>;
type InstantOrNull = ColumnType<string | null, Date | null | undefined, Date | null>;

/** Tables of migration 050. */
export type BillingTables = {
  billing_customers: { company_id: string; provider: string; customer_id: string; created_at: Instant };
  billing_intents: {
    id: string;
    company_id: string;
    kind: IntentRequest['kind'];
    state: Generated<'open' | 'done' | 'refused'>;
    ask: JSONColumnType<IntentRequest>;
    command: JSONColumnType<CommandContext>;
    refusal: DeclineCode | null;
    asked_at: Instant;
    tries: Generated<number>;
    due_at: Instant;
    settled_at: InstantOrNull;
  };
  billing_trials: { payer: string; company_id: string; began_at: Instant };
  provider_events: {
    provider: string;
    id: string;
    type: string;
    company_id: string | null;
    subscription_id: string | null;
    happened_at: Instant;
    received_at: Instant;
    due_at: Instant;
    tries: Generated<number>;
    applied_at: InstantOrNull;
    set_aside: Generated<string | null>;
  };
};

/** When to try again after `tries` (a column) attempts: in 5, 10, 20 … seconds, five minutes at most. */
export function nextAttemptAt(now: Date): RawBuilder<Date> {
  return sql<Date>`${now}::timestamptz + least(300, 5 * 2 ^ least(tries, 6)) * interval '1 second'`;
}
