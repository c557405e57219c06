import { ApiError } from './api-error.ts';

export type Metadata = Record<string, string>;

export type Customer = {
  readonly id: string;
  readonly created: number;
  name: string | null;
  email: string | null;
  /** Cents; negative is credit of the customer. */
  balance: number;
  readonly metadata: Metadata;
  readonly balanceTransactions: {
    readonly id: string;
    readonly amount: number;
    readonly metadata: Metadata;
  }[];
};

export type CardKind = 'pays' | 'declined at once' | 'never pays';
export type PaymentMethod = {
  readonly id: string;
  readonly kind: CardKind;
  /** Of the number: the same for each use of one test card. */
  readonly fingerprint: string;
  customer: string | null;
};

export type Price = { readonly id: string; readonly unitAmount: number };
export type Item = { readonly id: string; readonly price: Price; quantity: number };

export type Status = 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled';

export type Subscription = {
  readonly id: string;
  readonly customer: string;
  readonly created: number;
  readonly items: Item[];
  readonly metadata: Metadata;
  readonly trialEnd: number | null;
  /** Months are counted from here. */
  readonly anchor: number;
  status: Status;
  period: { start: number; end: number };
  defaultPaymentMethod: string | null;
  canceledAt: number | null;
  cancellationReason: 'cancellation_requested' | 'payment_failed' | null;
  latestInvoice: string | null;
  trialEndAnnounced: boolean;
};

export type Line = {
  readonly amount: number;
  readonly description: string;
  readonly proration: boolean;
  readonly period: { readonly start: number; readonly end: number };
};

/** A proration for the next invoice. */
export type PendingItem = Line & { readonly customer: string; readonly subscription: string };

export type Invoice = {
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  readonly created: number;
  readonly lines: Line[];
  status: 'draft' | 'open' | 'paid' | 'void';
  amountDue: number;
  amountPaid: number;
  attempts: number;
  finalizedAt: number | null;
  paidAt: number | null;
  /** When it is finalized or tried again automatically; null: never. */
  nextStep: number | null;
};

export type Charge = {
  readonly id: string;
  readonly invoice: string;
  readonly customer: string;
  readonly amount: number;
  readonly created: number;
  readonly status: 'succeeded' | 'failed';
  amountRefunded: number;
};

export type Refund = {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
  readonly created: number;
  readonly metadata: Metadata;
};

/** Everything the provider knows. Insertion order is order of creation. */
export type ProviderState = {
  /** Seconds since 1970. */
  now: number;
  readonly prices: Map<string, Price>;
  readonly customers: Map<string, Customer>;
  readonly paymentMethods: Map<string, PaymentMethod>;
  readonly subscriptions: Map<string, Subscription>;
  readonly pendingItems: PendingItem[];
  readonly invoices: Map<string, Invoice>;
  readonly charges: Map<string, Charge>;
  readonly refunds: Map<string, Refund>;
  nextId(prefix: string): string;
};

export function createProviderState(now: number, prices: readonly Price[]): ProviderState {
  let ids = 0;
  return {
    now,
    prices: new Map(prices.map((price) => [price.id, price])),
    customers: new Map(),
    paymentMethods: new Map(),
    subscriptions: new Map(),
    pendingItems: [],
    invoices: new Map(),
    charges: new Map(),
    refunds: new Map(),
    nextId: (prefix) => `${prefix}_1Fake${String(++ids).padStart(8, '0')}`,
  };
}

/** The object, or Stripe's error when there is none with this id. */
export function get<T>(map: ReadonlyMap<string, T>, id: string, what: string, param = 'id'): T {
  const found = map.get(id);
  if (found === undefined) throw ApiError.missing(what, id, param);
  return found;
}
