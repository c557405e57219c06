import { monthsAfter, proratedCents } from '#services/billing/sandbox/sandbox-subscription.ts';
import { ApiError } from './api-error.ts';
import type { Invoicing } from './invoicing.ts';
import type { Item, Line, Metadata, ProviderState, Subscription } from './provider-state.ts';
import { createSerializers } from './serialize.ts';
import type { WebhookEvents } from './webhook-events.ts';

const DAY = 86_400;

export type NewSubscription = {
  readonly customer: string;
  readonly items: readonly { readonly price: string; readonly quantity: number }[];
  readonly trialDays: number;
  readonly paymentMethod: string | null;
  /** Otherwise a first bill that is not paid leaves an incomplete subscription, which is the provider's default. */
  readonly isErrorIfIncomplete: boolean;
  readonly metadata: Metadata;
};

/** What the bill of a cancellation is right after it; the reference does not say. */
export type LastBill = 'draft' | 'final' | 'tried';

/** The life of subscriptions: trials, months, prorations, the end. */
export function createSubscriptions(
  state: ProviderState,
  invoicing: Invoicing,
  { announce }: WebhookEvents,
  lastBill: LastBill,
) {
  const show = createSerializers(state);

  const wholePeriod = ({ price, quantity }: Item, period: Line['period']): Line => ({
    amount: price.unitAmount * quantity,
    description: `${quantity} × ${price.id}`,
    proration: false,
    period: { ...period },
  });

  const rest = ({ price }: Item, quantity: number, { period }: Subscription, sign: 1 | -1): Line => ({
    amount: sign * proratedCents(price.unitAmount * quantity, period, state.now),
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${quantity} × ${price.id}`,
    proration: true,
    period: { start: state.now, end: period.end },
  });

  function monthFrom(subscription: Subscription, start: number): Line['period'] {
    let months = 1;
    while (monthsAfter(subscription.anchor, months) <= start) months += 1;
    return { start, end: monthsAfter(subscription.anchor, months) };
  }

  return {
    create(input: NewSubscription): Subscription {
      const items = input.items.map(({ price, quantity }): Item => {
        const found = state.prices.get(price);
        if (!found) throw ApiError.missing('price', price, 'items[0][price]');
        return { id: state.nextId('si'), price: found, quantity };
      });
      const trialEnd = input.trialDays > 0 ? state.now + input.trialDays * DAY : null;
      const subscription: Subscription = {
        id: state.nextId('sub'),
        customer: input.customer,
        created: state.now,
        items,
        metadata: input.metadata,
        trialEnd,
        anchor: trialEnd ?? state.now,
        status: trialEnd === null ? 'active' : 'trialing',
        period: { start: state.now, end: trialEnd ?? 0 },
        defaultPaymentMethod: input.paymentMethod,
        canceledAt: null,
        cancellationReason: null,
        latestInvoice: null,
        trialEndAnnounced: false,
      };
      if (trialEnd === null) subscription.period = monthFrom(subscription, state.now);
      state.subscriptions.set(subscription.id, subscription);
      const price = (item: Item): Line => ({
        ...wholePeriod(item, subscription.period),
        ...(trialEnd !== null && { amount: 0 }),
      });
      const first = invoicing.draft(subscription, items.map(price), false);
      invoicing.finalize(first);
      if (first.status === 'open' && !invoicing.attempt(first, input.paymentMethod ?? '')) {
        if (!input.isErrorIfIncomplete) {
          subscription.status = 'incomplete';
          invoicing.announceSubscription('created', subscription);
          return subscription;
        }
        state.subscriptions.delete(subscription.id);
        state.invoices.delete(first.id);
        throw ApiError.declined();
      }
      invoicing.announceSubscription('created', subscription);
      return subscription;
    },

    setQuantity(subscription: Subscription, item: Item, quantity: number): void {
      if (subscription.status !== 'trialing') {
        const of = { customer: subscription.customer, subscription: subscription.id };
        state.pendingItems.push({ ...rest(item, item.quantity, subscription, -1), ...of });
        state.pendingItems.push({ ...rest(item, quantity, subscription, 1), ...of });
      }
      item.quantity = quantity;
    },

    cancel(subscription: Subscription, { prorate, invoiceNow }: { prorate: boolean; invoiceNow: boolean }) {
      const isPriced = prorate && subscription.status !== 'trialing';
      const credits = isPriced
        ? subscription.items.map((each) => rest(each, each.quantity, subscription, -1))
        : [];
      const lines = [...invoicing.takePending(subscription), ...credits];
      for (const invoice of state.invoices.values()) {
        if (invoice.subscription === subscription.id) invoice.nextStep = null;
      }
      invoicing.end(subscription, 'cancellation_requested');
      if (!invoiceNow || lines.length === 0) return;
      const last = invoicing.draft(subscription, lines, false);
      if (lastBill !== 'draft') invoicing.finalize(last);
      if (lastBill === 'tried' && last.status === 'open') invoicing.attempt(last);
    },

    /** Three days before the end of a trial. */
    announceTrialEnd(subscription: Subscription): void {
      subscription.trialEndAnnounced = true;
      announce('customer.subscription.trial_will_end', show.subscription(subscription));
    },

    /** The trial or the month is over. */
    renew(subscription: Subscription): void {
      subscription.period = monthFrom(subscription, subscription.period.end);
      if (subscription.status === 'trialing') subscription.status = 'active';
      const lines = subscription.items.map((each) => wholePeriod(each, subscription.period));
      invoicing.draft(subscription, [...invoicing.takePending(subscription), ...lines], true);
      invoicing.announceSubscription('updated', subscription);
    },
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;
