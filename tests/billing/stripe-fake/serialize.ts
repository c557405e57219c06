import type {
  Charge,
  Customer,
  Invoice,
  Item,
  PaymentMethod,
  ProviderState,
  Refund,
  Subscription,
} from './provider-state.ts';

/** Lines of an invoice that come with it; the others are asked for. */
const LINES = 10;

/** Objects as the API returns them, with the fields that we read. */
export function createSerializers(state: ProviderState) {
  const invoice = (of: Invoice, expand: readonly string[] = []) => {
    const subscription = state.subscriptions.get(of.subscription);
    return {
      id: of.id,
      object: 'invoice',
      created: of.created,
      billing_reason: of.lines.every(({ proration }) => proration) ? 'manual' : 'subscription_cycle',
      customer: of.customer,
      currency: 'cad',
      status: of.status,
      total: sum(of),
      amount_due: of.amountDue,
      amount_paid: of.amountPaid,
      amount_remaining: of.amountDue - of.amountPaid,
      attempted: of.attempts > 0,
      attempt_count: of.attempts,
      next_payment_attempt: of.status === 'open' ? of.nextStep : null,
      status_transitions: { finalized_at: of.finalizedAt, paid_at: of.paidAt, voided_at: null },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: of.subscription, metadata: subscription?.metadata ?? {} },
      },
      lines: list(lines(of).slice(0, LINES), '/v1/invoices/lines', of.lines.length > LINES),
      ...(expand.includes('data.payments') && { payments: list(paymentsOf(of), '/v1/invoice_payments') }),
    };
  };
  const lines = (of: Invoice) => of.lines.map((line) => ({ object: 'line_item', ...line }));
  const paymentsOf = ({ id }: Invoice) =>
    [...state.charges.values()]
      .filter((charge) => charge.invoice === id && charge.status === 'succeeded')
      .map((charge) => ({
        object: 'invoice_payment',
        status: 'paid',
        payment: { type: 'payment_intent', payment_intent: `pi_${charge.id}` },
      }));
  const item = (of: Item, { period }: Subscription) => ({
    id: of.id,
    object: 'subscription_item',
    price: { id: of.price.id, object: 'price', unit_amount: of.price.unitAmount, currency: 'cad' },
    quantity: of.quantity,
    current_period_start: period.start,
    current_period_end: period.end,
  });
  return {
    invoice,
    lines,
    subscription: (of: Subscription, expand: readonly string[] = []) => {
      const latest = of.latestInvoice === null ? undefined : state.invoices.get(of.latestInvoice);
      return {
        id: of.id,
        object: 'subscription',
        created: of.created,
        customer: of.customer,
        status: of.status,
        items: list(
          of.items.map((each) => item(each, of)),
          '/v1/subscription_items',
        ),
        metadata: of.metadata,
        default_payment_method: of.defaultPaymentMethod,
        trial_end: of.trialEnd,
        trial_start: of.trialEnd === null ? null : of.created,
        billing_cycle_anchor: of.anchor,
        canceled_at: of.canceledAt,
        ended_at: of.canceledAt,
        cancellation_details: { reason: of.cancellationReason, comment: null, feedback: null },
        latest_invoice: latest && expand.includes('latest_invoice') ? invoice(latest) : of.latestInvoice,
      };
    },
    customer: (of: Customer) => ({
      id: of.id,
      object: 'customer',
      created: of.created,
      name: of.name,
      email: of.email,
      balance: of.balance,
      metadata: of.metadata,
    }),
    paymentMethod: (of: PaymentMethod) => ({
      id: of.id,
      object: 'payment_method',
      type: 'card',
      card: { brand: 'visa', last4: '4242', fingerprint: of.fingerprint },
      customer: of.customer,
    }),
    charge: (of: Charge) => ({
      id: of.id,
      object: 'charge',
      created: of.created,
      customer: of.customer,
      currency: 'cad',
      amount: of.amount,
      amount_refunded: of.amountRefunded,
      refunded: of.amountRefunded === of.amount,
      payment_intent: `pi_${of.id}`,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      paid: of.status === 'succeeded',
      status: of.status,
    }),
    refund: (of: Refund) => ({
      id: of.id,
      object: 'refund',
      created: of.created,
      charge: of.charge,
      currency: 'cad',
      amount: of.amount,
      status: 'succeeded',
      metadata: of.metadata,
    }),
  };
}

export type Serializers = ReturnType<typeof createSerializers>;

export function sum(invoice: Invoice): number {
  return invoice.lines.reduce((total, { amount }) => total + amount, 0);
}

export function list(data: readonly unknown[], url: string, hasMore = false) {
  return { object: 'list', data, has_more: hasMore, url };
}
