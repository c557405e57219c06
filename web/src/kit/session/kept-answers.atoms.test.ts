import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAllSales, getCommission } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import {
  connectionAtom,
  hasAnsweredAtom,
  isAwayAtom,
  liveAtom,
  liveClientAtom,
} from '../../live/live.atoms.ts';
import { createStorage } from '../../testing/browser-storage.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { anEmployee } from '../../testing/people.ts';
import { clockAtom, timeZoneAtom } from '../clock.atoms.ts';
import { keepAnswers, keptFiguresAtom, keptSinceAtom } from './kept-answers.atoms.ts';
import { loadSessionAtom, sessionAtom } from './session.atoms.ts';

const MORNING = '2026-05-12T12:00:00.000Z';
const NOON = '2026-05-12T16:00:00.000Z';
const sales = { requestedData: [], commission: 7 };

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('sessionStorage', createStorage());
  ofRelease('one');
  vi.useFakeTimers({ now: new Date(MORNING), toFake: ['Date'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ofRelease = (content: string) => vi.stubGlobal('document', { querySelector: () => ({ content }) });

/** A page of this browser, with its frame; `reaches` says whether the server can be reached. */
function page(id: string, { reaches }: { reaches: boolean }) {
  const store = createStore();
  const server: { reaches: boolean; isSignedIn: boolean } = { reaches, isSignedIn: true };
  const answer = (reply: unknown) => () => {
    if (!server.reaches) return refused(0, 'unavailable');
    return server.isSignedIn ? replied(reply) : refused(401, 'notLoggedIn');
  };
  const employee = anEmployee({ id });
  const api = createFakeApi({
    '/sales/getsales/all': answer(sales),
    '/sales/get-commission/{id}': answer({ commission: 7 }),
    '/employees/getemployee': answer({ requestedData: [employee], subscriptionIsActive: true }),
  });
  store.set(apiAtom, api);
  store.set(sessionAtom, { state: 'signed in', employee, subscriptionIsActive: true });
  store.set(clockAtom, new Date().toISOString());
  store.set(timeZoneAtom, 'America/Toronto');
  keepAnswers(store);
  store.sub(keptSinceAtom, () => undefined);
  const ask = (query: object = {}) => store.get(apiAtom).call(getAllSales, { query });
  const askCommission = (of: string, asOf?: string) =>
    store.get(apiAtom).call(getCommission, { params: { id: of }, query: {}, ...(asOf && { asOf }) });
  return { store, server, api, ask, askCommission };
}

/** The same, with the person known to this device. */
async function signedIn(id: string) {
  const opened = page(id, { reaches: true });
  await opened.store.set(loadSessionAtom);
  return opened;
}

test('a page without a network shows the last answers, and of when they are', async () => {
  const before = await signedIn('ann');
  await before.ask({ limit: '100' });
  vi.setSystemTime(NOON);
  await before.askCommission('ann');
  const { store, ask, askCommission } = page('ann', { reaches: false });
  expect(await askCommission('ann')).toMatchObject({ ok: true, reply: { commission: 7 } });
  expect(store.get(keptSinceAtom)).toBe(NOON);
  expect(await ask()).toMatchObject({ ok: true, reply: sales });
  expect(store.get(keptSinceAtom)).toBe(MORNING);
  await askCommission('ann');
  expect(store.get(keptSinceAtom)).toBe(MORNING);
});

test('nothing kept is shown where no sentence says of when it is', async () => {
  await (await signedIn('ann')).ask();
  const wall = page('ann', { reaches: false });
  const leave = wall.store.sub(keptSinceAtom, () => undefined);
  leave();
  expect(await wall.ask()).toMatchObject({ ok: true });
  const bare = createStore();
  bare.set(apiAtom, wall.api);
  bare.set(sessionAtom, wall.store.get(sessionAtom));
  keepAnswers(bare);
  expect(await bare.get(apiAtom).call(getAllSales, { query: {} })).toMatchObject({ ok: false });
});

test('a page of another release reads nothing that it may not understand', async () => {
  await (await signedIn('ann')).ask();
  ofRelease('two');
  expect(await page('ann', { reaches: false }).ask()).toMatchObject({ ok: false });
});

test('of each call only the last answer is kept', async () => {
  const { ask } = await signedIn('ann');
  await ask({ date: '2026-05-11' });
  const { length } = localStorage;
  await ask({ date: '2026-05-12' });
  expect(localStorage).toHaveLength(length);
  const away = page('ann', { reaches: false });
  expect(await away.ask({ date: '2026-05-11' })).toMatchObject({ ok: false });
  expect(await away.ask({ date: '2026-05-12' })).toMatchObject({ ok: true });
});

test('a page without a network has the last own figures, until their day is over', async () => {
  const figures = { employeeId: 'ann', date: '2026-05-12', todayCommission: 7 } as OwnFigures;
  const before = await signedIn('ann');
  const live = createFakeLive();
  before.store.set(liveClientAtom, live);
  before.store.sub(liveAtom, () => undefined);
  live.send({ 'own figures': { version: 1, data: figures } });
  const { store, server, ask } = page('ann', { reaches: false });
  store.set(connectionAtom, 'reconnecting');
  expect([store.get(keptFiguresAtom), store.get(keptSinceAtom)]).toEqual([figures, MORNING]);
  store.set(clockAtom, '2026-05-13T04:00:00.000Z');
  expect(store.get(keptFiguresAtom)).toBeUndefined();
  store.set(clockAtom, NOON);
  server.reaches = true;
  await ask();
  expect(store.get(keptFiguresAtom)).toBeUndefined();
});

test('once the server has answered nothing kept is shown, and the session is asked for', async () => {
  await (await signedIn('ann')).ask();
  const { store, server, api, ask } = page('ann', { reaches: false });
  store.set(connectionAtom, 'reconnecting');
  await store.set(loadSessionAtom);
  const query = createQuery({
    endpoint: getAllSales,
    ask: (client, _all: null) => client.call(getAllSales, { query: {} }),
  });
  store.sub(query.replyAtom, () => undefined);
  await store.set(query.loadAtom, null);
  expect([store.get(query.replyAtom), store.get(isAwayAtom)]).toEqual([sales, true]);
  server.reaches = true;
  const shown: unknown[] = [];
  store.sub(query.replyAtom, () => shown.push(store.get(query.replyAtom)));
  api.sent.length = 0;
  await ask();
  expect([store.get(isAwayAtom), store.get(keptSinceAtom)]).toEqual([false, null]);
  await vi.waitFor(() => expect(store.get(query.replyAtom)).toEqual(sales));
  expect(shown[0]).toBeUndefined();
  expect(api.sent.map(({ path }) => path)).toContain('/employees/getemployee');
  server.reaches = false;
  expect(await ask()).toMatchObject({ ok: false });
});

test('a silent network is none after four seconds, until it answers', async () => {
  vi.useFakeTimers({ now: new Date(MORNING), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  await (await signedIn('ann')).ask();
  const { store, api } = page('ann', { reaches: true });
  const line = Promise.withResolvers<void>();
  const checks: string[] = [];
  const live = createFakeLive();
  store.set(liveClientAtom, { ...live, checkConnection: () => void checks.push('check') });
  const slow: ApiClient = {
    async call(endpoint, input) {
      await line.promise;
      return api.call(endpoint, input);
    },
  };
  store.set(apiAtom, slow);
  store.set(sessionAtom, { state: 'unknown' });
  keepAnswers(store);
  const opening = store.set(loadSessionAtom);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await opening).toMatchObject({ state: 'signed in', employee: { id: 'ann' } });
  const asking = store.get(apiAtom).call(getAllSales, { query: {} });
  await vi.advanceTimersByTimeAsync(4000);
  expect(await asking).toMatchObject({ ok: true, reply: sales });
  expect([store.get(keptSinceAtom), checks.length]).toEqual([MORNING, 2]);
  line.resolve();
  await vi.waitFor(() => expect(store.get(keptSinceAtom)).toBeNull());
  expect(store.get(hasAnsweredAtom)).toBe(true);
});

test('an outage behind a proxy is no answer', async () => {
  const { store, api } = page('ann', { reaches: false });
  store.set(apiAtom, { call: async () => refused(502, 'unavailable') as Answer<never> });
  keepAnswers(store);
  await store.get(apiAtom).call(getAllSales, { query: {} });
  expect([store.get(hasAnsweredAtom), api.sent]).toEqual([false, []]);
});

test('a search, a further page, the past and the figures of others are not kept', async () => {
  const before = await signedIn('ann');
  const { length } = localStorage;
  await before.ask({ search: 'roof' });
  await before.ask({ cursor: 'next' });
  await before.askCommission('bob');
  await before.askCommission('ann', MORNING);
  expect(localStorage).toHaveLength(length);
});

test('another person on the same device sees nothing of it', async () => {
  await (await signedIn('ann')).ask();
  expect(await page('bob', { reaches: false }).ask()).toMatchObject({ ok: false });
});

test('it is forgotten when another person signs in, and with the session', async () => {
  const ann = await signedIn('ann');
  await ann.ask();
  await ann.store.set(loadSessionAtom);
  expect(localStorage).toHaveLength(2);
  const bob = await signedIn('bob');
  expect(localStorage).toHaveLength(1);
  // A tab that is still open.
  await ann.ask();
  expect(localStorage).toHaveLength(1);
  await bob.ask();
  bob.server.isSignedIn = false;
  await bob.store.set(loadSessionAtom);
  expect(localStorage).toHaveLength(0);
});

test('an answer that storage does not take is shown all the same', async () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(await page('ann', { reaches: true }).ask()).toMatchObject({ ok: true });
});
