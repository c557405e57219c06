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
import {
  cancelMendingAtom,
  discardSaleAtom,
  mendSaleAtom,
  newSaleForm,
  recordedSaleAtom,
} from './add-sale.atoms.ts';
import { sendWaitingAtom, waitingSalesAtom } from './add-sale-outbox.atoms.ts';
import { readOutbox } from './add-sale-outbox.ts';
import { WORDS } from './deliver-sale.ts';

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
    '/sales/editsale/{id}': recorded,
  });
  store.set(apiAtom, api);
  store.set(localeAtom, 'en-CA');
  const employee = anEmployee({ id });
  store.set(sessionAtom, { state: 'signed in', employee, subscriptionIsActive: true });
  await store.set(campaignsQuery.loadAtom, null);
  return {
    store,
    calls: (of: string) => api.sent.filter(({ path }) => path === of),
    sent: () => api.sent.filter(({ path }) => path === '/sales/addsale'),
    first: () => store.get(waitingSalesAtom)[0] ?? expect.fail('nothing waits'),
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
  const [waiting] = readOutbox('ann');
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
  expect(page.names()).toEqual(['Refused']);
  await page.record('Mended');
  expect(page.names()).toEqual([]);
  expect(page.sent().at(-1)).toMatchObject({ body: { name: 'Mended' }, query: { madeAt: NOON } });
});

test.each(['{', '7', '[7, null, {"key": 1}]'])(
  'there is nothing to send when the storage has %s',
  async (text) => {
    kept.setItem('tallyboard.outbox.ann', text);
    expect((await pageOf('ann', recorded)).names()).toEqual([]);
  },
);

/** A server that takes one body under a key; `arrives` says whether its answers do. */
function keyedServer(line: { arrives: boolean }) {
  const taken = new Map<string, { body: string; answer: Answer }>();
  return {
    names: () =>
      [...taken.values()].filter(({ answer }) => answer.ok).map(({ body }) => JSON.parse(body).name),
    answer: ({ idempotencyKey = '', body }: SentCall): Answer => {
      const text = JSON.stringify(body);
      const known = taken.get(idempotencyKey);
      const answer = text.includes('Withdrawn') ? refused(400, 'invalidStatus') : recorded();
      if (!known) taken.set(idempotencyKey, { body: text, answer });
      if (!line.arrives) return away();
      if (!known) return answer;
      return known.body === text ? known.answer : refused(422, 'idempotencyKeyReused');
    },
  };
}

async function lostAnswer() {
  const line = { arrives: false };
  const server = keyedServer(line);
  const page = await pageOf('ann', server.answer);
  await page.record('Roof');
  const sale = page.first();
  return { line, server, page, sale };
}

test('a sale that had arrived and is mended is one sale, changed to what it is now', async () => {
  const { line, server, page, sale } = await lostAnswer();
  page.store.set(mendSaleAtom, sale);
  await page.record('Mended');
  expect(page.store.get(waitingSalesAtom)).toMatchObject([{ key: sale.key, body: { name: 'Mended' } }]);
  line.arrives = true;
  await page.store.set(sendWaitingAtom);
  expect([server.names(), page.names()]).toEqual([['Roof'], []]);
  expect(page.calls('/sales/editsale/{id}')).toMatchObject([
    { params: { id: 's1' }, body: { name: 'Mended' } },
  ]);
});

test('a sale that had arrived is not discarded, but can be undone', async () => {
  const { line, page, sale } = await lostAnswer();
  await page.store.set(discardSaleAtom, sale);
  expect(page.names()).toEqual(['Roof']);
  expect(page.store.get(newSaleForm.alertAtom).messages).toEqual([WORDS.mayHaveArrived]);
  line.arrives = true;
  await page.store.set(discardSaleAtom, sale);
  expect(page.names()).toEqual([]);
  expect(page.store.get(newSaleForm.alertAtom).messages).toEqual([WORDS.arrived]);
  expect(page.store.get(recordedSaleAtom)).toEqual(aSale());
});

test('a sale that had not arrived is discarded for good, also when its first attempt comes late', async () => {
  const before = await pageOf('ann', away);
  await before.record('Roof');
  const server = keyedServer({ arrives: true });
  const page = await pageOf('ann', server.answer);
  const sale = page.first();
  await page.store.set(discardSaleAtom, sale);
  expect([page.names(), server.names()]).toEqual([[], []]);
  server.answer({ path: '', body: sale.body, idempotencyKey: sale.key });
  expect(server.names()).toEqual([]);
});

test('a sale that is being mended waits until it is recorded again or left as it is', async () => {
  const { line, server, page, sale } = await lostAnswer();
  line.arrives = true;
  page.store.set(mendSaleAtom, sale);
  page.store.set(newSaleForm.typeAtom, { name: 'Other' });
  await page.store.set(sendWaitingAtom);
  expect(page.names()).toEqual(['Roof']);
  // A restart of the browser: the text of the form is gone, the sale is not.
  expect((await pageOf('ann', away)).names()).toEqual(['Roof']);
  page.store.set(cancelMendingAtom);
  expect(page.store.get(newSaleForm.draftAtom).name).toBe('');
  vi.setSystemTime('2026-05-13T16:00:00.000Z');
  await page.record('Another');
  await vi.waitFor(() => expect(page.names()).toEqual([]));
  expect(server.names()).toEqual(['Roof', 'Another']);
  expect(page.sent().at(-1)?.query).toEqual({ madeAt: '2026-05-13T16:00:00.000Z' });
});

test('two tabs keep their sales side by side, and what an earlier release kept in one list is taken over', async () => {
  await (await pageOf('ann', away)).record('First');
  const [first] = readOutbox('ann');
  kept.clear();
  const { sent: _, ...former } = { ...first };
  kept.setItem('tallyboard.outbox.ann', JSON.stringify([former]));
  const tabs = [await pageOf('ann', away), await pageOf('ann', away)];
  vi.setSystemTime('2026-05-13T16:00:00.000Z');
  await Promise.all(tabs.map((tab, at) => tab.record(`Tab ${at}`)));
  expect((await pageOf('ann', away)).names().sort()).toEqual(['First', 'Tab 0', 'Tab 1']);
  expect(readOutbox('ann')[0]).toMatchObject({ key: first?.key, sent: [first?.body] });
  // An entry for each: what a tab writes never overwrites what it does not see yet.
  expect(Object.keys(kept)).toHaveLength(3);
});
