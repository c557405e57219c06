import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createStorage } from '../../testing/browser-storage.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { aSale } from '../../testing/sales.ts';
import { mendSaleAtom, newSaleForm } from './add-sale.atoms.ts';
import { removeWaitingAtom, sendWaitingAtom, waitingSalesAtom } from './add-sale-outbox.atoms.ts';

const heat = { campaign_id: 'heat', campaign_name: 'Heat', tax: 5, commission: 10 } as Campaign;
const NOON = '2026-05-12T16:00:00.000Z';

/** The storage of one browser. */
let kept: Storage;
beforeEach(() => {
  kept = createStorage();
  vi.stubGlobal('localStorage', kept);
  vi.useFakeTimers({ now: new Date(NOON), toFake: ['Date'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Answer = ReturnType<typeof replied>;
const recorded = () => replied({ message: messages.saved, requestedData: [aSale()] });
const away = () => refused(0, 'unavailable');

/** A page of this browser, with this person signed in. */
async function pageOf(id: string, answer: (sent: SentCall) => Answer) {
  const store = createStore();
  const api = createFakeApi({
    '/campaigns/getcampaigns/all': () => replied({ requestedData: [heat] }),
    '/employees/getemployee': () => refused(401, 'notLoggedIn'),
    '/sales/addsale': answer,
  });
  store.set(apiAtom, api);
  store.set(localeAtom, 'en-CA');
  const employee = anEmployee({ id });
  store.set(sessionAtom, { state: 'signed in', employee, subscriptionIsActive: true });
  await store.set(campaignsQuery.loadAtom, null);
  return {
    store,
    sent: () => api.sent.filter(({ path }) => path === '/sales/addsale'),
    names: () => store.get(waitingSalesAtom).map(({ draft }) => draft.name),
    async record(name: string) {
      store.set(newSaleForm.typeAtom, { name, campaignId: 'heat', price: '100', status: 'Closed' });
      await store.set(newSaleForm.submitAtom);
    },
  };
}

test('a sale without a network waits, with its moment, its key and a forecast of its commission', async () => {
  const page = await pageOf('ann', away);
  await page.record('Roof');
  expect(page.store.get(newSaleForm.alertAtom)).toMatchObject({ isError: false, isPending: true });
  expect(page.store.get(newSaleForm.alertAtom).messages[0]).toContain('waits on this device');
  expect(page.store.get(newSaleForm.draftAtom).name).toBe('');
  const key = page.sent()[0]?.idempotencyKey;
  expect(page.store.get(waitingSalesAtom)).toMatchObject([
    { key, madeAt: NOON, forecast: 9.5, refusal: null },
  ]);
});

test('after a restart of the browser it is sent once, in order, as it was first sent', async () => {
  const before = await pageOf('ann', away);
  await before.record('First');
  await before.record('Second');
  const page = await pageOf('ann', recorded);
  expect(page.names()).toEqual(['First', 'Second']);
  await Promise.all([page.store.set(sendWaitingAtom), page.store.set(sendWaitingAtom)]);
  expect(page.sent()).toMatchObject([
    { body: { name: 'First', employeeId: 'ann' }, query: { madeAt: NOON } },
    { body: { name: 'Second' }, query: { madeAt: NOON } },
  ]);
  expect(page.sent()[0]).toMatchObject({
    body: before.sent()[0]?.body,
    idempotencyKey: before.sent()[0]?.idempotencyKey,
  });
  expect(page.names()).toEqual([]);
});

test('a new sale does not overtake those that wait', async () => {
  await (await pageOf('ann', away)).record('First');
  const page = await pageOf('ann', recorded);
  await page.record('Second');
  await vi.waitFor(() => expect(page.names()).toEqual([]));
  expect(page.sent().map(({ body }) => (body as { name: string }).name)).toEqual(['First', 'Second']);
});

test('another person on the same device neither sees nor sends it', async () => {
  await (await pageOf('ann', away)).record('Roof');
  const other = await pageOf('bob', recorded);
  await other.store.set(sendWaitingAtom);
  expect([other.names(), other.sent()]).toEqual([[], []]);
});

test.each([
  ['the session has ended', () => refused(401, 'notLoggedIn')],
  ['the subscription has ended', () => refused(402, 'subscriptionInactive')],
  ['another person is signed in by now', () => refused(403, 'restricted')],
  ['the server is briefly away', () => refused(503, 'unavailable')],
])('it waits on when %s', async (_why, answer) => {
  await (await pageOf('ann', away)).record('Roof');
  const page = await pageOf('ann', answer);
  await page.store.set(sendWaitingAtom);
  const [waiting] = JSON.parse(kept.getItem('tallyboard.outbox.ann') ?? '[]');
  expect(waiting).toMatchObject({ draft: { name: 'Roof' }, refusal: null });
});

test('what the server refuses stays with its reason, the others go on, and it can be mended', async () => {
  const before = await pageOf('ann', away);
  await before.record('Refused');
  await before.record('Fine');
  const page = await pageOf('ann', ({ body }) =>
    (body as { name: string }).name === 'Refused' ? refused(404, 'noSuchCampaign') : recorded(),
  );
  await page.store.set(sendWaitingAtom);
  const [refusedSale, ...others] = page.store.get(waitingSalesAtom);
  expect([refusedSale?.refusal, others]).toEqual([messages.noSuchCampaign, []]);
  if (!refusedSale) throw new Error('nothing waits');
  vi.setSystemTime('2026-05-13T16:00:00.000Z');
  page.store.set(mendSaleAtom, refusedSale);
  expect(page.names()).toEqual([]);
  await page.record('Mended');
  expect(page.sent().at(-1)).toMatchObject({ body: { name: 'Mended' }, query: { madeAt: NOON } });
});

test.each(['{', '7', '[7, null, {"key": 1}]'])(
  'there is nothing to send when the storage has %s',
  async (text) => {
    kept.setItem('tallyboard.outbox.ann', text);
    expect((await pageOf('ann', recorded)).names()).toEqual([]);
  },
);

test.each([
  [['Roof'], ['Roof earned you $9.50']],
  [['Roof', 'Wall'], ['2 sales recorded, which earned you $19.00']],
])('the banner says what became of %j once they are recorded', async (names, said) => {
  let answer = away;
  const page = await pageOf('ann', ({ body }) => {
    const { name } = body as { name: string };
    const sale = { ...aSale(), sale_name: name, status: 'Closed', commission: 9.5 };
    return answer === away ? away() : replied({ message: messages.saved, requestedData: [sale] });
  });
  for (const name of names) await page.record(name);
  expect(page.store.get(newSaleForm.alertAtom).isPending).toBe(true);
  answer = recorded;
  await page.store.set(sendWaitingAtom);
  expect(page.store.get(newSaleForm.alertAtom)).toEqual({ isError: false, messages: said });
});

test('the banner goes with a sale that is discarded', async () => {
  const page = await pageOf('ann', away);
  await page.record('Roof');
  page.store.set(removeWaitingAtom, page.store.get(waitingSalesAtom)[0]?.key ?? '');
  expect(page.store.get(newSaleForm.alertAtom).messages).toEqual([]);
});
