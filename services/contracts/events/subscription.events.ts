import { Type } from 'typebox';
import { RECEIPT_KINDS, SUBSCRIPTION_STATUSES } from '../company-kinds.ts';
import { added, change, edited, happened, ofCompany, removed } from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

const status = Type.Enum([...SUBSCRIPTION_STATUSES]);
const instantOrNull = Type.Union([Type.String(), Type.Null()]);

const NAME = 'the subscription';
const subject = (_data: unknown, companyId: string) => ofCompany(companyId);

function dates({ trialEndsAt, nextBillingAt }: { trialEndsAt: string | null; nextBillingAt: string | null }) {
  return [
    change('trialEndsAt', 'Trial ends', 'moment', null, trialEndsAt),
    change('nextBillingAt', 'Next bill', 'moment', null, nextBillingAt),
  ];
}

export const subscriptionEvents = {
  SubscriptionStarted: event({
    data: Type.Object({
      provider: Type.Enum(['sandbox', 'stripe']),
      providerSubscriptionId: Type.String(),
      status,
      trialEndsAt: instantOrNull,
      nextBillingAt: instantOrNull,
      seats: Type.Integer(),
      /** The provider's id of the card that pays; absent where there is no card (imports, the demo). */
      providerPaymentMethodId: Type.Optional(Type.String()),
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'subscription',
      subject,
      describe: ({ provider, providerSubscriptionId, status, seats, ...more }) =>
        added('Subscription started', NAME, [
          change('status', 'Status', 'status', null, status),
          change('seats', 'Employees paid for', 'number', null, seats),
          ...dates(more),
          change('provider', 'Paid through', 'text', null, provider),
          change('providerSubscriptionId', 'Number there', 'text', null, providerSubscriptionId),
          change('providerPaymentMethodId', 'Card there', 'text', null, more.providerPaymentMethodId),
        ]),
    },
  }),
  SubscriptionStatusChanged: event({
    data: Type.Object({
      before: status,
      after: status,
      trialEndsAt: instantOrNull,
      nextBillingAt: instantOrNull,
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'subscription',
      subject,
      describe: ({ before, after, ...more }) =>
        edited('Subscription status changed', NAME, [
          change('status', 'Status', 'status', before, after),
          ...dates(more),
        ]),
    },
  }),
  SubscriptionSeatsChanged: event({
    data: Type.Object({ before: Type.Integer(), after: Type.Integer() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'subscription',
      subject,
      describe: ({ before, after }) =>
        edited('Number of employees paid for changed', NAME, [
          change('seats', 'Employees paid for', 'number', before, after),
        ]),
    },
  }),
  SubscriptionCardChanged: event({
    data: Type.Object({ providerPaymentMethodId: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'subscription',
      subject,
      describe: ({ providerPaymentMethodId }) =>
        happened('Card changed', NAME, [
          change('providerPaymentMethodId', 'Card there', 'text', null, providerPaymentMethodId),
        ]),
    },
  }),
  SubscriptionPaymentFailed: event({
    data: Type.Object({ invoiceId: Type.String(), failedAt: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'subscription',
      subject,
      describe: ({ invoiceId, failedAt }) =>
        happened('Payment failed', NAME, [
          change('failedAt', 'Failed', 'moment', null, failedAt),
          change('invoiceId', 'Invoice there', 'text', null, invoiceId),
        ]),
    },
  }),
  /** The provider moved money: a charge that succeeded, or a refund. Each is recorded once, by `receiptId`. */
  SubscriptionReceiptIssued: event({
    data: Type.Object({
      /** The provider's id of the invoice that was paid, or of the refund. */
      receiptId: Type.String(),
      kind: Type.Enum([...RECEIPT_KINDS]),
      amountCents: Type.Integer(),
      currency: Type.Enum(['CAD']),
      paidAt: Type.String(),
      /** The month that was paid for; null for what is for no month. */
      periodStart: instantOrNull,
      periodEnd: instantOrNull,
      /** Null when the provider does not say. */
      cardBrand: Type.Union([Type.String(), Type.Null()]),
      cardLast4: Type.Union([Type.String(), Type.Null()]),
    }),
    personal: { own: ['cardLast4'] },
    history: {
      kind: 'subscription',
      subject,
      describe: ({ receiptId, kind, amountCents, paidAt, periodStart, periodEnd, cardBrand, cardLast4 }) =>
        happened(kind === 'refund' ? 'Refund' : 'Payment', NAME, [
          change('amountCents', 'Amount', 'money', null, amountCents),
          change('paidAt', 'Paid', 'moment', null, paidAt),
          change('periodStart', 'From', 'moment', null, periodStart),
          change('periodEnd', 'To', 'moment', null, periodEnd),
          change('cardBrand', 'Card', 'text', null, cardBrand),
          change('cardLast4', 'Last digits', 'text', null, cardLast4),
          change('receiptId', 'Receipt', 'text', null, receiptId),
        ]),
    },
  }),
  SubscriptionCanceled: event({
    data: Type.Object({ canceledAt: Type.String(), refundCents: Type.Integer() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'subscription',
      subject,
      describe: ({ canceledAt, refundCents }) =>
        removed('Subscription canceled', NAME, [
          change('canceledAt', 'Canceled', 'moment', null, canceledAt),
          change('refundCents', 'Refund', 'money', null, refundCents),
        ]),
    },
  }),
} as const;
