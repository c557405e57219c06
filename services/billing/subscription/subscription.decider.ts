import type { SubscriptionStatus } from '#contracts/company-kinds.ts';
import type { DomainEvent, EventData } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import type { Decider } from '#platform/commands/command.ts';
import type { ProviderSubscription, Receipt } from '../payments.port.ts';

export type SubscriptionEvent = DomainEvent<
  | 'SubscriptionStarted'
  | 'SubscriptionStatusChanged'
  | 'SubscriptionSeatsChanged'
  | 'SubscriptionCardChanged'
  | 'SubscriptionPaymentFailed'
  | 'SubscriptionReceiptIssued'
  | 'SubscriptionCanceled'
>;

export type Subscribed = {
  readonly kind: 'subscribed';
  readonly provider: 'sandbox' | 'stripe';
  readonly providerSubscriptionId: string;
  readonly status: SubscriptionStatus;
  readonly trialEndsAt: string | null;
  readonly nextBillingAt: string | null;
  readonly seats: number;
  /** The provider's id of the card; null for a subscription that started before the id was recorded. */
  readonly card: string | null;
  /** Invoices of this subscription whose payment failed. */
  readonly unpaidBills: readonly string[];
  /** Receipts of all subscriptions of the company, the oldest first. */
  readonly receipts: readonly Receipt[];
  /** Ids of the company's earlier subscriptions. */
  readonly former: readonly string[];
  /** Grows by one with every event; idempotency keys are derived from it. */
  readonly age: number;
};

export type SubscriptionState = { readonly kind: 'none' } | Subscribed;

/** The subscription that is not canceled; null when there is none. */
export function runningOf(state: SubscriptionState): Subscribed | null {
  return state.kind === 'subscribed' && state.status !== 'canceled' ? state : null;
}

/** The provider's receipts. Those that are not recorded yet are recorded with the command. */
type WithReceipts = { readonly receipts?: readonly Receipt[] };

export type SubscriptionCommand = WithReceipts &
  (
    | {
        readonly type: 'StartSubscription';
        readonly start: EventData<'SubscriptionStarted'>;
        /** A subscription that the provider does not know. It ends when this one starts. */
        readonly replaces?: { readonly providerSubscriptionId: string; readonly at: string };
      }
    /** Records what the provider's snapshot changes; nothing for another subscription or one that has ended. */
    | { readonly type: 'ApplySnapshot'; readonly snapshot: SubscriptionSnapshot }
    | {
        readonly type: 'ChangeCard';
        readonly providerSubscriptionId: string;
        readonly providerPaymentMethodId: string;
      }
    | { readonly type: 'CancelSubscription'; readonly at: string; readonly refundCents: number }
  );

/** Records what happened at the payment provider. The provider itself is not called. */
export const subscriptionDecider: Decider<SubscriptionState, SubscriptionCommand, SubscriptionEvent> = {
  fold: {
    empty: () => ({ kind: 'none' }),
    on: {
      SubscriptionStarted: (state, { data: { providerPaymentMethodId: card = null, ...start } }) => {
        const { former, receipts, age } =
          state.kind === 'none' ? { former: [], receipts: [], age: 0 } : afterThis(state);
        return { kind: 'subscribed', ...start, card, unpaidBills: [], receipts, former, age };
      },
      SubscriptionStatusChanged: (state, { data: { after: status, trialEndsAt, nextBillingAt } }) =>
        changed(state, () => ({ status, trialEndsAt, nextBillingAt })),
      SubscriptionSeatsChanged: (state, { data }) => changed(state, () => ({ seats: data.after })),
      SubscriptionCanceled: (state) => changed(state, () => ({ status: 'canceled', nextBillingAt: null })),
      SubscriptionCardChanged: (state, { data }) =>
        changed(state, () => ({ card: data.providerPaymentMethodId })),
      SubscriptionReceiptIssued: (state, { data }) =>
        changed(state, ({ receipts }) => ({ receipts: [...receipts, data] })),
      SubscriptionPaymentFailed: (state, { data }) =>
        changed(state, ({ unpaidBills }) => ({ unpaidBills: [...unpaidBills, data.invoiceId] })),
    },
  },

  outcome: (state) => state,

  decide: (command, state) => {
    const running = runningOf(state);
    switch (command.type) {
      case 'StartSubscription': {
        const started = { type: 'SubscriptionStarted', data: command.start } as const;
        const issued = newReceipts(command, state);
        if (!running) return accepted([started, ...issued]);
        const { providerSubscriptionId: id } = running;
        if (id === command.start.providerSubscriptionId) return accepted([]);
        if (id !== command.replaces?.providerSubscriptionId) return rejected('alreadySubscribed');
        return accepted([
          { type: 'SubscriptionCanceled', data: { canceledAt: command.replaces.at, refundCents: 0 } },
          started,
          ...issued,
        ]);
      }
      case 'ApplySnapshot':
        return running?.providerSubscriptionId === command.snapshot.id
          ? accepted([...newReceipts(command, state), ...diffSubscription(command.snapshot, running)])
          : accepted([]);
      case 'ChangeCard': {
        const { providerPaymentMethodId } = command;
        const isOurs = running?.providerSubscriptionId === command.providerSubscriptionId;
        return isOurs && running.card !== providerPaymentMethodId
          ? accepted([{ type: 'SubscriptionCardChanged', data: { providerPaymentMethodId } }])
          : accepted([]);
      }
      case 'CancelSubscription': {
        if (!running) return accepted([]);
        const { at: canceledAt, refundCents } = command;
        const canceled = { type: 'SubscriptionCanceled', data: { canceledAt, refundCents } } as const;
        return accepted([...newReceipts(command, state), canceled]);
      }
    }
  },
};

function afterThis(state: Subscribed): Pick<Subscribed, 'former' | 'receipts' | 'age'> {
  const { former, providerSubscriptionId, receipts, age } = state;
  return { former: [...former, providerSubscriptionId], receipts, age: age + 1 };
}

function changed(
  state: SubscriptionState,
  by: (state: Subscribed) => Partial<Subscribed>,
): SubscriptionState {
  return state.kind === 'none' ? state : { ...state, ...by(state), age: state.age + 1 };
}

function newReceipts({ receipts = [] }: WithReceipts, state: SubscriptionState): SubscriptionEvent[] {
  const issued = new Set(state.kind === 'none' ? [] : state.receipts.map(({ receiptId }) => receiptId));
  return receipts
    .filter(({ receiptId }) => !issued.has(receiptId))
    .map((data) => ({ type: 'SubscriptionReceiptIssued', data }));
}

/** The part of the provider's subscription that our events record, as of now. */
export type SubscriptionSnapshot = Pick<
  ProviderSubscription,
  'id' | 'status' | 'trialEndsAt' | 'nextBillingAt' | 'seats' | 'canceledAt' | 'unpaid'
>;

/**
 * The events that make our state equal to the snapshot. Only content counts, so a snapshot that is applied twice
 * gives no events.
 */
function diffSubscription(snapshot: SubscriptionSnapshot, ours: Subscribed): readonly SubscriptionEvent[] {
  const events: SubscriptionEvent[] = [];
  const { unpaid } = snapshot;
  if (unpaid && !ours.unpaidBills.includes(unpaid.invoiceId)) {
    events.push({
      type: 'SubscriptionPaymentFailed',
      data: { invoiceId: unpaid.invoiceId, failedAt: unpaid.since },
    });
  }
  if (snapshot.status === 'canceled' && snapshot.canceledAt !== null) {
    // The provider canceled it because payments failed: there is nothing to refund.
    const { canceledAt } = snapshot;
    events.push({ type: 'SubscriptionCanceled', data: { canceledAt, refundCents: 0 } });
    return events;
  }
  const { status, trialEndsAt, nextBillingAt } = snapshot;
  const isSame =
    status === ours.status &&
    isSameInstant(trialEndsAt, ours.trialEndsAt) &&
    isSameInstant(nextBillingAt, ours.nextBillingAt);
  if (!isSame) {
    events.push({
      type: 'SubscriptionStatusChanged',
      data: { before: ours.status, after: status, trialEndsAt, nextBillingAt },
    });
  }
  if (snapshot.seats !== ours.seats) {
    events.push({ type: 'SubscriptionSeatsChanged', data: { before: ours.seats, after: snapshot.seats } });
  }
  return events;
}

/** Compares instants, not their spelling: with and without milliseconds. */
function isSameInstant(one: string | null, other: string | null): boolean {
  const instant = (text: string | null) => (text === null ? null : Date.parse(text));
  return instant(one) === instant(other);
}
