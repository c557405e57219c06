import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { sessionAtom } from '../../app/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { addSaleAtom, addSaleTicketsAtom } from './add-sale.atoms.ts';
import { loadCampaignsAtom } from './campaigns.atoms.ts';
import {
  commissionPreviewAtom,
  detailsCutAtom,
  localeAtom,
  refusedFieldsAtom,
  saleDraftAtom,
  typeSaleAtom,
} from './sale-form.atoms.ts';

const solar = { campaign_id: 'solar', campaign_name: 'Solar', tax: 13, commission: 10 } as Campaign;
const heat = { campaign_id: 'heat', campaign_name: 'Heat', tax: 5, commission: 9.975 } as Campaign;

async function formWith(...answers: ReturnType<typeof replied>[]) {
  const store = createStore();
  const api = createFakeApi({
    '/campaigns/getcampaigns/all': () => replied({ requestedData: [solar, heat] }),
    '/sales/addsale': () => answers.shift() ?? replied({ message: '', requestedData: [] }),
  });
  store.set(apiAtom, api);
  store.set(localeAtom, 'en-CA');
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  await store.set(loadCampaignsAtom);
  const sales = () => api.sent.filter(({ path }) => path === '/sales/addsale');
  return { store, sales };
}

describe('while typing', () => {
  test('the commission follows, by the arithmetic of the server', async () => {
    const { store } = await formWith();
    store.set(typeSaleAtom, { price: '1,234.50', discount: '5' });
    // (1234.50 − 13% − 5%) × 10% = 101.229
    expect(store.get(commissionPreviewAtom)?.commissionDollars).toBe(101.23);
    store.set(typeSaleAtom, { campaignId: 'heat' });
    // (1234.50 − 5% − 5%) × 9.975% = 110.827…
    expect(store.get(commissionPreviewAtom)?.commissionDollars).toBe(110.83);
  });

  test('numbers are read as the person writes them', async () => {
    const { store } = await formWith();
    store.set(localeAtom, 'de-DE');
    store.set(typeSaleAtom, { price: '1.234,50', discount: '2,5' });
    expect(store.get(commissionPreviewAtom)).toMatchObject({ priceDollars: 1234.5, discountPercent: 2.5 });
  });

  test('there is no commission for what is no price, or without a campaign', async () => {
    const { store } = await formWith();
    store.set(typeSaleAtom, { price: 'abc' });
    expect(store.get(commissionPreviewAtom)).toBeNull();
    store.set(typeSaleAtom, { price: '10', campaignId: '' });
    expect(store.get(commissionPreviewAtom)).toBeNull();
  });

  test('details are cut to 255 characters and the box says so until it fits', async () => {
    const { store } = await formWith();
    store.set(typeSaleAtom, { details: 'x'.repeat(300) });
    expect(store.get(saleDraftAtom).details).toHaveLength(255);
    expect(store.get(detailsCutAtom)).toBe(true);
    store.set(typeSaleAtom, { details: 'x'.repeat(255) });
    expect(store.get(detailsCutAtom)).toBe(false);
  });

  test('a refused field loses its mark', async () => {
    const { store } = await formWith();
    await store.set(addSaleAtom);
    expect(store.get(refusedFieldsAtom)).toEqual(['name']);
    store.set(typeSaleAtom, { name: 'A' });
    expect(store.get(refusedFieldsAtom)).toEqual([]);
  });
});

describe('recording', () => {
  test('sends one form of every number, then empties the form but keeps the campaign', async () => {
    const { store, sales } = await formWith();
    store.set(typeSaleAtom, { name: ' Roof ', campaignId: 'heat', price: '$1,234.5', status: 'Closed' });
    expect(await store.set(addSaleAtom)).toBe(true);
    expect(sales()[0]?.body).toEqual({
      name: 'Roof',
      campaignId: 'heat',
      customerNumber: '',
      price: '1234.5',
      discount: '0',
      details: '',
      status: 'Closed',
    });
    expect(store.get(addSaleTicketsAtom)).toEqual({
      error: false,
      errorTickets: ['Data saved successfully'],
    });
    expect(store.get(saleDraftAtom)).toEqual({
      name: '',
      campaignId: 'heat',
      customerNumber: '',
      price: '',
      discount: '0',
      status: 'Lead',
      details: '',
    });
  });

  test.each([
    ['a name', { name: '  ' }, ['name'], messages.incompleteFields],
    ['a campaign', { name: 'A', campaignId: '' }, ['campaignId'], messages.incompleteFields],
    ['a readable price', { name: 'A', price: '12.345' }, ['price'], messages.invalidPrice],
    ['a price in range', { name: 'A', price: '1000000000.01' }, ['price'], messages.invalidPrice],
    ['a discount in range', { name: 'A', discount: '101' }, ['discount'], messages.invalidPercent],
  ])('needs %s', async (_what, typed, fields, message) => {
    const { store, sales } = await formWith();
    store.set(typeSaleAtom, typed);
    expect(await store.set(addSaleAtom)).toBe(false);
    expect(store.get(refusedFieldsAtom)).toEqual(fields);
    expect(store.get(addSaleTicketsAtom)).toEqual({ error: true, errorTickets: [message] });
    expect(sales()).toEqual([]);
  });

  test('refused by the server keeps what was typed and tells both messages', async () => {
    const { store } = await formWith(refused(400, 'noSuchCampaign'));
    store.set(typeSaleAtom, { name: 'Roof', price: '10' });
    expect(await store.set(addSaleAtom)).toBe(false);
    expect(store.get(saleDraftAtom)).toMatchObject({ name: 'Roof', price: '10' });
    expect(store.get(refusedFieldsAtom)).toEqual(['campaignId']);
    expect(store.get(addSaleTicketsAtom).errorTickets).toEqual([messages.noSuchCampaign, messages.failedAdd]);
  });

  test('again after an outage is the same sale, the next one is another', async () => {
    const { store, sales } = await formWith(refused(0, 'unavailable'));
    store.set(typeSaleAtom, { name: 'Roof' });
    await store.set(addSaleAtom);
    await store.set(addSaleAtom);
    store.set(typeSaleAtom, { name: 'Roof' });
    await store.set(addSaleAtom);
    const [first, again, next] = sales().map(({ idempotencyKey }) => idempotencyKey);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });
});
