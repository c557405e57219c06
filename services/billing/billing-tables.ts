import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CommandContext } from '#platform/commands/command.ts';
import type { Ask, Refused } from './intents.port.ts';

/** Written as Date, read as UTC ISO-8601 text. */
type Instant = ColumnType<string, Date, Date>;
type InstantOrNull = ColumnType<string | null, Date | null | undefined, Date | null>;

/** Tables of migration 050. */
export type BillingTables = {
  billing_customers: { company_id: string; provider: string; customer_id: string; created_at: Instant };
  billing_intents: {
    id: string;
    company_id: string;
    kind: Ask['kind'];
    state: Generated<'open' | 'done' | 'refused'>;
    ask: JSONColumnType<Ask>;
    command: JSONColumnType<CommandContext>;
    refusal: Refused | null;
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
