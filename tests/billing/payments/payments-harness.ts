import type { Payments } from '#services/billing/payments.port.ts';

/**
 * `refused`: no server listens. `silent`: requests are never answered. `failing`: 500 to every request, nothing is
 * done. `reply lost`: the request is done, and its reply never arrives.
 */
export type Outage = 'refused' | 'silent' | 'failing' | 'reply lost';

/** Money that was moved; cents are positive both ways. */
export type LedgerEntry = { readonly kind: 'charge' | 'refund'; readonly cents: number; readonly at: string };

/** A webhook as it comes over the wire. */
export type Delivery = { readonly rawBody: Buffer; readonly signature: string };

/** The provider as a test sees it from outside. Each test opens its own and moves its own time. */
export type PaymentsHarness = {
  readonly payments: Payments;
  /** Another process of ours that calls the same provider. */
  another(): Payments;
  /** The provider's time; it stands still, at a whole second, unless moved. */
  now(): Date;
  /** Advances the provider's time: trials end, months are billed, failed payments are tried again. */
  moveTo(instant: Date): Promise<void>;
  /** Ids of cards: one that pays, one that cannot be attached, one that can and never pays. */
  readonly cards: { readonly good: string; readonly declined: string; readonly neverPays: string };
  ledger(customerId: string): Promise<LedgerEntry[]>;
  /** How many subscriptions this customer ever had. */
  subscriptionsOf(customerId: string): Promise<number>;
  /** The outages that this provider can have. */
  readonly outages: readonly Outage[];
  /** Starts an outage; `null` ends it. */
  suffer(outage: Outage | null): Promise<void>;
  /** All webhooks so far, signed now, oldest first. */
  deliveries(): Promise<Delivery[]>;
  /** A body signed with the provider's secret at that time. */
  sign(rawBody: Buffer, at: Date): string;
  close(): Promise<void>;
};

/** The time at which every harness starts. The next month has no such day. */
export const BEGIN = new Date('2026-01-31T12:00:00Z');

/** A failed payment is tried again after these days, then the subscription is canceled. Both adapters are set up so. */
export const RETRY_DAYS = [3, 5, 7] as const;
