import { ApiError } from './api-error.ts';
import type { ApiRoute, RouteKit } from './api-routes.ts';
import { metadataOf, textOf } from './form-body.ts';
import { get, type Refund } from './provider-state.ts';
import { list } from './serialize.ts';

/** Invoices, charges and refunds. */
export function moneyRoutes({ state, show, invoicing, announcements }: RouteKit): ApiRoute[] {
  const invoiceOf = (id: string) => get(state.invoices, id, 'invoice', 'invoice');
  return [
    {
      method: 'GET',
      path: '/v1/invoices',
      params: ['subscription', 'status', 'limit', 'starting_after', 'expand'],
      answer: (form) => {
        const status = textOf(form, 'status');
        const found = [...state.invoices.values()].filter(
          (each) =>
            each.subscription === textOf(form, 'subscription') &&
            (status === undefined || each.status === status),
        );
        const expand = Array.isArray(form.expand) ? form.expand.map(String) : [];
        return list(
          found.reverse().map((each) => show.invoice(each, expand)),
          '/v1/invoices',
        );
      },
    },
    { method: 'GET', path: '/v1/invoices/:id', params: [], answer: (_, id) => show.invoice(invoiceOf(id)) },
    {
      method: 'GET',
      path: '/v1/invoices/:id/lines',
      params: ['limit', 'starting_after'],
      answer: (_, id) => list(show.lines(invoiceOf(id)), '/v1/invoices/lines'),
    },
    {
      method: 'POST',
      path: '/v1/invoices/:id/finalize',
      params: ['auto_advance'],
      answer: (_, id) => {
        const invoice = invoiceOf(id);
        if (invoice.status !== 'draft') {
          throw ApiError.invalid("This invoice is already finalized, you can't re-finalize it.");
        }
        invoicing.finalize(invoice);
        return show.invoice(invoice);
      },
    },
    {
      method: 'POST',
      path: '/v1/invoices/:id/pay',
      params: ['payment_method'],
      answer: (form, id) => {
        const invoice = invoiceOf(id);
        if (invoice.status === 'paid') throw ApiError.invalid('Invoice is already paid');
        if (invoice.status !== 'open') {
          throw ApiError.invalid(`Invoices with status ${invoice.status} cannot be paid.`);
        }
        if (!invoicing.attempt(invoice, textOf(form, 'payment_method') ?? '')) throw ApiError.declined();
        return show.invoice(invoice);
      },
    },
    {
      method: 'POST',
      path: '/v1/invoices/:id/void',
      params: [],
      answer: (_, id) => {
        invoicing.void(invoiceOf(id));
        return show.invoice(invoiceOf(id));
      },
    },
    {
      method: 'GET',
      path: '/v1/charges',
      params: ['customer', 'limit', 'starting_after'],
      answer: (form) => {
        const found = [...state.charges.values()].filter(
          (each) => each.customer === textOf(form, 'customer'),
        );
        return list(found.reverse().map(show.charge), '/v1/charges');
      },
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      params: ['charge', 'limit', 'starting_after'],
      answer: (form) => {
        const found = [...state.refunds.values()].filter((each) => each.charge === textOf(form, 'charge'));
        return list(found.reverse().map(show.refund), '/v1/refunds');
      },
    },
    {
      method: 'POST',
      path: '/v1/refunds',
      params: ['charge', 'amount', 'metadata', 'reason'],
      answer: (form) => {
        const charge = get(state.charges, textOf(form, 'charge') ?? '', 'charge', 'charge');
        const amount = Number(textOf(form, 'amount') ?? charge.amount - charge.amountRefunded);
        if (charge.status !== 'succeeded' || !Number.isInteger(amount) || amount < 1) {
          throw ApiError.invalid('This value must be greater than or equal to 1.', 'amount');
        }
        if (amount > charge.amount - charge.amountRefunded) {
          throw ApiError.invalid('Refund amount is greater than unrefunded amount on charge.', 'amount');
        }
        charge.amountRefunded += amount;
        const refund: Refund = {
          id: state.nextId('re'),
          charge: charge.id,
          amount,
          created: state.now,
          metadata: metadataOf(form),
        };
        state.refunds.set(refund.id, refund);
        announcements.announce('charge.refunded', show.charge(charge));
        return show.refund(refund);
      },
    },
  ];
}
