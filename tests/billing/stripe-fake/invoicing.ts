import { ApiError } from './api-error.ts';
import {
  type Charge,
  get,
  type Invoice,
  type Line,
  type ProviderState,
  type Subscription,
} from './provider-state.ts';
import { createSerializers, sum } from './serialize.ts';
import type { WebhookEvents } from './webhook-events.ts';

const HOUR = 3600;
const DAY = 86_400;
/** A smaller amount is not charged but carried over to the next invoice. */
const LEAST_CHARGE = 50;

/** Invoices from draft to paid, and their charges. `retryDays` count from the first failure. */
export function createInvoicing(
  state: ProviderState,
  { announce }: WebhookEvents,
  retryDays: readonly number[],
) {
  const show = createSerializers(state);
  const firstFailures = new Map<string, number>();

  function announceSubscription(type: string, subscription: Subscription): void {
    announce(`customer.subscription.${type}`, show.subscription(subscription));
  }

  function setStatus(subscription: Subscription, status: Subscription['status']): void {
    if (subscription.status === status) return;
    subscription.status = status;
    announceSubscription('updated', subscription);
  }

  function end(subscription: Subscription, reason: Subscription['cancellationReason']): void {
    subscription.status = 'canceled';
    subscription.canceledAt = state.now;
    subscription.cancellationReason = reason;
    announceSubscription('deleted', subscription);
  }

  function charge({ id, customer, amountDue }: Invoice, paymentMethod: string | null): boolean {
    const card = paymentMethod === null ? undefined : state.paymentMethods.get(paymentMethod);
    const made: Charge = {
      id: state.nextId('ch'),
      invoice: id,
      customer,
      amount: amountDue,
      created: state.now,
      status: card?.kind === 'pays' ? 'succeeded' : 'failed',
      amountRefunded: 0,
    };
    state.charges.set(made.id, made);
    announce(`charge.${made.status}`, show.charge(made));
    return made.status === 'succeeded';
  }

  function finalize(invoice: Invoice): void {
    const customer = get(state.customers, invoice.customer, 'customer');
    const due = sum(invoice) + customer.balance;
    const isCharged = due >= LEAST_CHARGE;
    invoice.amountDue = isCharged ? due : 0;
    customer.balance = isCharged ? 0 : due;
    invoice.status = isCharged ? 'open' : 'paid';
    invoice.finalizedAt = state.now;
    invoice.nextStep = null;
    announce('invoice.finalized', show.invoice(invoice));
    if (!isCharged) announce('invoice.paid', show.invoice(invoice));
  }

  function failed(invoice: Invoice, subscription: Subscription): void {
    announce('invoice.payment_failed', show.invoice(invoice));
    if (subscription.status === 'canceled') return;
    const first = firstFailures.get(invoice.id) ?? state.now;
    firstFailures.set(invoice.id, first);
    const next = retryDays[invoice.attempts - 1];
    invoice.nextStep = next === undefined ? null : first + next * DAY;
    setStatus(subscription, 'past_due');
    if (next === undefined) end(subscription, 'payment_failed');
  }

  /** Charges the card; false when it is declined. */
  function attempt(invoice: Invoice, paymentMethod?: string): boolean {
    const subscription = get(state.subscriptions, invoice.subscription, 'subscription');
    const card = paymentMethod ?? subscription.defaultPaymentMethod;
    invoice.attempts += 1;
    if (!charge(invoice, card)) {
      // Another card's failure does not postpone the next attempt with the default card.
      if (paymentMethod === undefined) failed(invoice, subscription);
      return false;
    }
    Object.assign(invoice, {
      status: 'paid',
      amountPaid: invoice.amountDue,
      nextStep: null,
      paidAt: state.now,
    });
    announce('invoice.paid', show.invoice(invoice));
    announce('invoice.payment_succeeded', show.invoice(invoice));
    if (subscription.status === 'past_due') setStatus(subscription, 'active');
    return true;
  }

  return {
    announceSubscription,
    end,
    finalize,
    attempt,

    /** An invoice that is finalized and charged an hour later, or earlier on request. */
    draft(subscription: Subscription, lines: Line[], isCollected: boolean): Invoice {
      const invoice: Invoice = {
        id: state.nextId('in'),
        customer: subscription.customer,
        subscription: subscription.id,
        created: state.now,
        lines,
        status: 'draft',
        amountDue: 0,
        amountPaid: 0,
        attempts: 0,
        finalizedAt: null,
        paidAt: null,
        nextStep: isCollected ? state.now + HOUR : null,
      };
      state.invoices.set(invoice.id, invoice);
      subscription.latestInvoice = invoice.id;
      announce('invoice.created', show.invoice(invoice));
      return invoice;
    },

    /** Removes and returns the pending prorations of this subscription. */
    takePending(subscription: Subscription): Line[] {
      const taken = state.pendingItems.filter((each) => each.subscription === subscription.id);
      const others = state.pendingItems.filter((each) => each.subscription !== subscription.id);
      state.pendingItems.splice(0, state.pendingItems.length, ...others);
      return taken;
    },

    void(invoice: Invoice): void {
      if (invoice.status !== 'open') {
        throw ApiError.invalid(`This invoice cannot be voided, it is ${invoice.status}.`);
      }
      const customer = get(state.customers, invoice.customer, 'customer');
      customer.balance -= sum(invoice) - invoice.amountDue;
      Object.assign(invoice, { status: 'void', nextStep: null, amountDue: 0 });
      announce('invoice.voided', show.invoice(invoice));
    },

    step(invoice: Invoice): void {
      if (invoice.status === 'draft') finalize(invoice);
      if (invoice.status === 'open') attempt(invoice);
    },
  };
}

export type Invoicing = ReturnType<typeof createInvoicing>;
