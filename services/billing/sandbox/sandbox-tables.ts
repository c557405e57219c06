import type { ColumnType, Generated, Transaction } from 'kysely';
import type { Cents } from '#contracts/money.ts';
import type { SandboxSubscription, UnpaidBill } from './sandbox-subscription.ts';

type Json<T> = ColumnType<T, string | null, string | null>;

/** The tables of the schema `sandbox`. Instants in seconds since 1970. */
export type SandboxTables = {
  'sandbox.secrets': { name: string; value: string };
  'sandbox.customers': {
    id: string;
    company_id: string;
    name: string;
    email: string | null;
    created_at: number;
    ahead_seconds: Generated<number>;
  };
  'sandbox.payment_methods': { id: string; customer_id: string; card: string; attached_at: number };
  'sandbox.setup_intents': { id: string; customer_id: string; created_at: number };
  'sandbox.subscriptions': {
    id: string;
    customer_id: string;
    company_id: string;
    payment_method_id: string;
    status: SandboxSubscription['status'];
    seats: number;
    created_at: number;
    trial_ends_at: number | null;
    trial_end_told: boolean;
    anchor: number;
    months: number;
    pending_cents: Cents;
    credit_cents: Cents;
    unpaid: Json<UnpaidBill | null>;
    canceled_at: number | null;
    refund_cents: Cents;
    due_at: number | null;
  };
  'sandbox.invoices': {
    id: string;
    subscription_id: string;
    reason: 'month' | 'end';
    period_start: number;
    period_end: number;
    cents: Cents;
    status: 'open' | 'paid' | 'void';
    created_at: number;
  };
  'sandbox.movements': {
    id: Generated<number>;
    subscription_id: string;
    invoice_id: string | null;
    kind: 'charge' | 'refund';
    cents: Cents;
    at: number;
  };
  'sandbox.events': {
    place: Generated<number>;
    id: string;
    type: string;
    company_id: string;
    customer_id: string;
    subscription_id: string | null;
    at: number;
    delivered: Generated<boolean>;
  };
  'sandbox.idempotency_keys': {
    call: string;
    key: string;
    request: string;
    result: Json<unknown>;
    created_at: number;
  };
};

export type Tx = Transaction<SandboxTables>;
