import { ApiError } from './api-error.ts';
import type { ApiRoute, RouteKit } from './api-routes.ts';
import { type Form, listOf, metadataOf, textOf } from './form-body.ts';
import { get, type Subscription } from './provider-state.ts';
import { list } from './serialize.ts';

const PAGE = 10;

export function subscriptionRoutes({ state, show, subscribing, invoicing }: RouteKit): ApiRoute[] {
  const subscriptionOf = (id: string) => get(state.subscriptions, id, 'subscription');
  const expanded = (form: Form) => (Array.isArray(form.expand) ? form.expand.map(String) : []);

  function cardOf(form: Form, customer: string): string | null {
    const id = textOf(form, 'default_payment_method');
    if (id === undefined) return null;
    const method = get(state.paymentMethods, id, 'PaymentMethod', 'default_payment_method');
    if (method.customer === customer) return id;
    throw ApiError.invalid(`The customer does not have a payment method with the ID ${id}.`);
  }

  function running(id: string): Subscription {
    const subscription = subscriptionOf(id);
    if (subscription.status !== 'canceled') return subscription;
    throw ApiError.missing('subscription', id, 'id');
  }

  function changeItems(subscription: Subscription, form: Form): void {
    for (const change of listOf(form, 'items')) {
      const item = subscription.items.find(({ id }) => id === change.id);
      if (!item) throw ApiError.missing('subscription item', String(change.id), 'items[0][id]');
      subscribing.setQuantity(subscription, item, Number(change.quantity));
    }
  }

  return [
    {
      method: 'POST',
      path: '/v1/subscriptions',
      params: [
        ...['customer', 'items', 'metadata', 'default_payment_method', 'trial_period_days', 'trial_settings'],
        ...['payment_settings', 'payment_behavior', 'billing_mode', 'expand', 'off_session'],
      ],
      answer: (form) => {
        const customer = get(state.customers, textOf(form, 'customer') ?? '', 'customer', 'customer');
        const made = subscribing.create({
          customer: customer.id,
          items: listOf(form, 'items').map((each) => ({
            price: String(each.price),
            quantity: Number(each.quantity ?? 1),
          })),
          trialDays: Number(textOf(form, 'trial_period_days') ?? 0),
          paymentMethod: cardOf(form, customer.id),
          isErrorIfIncomplete: textOf(form, 'payment_behavior') === 'error_if_incomplete',
          metadata: metadataOf(form),
        });
        return show.subscription(made, expanded(form));
      },
    },
    {
      method: 'GET',
      path: '/v1/subscriptions',
      params: ['customer', 'status', 'limit', 'starting_after'],
      answer: (form) => {
        const all = textOf(form, 'status') === 'all';
        const customer = textOf(form, 'customer');
        const found = [...state.subscriptions.values()]
          .filter((each) => each.customer === customer && (all || each.status !== 'canceled'))
          .reverse();
        const after = found.findIndex(({ id }) => id === textOf(form, 'starting_after')) + 1;
        const limit = Number(textOf(form, 'limit') ?? PAGE);
        const page = found.slice(after, after + limit).map((each) => show.subscription(each));
        return list(page, '/v1/subscriptions', found.length > after + limit);
      },
    },
    {
      method: 'GET',
      path: '/v1/subscriptions/:id',
      params: ['expand'],
      answer: (form, id) => show.subscription(subscriptionOf(id), expanded(form)),
    },
    {
      method: 'POST',
      path: '/v1/subscriptions/:id',
      params: ['items', 'proration_behavior', 'default_payment_method', 'expand'],
      answer: (form, id) => {
        const subscription = running(id);
        subscription.defaultPaymentMethod =
          cardOf(form, subscription.customer) ?? subscription.defaultPaymentMethod;
        changeItems(subscription, form);
        invoicing.announceSubscription('updated', subscription);
        return show.subscription(subscription, expanded(form));
      },
    },
    {
      method: 'DELETE',
      path: '/v1/subscriptions/:id',
      params: ['prorate', 'invoice_now', 'expand'],
      answer: (form, id) => {
        const subscription = running(id);
        subscribing.cancel(subscription, {
          prorate: textOf(form, 'prorate') === 'true',
          invoiceNow: textOf(form, 'invoice_now') === 'true',
        });
        return show.subscription(subscription, expanded(form));
      },
    },
  ];
}
