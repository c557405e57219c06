import { randomBytes } from 'node:crypto';
import { ApiError } from './api-error.ts';
import type { ApiRoute, RouteKit } from './api-routes.ts';
import { type Form, metadataOf, textOf } from './form-body.ts';
import { type CardKind, type Customer, get, type PaymentMethod } from './provider-state.ts';
import { list } from './serialize.ts';

/** New objects are found only after a minute: "propagation is up to a minute". */
const SEARCH_LAG_SECONDS = 60;

/** The provider's test cards: each use of such an id makes a new payment method. */
const TEST_CARDS: Readonly<Record<string, CardKind>> = {
  pm_card_visa: 'pays',
  pm_card_mastercard: 'pays',
  pm_card_chargeDeclined: 'declined at once',
  pm_card_chargeCustomerFail: 'never pays',
};

export function customerRoutes({ state, announcements, show }: RouteKit): ApiRoute[] {
  const customerOf = (id: string) => get(state.customers, id, 'customer');

  function change(customer: Customer, form: Form): Customer {
    customer.name = textOf(form, 'name') ?? customer.name;
    customer.email = textOf(form, 'email') ?? customer.email;
    return customer;
  }

  function attached(id: string, customer: string): PaymentMethod {
    const kind = TEST_CARDS[id];
    const method = kind
      ? { id: state.nextId('pm'), kind, fingerprint: id, customer: null }
      : get(state.paymentMethods, id, 'PaymentMethod', 'payment_method');
    if (method.kind === 'declined at once') throw ApiError.declined();
    if (method.customer !== null) {
      throw ApiError.invalid('The payment method you provided has already been attached to a customer.');
    }
    const made: PaymentMethod = { ...method, customer };
    state.paymentMethods.set(made.id, made);
    return made;
  }

  return [
    {
      method: 'POST',
      path: '/v1/customers',
      params: ['name', 'email', 'metadata'],
      answer: (form) => {
        const customer: Customer = {
          id: state.nextId('cus'),
          created: state.now,
          name: null,
          email: null,
          balance: 0,
          metadata: metadataOf(form),
          balanceTransactions: [],
        };
        state.customers.set(customer.id, change(customer, form));
        announcements.announce('customer.created', show.customer(customer));
        return show.customer(customer);
      },
    },
    {
      method: 'GET',
      path: '/v1/customers/search',
      params: ['query', 'limit'],
      answer: (form) => {
        const query = textOf(form, 'query') ?? '';
        const [, name = '', value = ''] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? [];
        if (name === '') throw ApiError.invalid('We were unable to parse your search query.', 'query');
        const found = [...state.customers.values()].filter(
          (each) => each.metadata[name] === value && each.created + SEARCH_LAG_SECONDS <= state.now,
        );
        const data = found.map(show.customer);
        return { ...list(data, '/v1/customers/search'), object: 'search_result', next_page: null };
      },
    },
    {
      method: 'GET',
      path: '/v1/customers/:id',
      params: [],
      answer: (_, id) => show.customer(customerOf(id)),
    },
    {
      method: 'POST',
      path: '/v1/customers/:id',
      params: ['name', 'email'],
      answer: (form, id) => show.customer(change(customerOf(id), form)),
    },
    {
      method: 'GET',
      path: '/v1/customers/:id/balance_transactions',
      params: ['limit', 'starting_after'],
      answer: (_, id) =>
        list(customerOf(id).balanceTransactions.toReversed(), `/v1/customers/${id}/balance_transactions`),
    },
    {
      method: 'POST',
      path: '/v1/customers/:id/balance_transactions',
      params: ['amount', 'currency', 'metadata', 'description'],
      answer: (form, id) => {
        const customer = customerOf(id);
        const amount = Number(textOf(form, 'amount'));
        const made = { id: state.nextId('cbtxn'), amount, metadata: metadataOf(form) };
        customer.balance += amount;
        customer.balanceTransactions.push(made);
        return { object: 'customer_balance_transaction', ...made, ending_balance: customer.balance };
      },
    },
    {
      method: 'POST',
      path: '/v1/setup_intents',
      params: ['customer', 'usage', 'automatic_payment_methods'],
      answer: (form) => {
        const customer = customerOf(textOf(form, 'customer') ?? '').id;
        const id = state.nextId('seti');
        const secret = `${id}_secret_${randomBytes(12).toString('hex')}`;
        return {
          id,
          object: 'setup_intent',
          customer,
          client_secret: secret,
          status: 'requires_payment_method',
        };
      },
    },
    {
      method: 'GET',
      path: '/v1/payment_methods/:id',
      params: [],
      answer: (_, id) => {
        const kind = TEST_CARDS[id];
        const fresh = kind && { id: state.nextId('pm'), kind, fingerprint: id, customer: null };
        return show.paymentMethod(fresh ?? get(state.paymentMethods, id, 'PaymentMethod', 'payment_method'));
      },
    },
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/attach',
      params: ['customer'],
      answer: (form, id) => {
        const customer = customerOf(textOf(form, 'customer') ?? '');
        return show.paymentMethod(attached(id, customer.id));
      },
    },
  ];
}
