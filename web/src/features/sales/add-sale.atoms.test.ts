import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { aSale } from '../../testing/sales.ts';
import {
  newSaleFigures,
  newSaleForm,
  recordedForAtom,
  recordedSaleAtom,
  sellersAtom,
  undoSaleAtom,
} from './add-sale.atoms.ts';
import { EMPTY_SALE } from './sale-form.atoms.ts';

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
  await store.set(campaignsQuery.loadAtom, null);
  const sales = () => api.sent.filter(({ path }) => path === '/sales/addsale');
  return { store, sales };
}

describe('while typing', () => {
  test('the commission is computed by the arithmetic of the server', async () => {
    const { store } = await formWith();
    store.set(newSaleForm.typeAtom, { price: '1,234.50', discount: '5' });
    // (1234.50 − 13% − 5%) × 10% = 101.229
    expect(store.get(newSaleFigures.previewAtom)?.commissionDollars).toBe(101.23);
    store.set(newSaleForm.typeAtom, { campaignId: 'heat' });
    // (1234.50 − 5% − 5%) × 9.975% = 110.827…
    expect(store.get(newSaleFigures.previewAtom)?.commissionDollars).toBe(110.83);
  });

  test('numbers are read as the person writes them', async () => {
    const { store } = await formWith();
    store.set(localeAtom, 'de-DE');
    store.set(newSaleForm.typeAtom, { price: '1.234,50', discount: '2,5' });
    expect(store.get(newSaleFigures.previewAtom)).toMatchObject({
      priceDollars: 1234.5,
      discountPercent: 2.5,
    });
  });

  test('there is no commission for an invalid price, or without a campaign', async () => {
    const { store } = await formWith();
    store.set(newSaleForm.typeAtom, { price: 'abc' });
    expect(store.get(newSaleFigures.previewAtom)).toBeNull();
    store.set(newSaleForm.typeAtom, { price: '10', campaignId: '' });
    expect(store.get(newSaleFigures.previewAtom)).toBeNull();
  });

  test('details are cut to 255 characters and the box says so until it fits', async () => {
    const { store } = await formWith();
    store.set(newSaleForm.typeAtom, { details: 'x'.repeat(300), detailsCut: false });
    expect(store.get(newSaleForm.draftAtom).details).toHaveLength(255);
    expect(store.get(newSaleForm.draftAtom).detailsCut).toBe(true);
    store.set(newSaleForm.typeAtom, { details: 'x'.repeat(255), detailsCut: false });
    expect(store.get(newSaleForm.draftAtom).detailsCut).toBe(false);
  });

  test('typing removes the mark of a refused field', async () => {
    const { store } = await formWith();
    await store.set(newSaleForm.submitAtom);
    expect(store.get(newSaleForm.refusedAtom)).toEqual(['name']);
    store.set(newSaleForm.typeAtom, { name: 'A' });
    expect(store.get(newSaleForm.refusedAtom)).toEqual([]);
  });
});

describe('recording', () => {
  test('a Closed sale needs a price, others do not', async () => {
    const { store, sales } = await formWith();
    store.set(newSaleForm.typeAtom, { name: 'Roof', campaignId: 'solar', status: 'Closed' });
    expect(await store.set(newSaleForm.submitAtom)).toBeNull();
    expect(store.get(newSaleForm.refusedAtom)).toEqual(['price']);
    expect(sales()).toEqual([]);
    store.set(newSaleForm.typeAtom, { status: 'Lead' });
    await store.set(newSaleForm.submitAtom);
    expect(sales()).toHaveLength(1);
  });

  test('sends numbers in the form of the API, then empties the form but keeps the campaign', async () => {
    const { store, sales } = await formWith();
    store.set(newSaleForm.typeAtom, {
      name: ' Roof ',
      campaignId: 'heat',
      price: '$1,234.5',
      status: 'Closed',
    });
    expect(await store.set(newSaleForm.submitAtom)).not.toBeNull();
    expect(sales()[0]?.body).toEqual({
      name: 'Roof',
      campaignId: 'heat',
      customerNumber: '',
      price: '1234.5',
      discount: '0',
      details: '',
      status: 'Closed',
      employeeId: anEmployee().id,
    });
    expect(store.get(newSaleForm.alertAtom)).toEqual({
      isError: false,
      messages: ['Data saved successfully'],
    });
    expect(store.get(newSaleForm.draftAtom)).toEqual({ ...EMPTY_SALE, campaignId: 'heat' });
  });

  test.each([
    ['a name', { name: '  ' }, ['name'], ['incompleteFields', 'failedAdd']],
    ['a campaign', { name: 'A', campaignId: '' }, ['campaignId'], ['incompleteFields', 'failedAdd']],
    ['a readable price', { name: 'A', price: '12.345' }, ['price'], ['invalidPrice']],
    ['a price in range', { name: 'A', price: '1000000000.01' }, ['price'], ['invalidPrice']],
    ['a discount in range', { name: 'A', discount: '101' }, ['discount'], ['invalidPercent']],
  ] as const)('needs %s', { tags: ['spec-8.27'] }, async (_what, typed, fields, problems) => {
    const { store, sales } = await formWith();
    store.set(newSaleForm.typeAtom, typed);
    expect(await store.set(newSaleForm.submitAtom)).toBeNull();
    expect(store.get(newSaleForm.refusedAtom)).toEqual(fields);
    expect(store.get(newSaleForm.alertAtom).messages).toEqual(problems.map((each) => messages[each]));
    expect(sales()).toEqual([]);
  });

  test('refused by the server keeps the draft and shows both messages', async () => {
    const { store } = await formWith(refused(400, 'noSuchCampaign'));
    store.set(newSaleForm.typeAtom, { name: 'Roof', price: '10' });
    expect(await store.set(newSaleForm.submitAtom)).toBeNull();
    expect(store.get(newSaleForm.draftAtom)).toMatchObject({ name: 'Roof', price: '10' });
    expect(store.get(newSaleForm.refusedAtom)).toEqual(['campaignId']);
    expect(store.get(newSaleForm.alertAtom).messages).toEqual([messages.noSuchCampaign, messages.failedAdd]);
  });

  test('again after an outage is the same sale; the next one is a new sale', async () => {
    const { store, sales } = await formWith(refused(0, 'unavailable'));
    store.set(newSaleForm.typeAtom, { name: 'Roof' });
    await store.set(newSaleForm.submitAtom);
    await store.set(newSaleForm.submitAtom);
    store.set(newSaleForm.typeAtom, { name: 'Roof' });
    await store.set(newSaleForm.submitAtom);
    const [first, again, next] = sales().map(({ idempotencyKey }) => idempotencyKey);
    expect([again === first, next === first]).toEqual([true, false]);
  });
});

describe('undo', () => {
  async function recorded(deletion = replied({ message: messages.saleDeleted })) {
    const store = createStore();
    const api = createFakeApi({
      '/campaigns/getcampaigns/all': () => replied({ requestedData: [solar, heat] }),
      '/sales/addsale': () => replied({ message: '', requestedData: [aSale()] }),
      '/sales/delete/{id}': () => deletion,
    });
    store.set(apiAtom, api);
    store.set(localeAtom, 'en-CA');
    store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
    store.set(newSaleForm.typeAtom, { name: 'Roof', price: '1234.50', campaignId: 'heat', status: 'Closed' });
    await store.set(newSaleForm.submitAtom);
    return { store, deleted: () => api.sent.filter(({ path }) => path === '/sales/delete/{id}') };
  }

  test('deletes the recorded sale and restores its draft', async () => {
    const { store, deleted } = await recorded();
    expect(store.get(recordedSaleAtom)).toEqual(aSale());
    await Promise.all([store.set(undoSaleAtom), store.set(undoSaleAtom)]);
    expect(deleted()).toMatchObject([{ params: { id: 's1' }, body: { entryDate: '2026-03-02' } }]);
    expect(store.get(newSaleForm.draftAtom)).toMatchObject({
      name: 'Roof',
      price: '1234.50',
      status: 'Closed',
    });
    expect(store.get(newSaleForm.alertAtom)).toEqual({ isError: false, messages: ['Sale deleted'] });
    expect(store.get(recordedSaleAtom)).toBeUndefined();
  });

  test('keeps the draft of the next sale when that was begun', async () => {
    const { store } = await recorded();
    store.set(newSaleForm.typeAtom, { name: 'Next' });
    await store.set(undoSaleAtom);
    expect(store.get(newSaleForm.draftAtom)).toEqual({ ...EMPTY_SALE, campaignId: 'heat', name: 'Next' });
  });

  test('is no longer offered after the next attempt to record', async () => {
    const { store, deleted } = await recorded();
    await store.set(newSaleForm.submitAtom);
    expect(store.get(recordedSaleAtom)).toBeUndefined();
    await store.set(undoSaleAtom);
    expect(deleted()).toEqual([]);
  });

  test('can be tried again without an answer, but not after a refusal', async () => {
    const away = await recorded(refused(0, 'unavailable'));
    await away.store.set(undoSaleAtom);
    expect(away.store.get(newSaleForm.alertAtom).messages).toEqual([messages.unavailable, 'failed delete']);
    expect(away.store.get(recordedSaleAtom)).toBeDefined();

    const gone = await recorded(refused(404, 'noSuchSale'));
    await gone.store.set(undoSaleAtom);
    expect(gone.store.get(newSaleForm.alertAtom).messages).toEqual([
      messages.noSuchSale,
      'Could Not delete sale',
    ]);
    expect(gone.store.get(recordedSaleAtom)).toBeUndefined();
  });
});

test('a manager records for another employee, and the next sale is for themselves again', async () => {
  const { store, sales } = await formWith(replied({ message: '', requestedData: [aSale()] }));
  store.set(newSaleForm.typeAtom, { name: 'Roof', campaignId: 'heat', employeeId: 'priya' });
  await store.set(newSaleForm.submitAtom);
  store.set(newSaleForm.typeAtom, { name: 'Own' });
  await store.set(newSaleForm.submitAtom);
  expect(sales().map(({ body }) => body)).toMatchObject([
    { name: 'Roof', employeeId: 'priya' },
    { name: 'Own', employeeId: anEmployee().id },
  ]);
});

test('the recorded sale knows its employee', async () => {
  const { store } = await formWith(replied({ message: '', requestedData: [aSale()] }));
  const [me, priya] = [anEmployee(), anEmployee({ id: 'priya' })];
  const api = createFakeApi({
    '/employees/getemployees/all': () => replied({ requestedData: [me, priya] }),
    '/sales/addsale': () => replied({ message: '', requestedData: [aSale()] }),
  });
  store.set(apiAtom, api);
  await store.set(allEmployeesQuery.loadAtom, null);
  expect(store.get(sellersAtom)).toEqual([priya]);
  store.set(newSaleForm.typeAtom, { name: 'Roof', employeeId: 'priya' });
  await store.set(newSaleForm.submitAtom);
  expect(store.get(recordedForAtom)).toEqual(priya);
  store.set(newSaleForm.typeAtom, { name: 'Own' });
  await store.set(newSaleForm.submitAtom);
  expect(store.get(recordedForAtom)).toBeUndefined();
});
