import type { Payments } from '#services/billing/payments.port.ts';

/**
 * `refused`: nobody listens. `silent`: the question is taken and never answered. `failing`: 500 to everything,
 * nothing is done. `reply lost`: it is done, and the answer never arrives.
 */
export type Outage = 'refused' | 'silent' | 'failing' | 'reply lost';

/** Money that really moved, oldest first; cents are positive both ways. */
export type LedgerEntry = { readonly kind: 'charge' | 'refund'; readonly cents: number; readonly at: string };

/** One webhook as it would come over the wire. */
export type Delivery = { readonly rawBody: Buffer; readonly signature: string };

/** The provider as a test sees it from the outside; each test opens its own and moves its own time. */
export type PaymentsHarness = {
  readonly payments: Payments;
  /** Another process of ours that talks to the same provider. */
  another(): Payments;
  /** The provider's time; it stands still, at a whole second, unless moved. */
  now(): Date;
  /** Lets the provider live until then: trials end, months are billed, what failed is tried again. */
  moveTo(instant: Date): Promise<void>;
  /** Ids of cards: one that pays, one that cannot be attached, one that can and never pays. */
  readonly cards: { readonly good: string; readonly declined: string; readonly neverPays: string };
  ledger(customerId: string): Promise<LedgerEntry[]>;
  /** How many subscriptions this customer ever had. */
  subscriptionsOf(customerId: string): Promise<number>;
  /** What of the outages this provider can suffer; an adapter in process is never refused. */
  readonly outages: readonly Outage[];
  /** From now on, until `null`. */
  suffer(outage: Outage | null): Promise<void>;
  /** Everything the provider announced so far, signed now, oldest first. */
  deliveries(): Promise<Delivery[]>;
  /** A body signed with the provider's secret at that time. */
  sign(rawBody: Buffer, at: Date): string;
  close(): Promise<void>;
};

/** When every harness begins: the month that follows has no such day. */
export const BEGIN = new Date('2026-01-31T12:00:00Z');

/** How a failed payment goes on, as both adapters are set up: tried again after these days, then canceled. */
export const RETRY_DAYS = [3, 5, 7] as const;
