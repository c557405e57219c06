import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { aSale } from '../../testing/sales.ts';
import { createSale, createSaleEdit } from './sale.atoms.ts';

// After the sale was recorded its campaign's rate was halved.
const solar = { campaign_id: 'solar', campaign_name: 'Solar', tax: 15, commission: 6 } as Campaign;
const heat = { campaign_id: 'heat', campaign_name: 'Heat', tax: 5, commission: 9.5 } as Campaign;

async function editOf(sale: Sale, { now = sale, answer = replied({}), locale = 'en-CA' } = {}) {
  const store = createStore();
  const api = createFakeApi({
    '/campaigns/getcampaigns/all': () => replied({ requestedData: [solar, heat] }),
    '/sales/getsale/{id}': () => replied({ requestedData: [now] }),
    '/sales/editsale/{id}': () => answer,
  });
  store.set(apiAtom, api);
  store.set(localeAtom, locale);
  await store.set(campaignsQuery.loadAtom, null);
  const { form, figures } = createSaleEdit(createSale(sale.id), sale);
  const sent = () => api.sent.filter(({ path }) => path === '/sales/editsale/{id}').map(({ body }) => body);
  return { store, form, figures, sent };
}

test('the form has the values of the sale, with numbers in the locale of the person', async () => {
  const { store, form } = await editOf(aSale({ discount: 2.5, status: 'None' }), { locale: 'de-DE' });
  expect(store.get(form.draftAtom)).toEqual({
    name: 'Roof',
    campaignId: 'solar',
    customerNumber: 'C-7',
    price: '1234,50',
    discount: '2,5',
    status: 'None',
    details: 'by phone',
    detailsCut: false,
    employeeId: '',
  });
});

describe('the rates', () => {
  test('are those of the sale while it stays in its campaign', async () => {
    const { store, form, figures } = await editOf(aSale());
    expect(store.get(figures.previewAtom)).toMatchObject({
      commissionPercent: 12,
      commissionDollars: 121.47,
    });
    store.set(form.typeAtom, { price: '1000' });
    // (1000 − 13% − 5%) × 12%
    expect(store.get(figures.previewAtom)?.commissionDollars).toBe(98.4);
  });

  test('are those of the new campaign, and its own again when it is moved back', async () => {
    const { store, form, figures } = await editOf(aSale());
    store.set(form.typeAtom, { campaignId: 'heat', price: '1000' });
    // (1000 − 5% − 5%) × 9.5%
    expect(store.get(figures.previewAtom)?.commissionDollars).toBe(85.5);
    store.set(form.typeAtom, { campaignId: 'solar' });
    expect(store.get(figures.previewAtom)?.commissionDollars).toBe(98.4);
  });
});

describe('saving', () => {
  test('sends the changed fields and the status', async () => {
    const { store, form, sent } = await editOf(aSale());
    store.set(form.typeAtom, { price: '1,300.00', details: 'on site' });
    expect(await store.set(form.submitAtom)).not.toBeNull();
    expect(sent()).toEqual([{ price: '1300.00', details: 'on site', status: 'Negotiating' }]);
    expect(store.get(form.alertAtom)).toEqual({
      isError: false,
      messages: ['Data updated successfully'],
    });
  });

  test('a status that is None may stay None', { tags: ['decision-8.17'] }, async () => {
    const { store, form, sent } = await editOf(aSale({ status: 'None' }));
    store.set(form.typeAtom, { name: 'Roof 2' });
    await store.set(form.submitAtom);
    expect(sent()).toEqual([{ name: 'Roof 2', status: 'None' }]);
  });

  test.each([
    ['a status', { status: '' }, ['status'], 'The status field is required'],
    ['a name', { name: ' ' }, ['name'], 'Make sure all input fields are complete'],
    ['a campaign', { campaignId: '' }, ['campaignId'], 'Make sure all input fields are complete'],
    ['a price', { price: '1.2.3' }, ['price'], messages.invalidPrice],
    ['its price', { price: ' ' }, ['price'], 'Make sure all input fields are complete'],
    ['a discount', { discount: '-1' }, ['discount'], messages.invalidPercent],
  ] as const)('needs %s', { tags: ['spec-5.33'] }, async (_what, typed, fields, message) => {
    const { store, form, sent } = await editOf(aSale());
    store.set(form.typeAtom, typed);
    expect(await store.set(form.submitAtom)).toBeNull();
    expect(store.get(form.refusedAtom)).toEqual(fields);
    expect(store.get(form.alertAtom)).toEqual({ isError: true, messages: [message] });
    expect(sent()).toEqual([]);
  });

  test('closes a sale without a price only with one', async () => {
    const { store, form, sent } = await editOf(aSale({ status: 'Lead', price: '$0.00' }));
    store.set(form.typeAtom, { status: 'Closed' });
    expect(await store.set(form.submitAtom)).toBeNull();
    expect(store.get(form.refusedAtom)).toEqual(['price']);
    store.set(form.typeAtom, { price: '12' });
    await store.set(form.submitAtom);
    expect(sent()).toEqual([{ price: '12', status: 'Closed' }]);
  });

  test('refused shows both messages and keeps the draft', async () => {
    const { store, form } = await editOf(aSale(), { answer: refused(400, 'statusRequired') });
    store.set(form.typeAtom, { price: '5' });
    expect(await store.set(form.submitAtom)).toBeNull();
    expect(store.get(form.alertAtom).messages).toEqual([messages.statusRequired, messages.failedEdit]);
    expect(store.get(form.refusedAtom)).toEqual(['status']);
    expect(store.get(form.draftAtom).price).toBe('5');
  });

  test('keeps the supervisor’s changes in other fields, and shows conflicts', async () => {
    const { store, form, sent } = await editOf(aSale(), { now: aSale({ status: 'Closed', discount: 0 }) });
    store.set(form.typeAtom, { discount: '10' });
    expect(await store.set(form.submitAtom)).toBeNull();
    expect(store.get(form.conflictsAtom)).toEqual({ discount: '0' });
    expect(await store.set(form.submitAtom)).not.toBeNull();
    expect(sent()).toEqual([{ discount: '10', status: 'Closed' }]);
  });
});
