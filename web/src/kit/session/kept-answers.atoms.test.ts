import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAllSales, getCommission } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { connectionAtom, isAwayAtom, liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
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
  vi.useFakeTimers({ now: new Date(MORNING), toFake: ['Date'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page of this browser; `reaches` says whether the server can be reached. */
function page(id: string, { reaches }: { reaches: boolean }) {
  const store = createStore();
  const server: { reaches: boolean; isSignedIn: boolean } = { reaches, isSignedIn: true };
  const answer = (reply: unknown) => () => {
    if (!server.reaches) return refused(0, 'unavailable');
    return server.isSignedIn ? replied(reply) : refused(401, 'notLoggedIn');
  };
  const employee = anEmployee({ id });
  store.set(
    apiAtom,
    createFakeApi({
      '/sales/getsales/all': answer(sales),
      '/sales/get-commission/{id}': answer({ commission: 7 }),
      '/employees/getemployee': answer({ requestedData: [employee], subscriptionIsActive: true }),
    }),
  );
  store.set(sessionAtom, { state: 'signed in', employee, subscriptionIsActive: true });
  store.set(clockAtom, new Date().toISOString());
  store.set(timeZoneAtom, 'America/Toronto');
  keepAnswers(store);
  const ask = (query: object = {}) => store.get(apiAtom).call(getAllSales, { query });
  const askCommission = (of: string, asOf?: string) =>
    store.get(apiAtom).call(getCommission, { params: { id: of }, query: {}, ...(asOf && { asOf }) });
  return { store, server, ask, askCommission };
}

test('a page without a network shows the last answers, and of when they are', async () => {
  const before = page('ann', { reaches: true });
  await before.ask();
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

test('a page without a network has the last own figures of today', async () => {
  const figures = { date: '2026-05-12', todayCommission: 7 } as OwnFigures;
  const before = page('ann', { reaches: true });
  const live = createFakeLive();
  before.store.set(liveClientAtom, live);
  before.store.sub(liveAtom, () => undefined);
  live.send({ 'own figures': { version: 1, data: figures } });
  const { store } = page('ann', { reaches: false });
  store.set(connectionAtom, 'reconnecting');
  expect([store.get(keptFiguresAtom), store.get(keptSinceAtom)]).toEqual([figures, MORNING]);
  store.set(connectionAtom, 'live');
  expect(store.get(keptFiguresAtom)).toBeUndefined();
  vi.setSystemTime('2026-05-13T12:00:00.000Z');
  const nextDay = page('ann', { reaches: false });
  nextDay.store.set(connectionAtom, 'reconnecting');
  expect(nextDay.store.get(keptFiguresAtom)).toBeUndefined();
});

test('once the server has answered nothing kept is shown', async () => {
  await page('ann', { reaches: true }).ask();
  const { store, server, ask } = page('ann', { reaches: false });
  store.set(connectionAtom, 'reconnecting');
  await ask();
  expect(store.get(isAwayAtom)).toBe(true);
  server.reaches = true;
  await ask();
  expect([store.get(isAwayAtom), store.get(keptSinceAtom)]).toEqual([false, null]);
  server.reaches = false;
  expect(await ask()).toMatchObject({ ok: false });
});

test('a search, a further page, the past and the figures of others are not kept', async () => {
  const before = page('ann', { reaches: true });
  await before.ask({ search: 'roof' });
  await before.ask({ cursor: 'next' });
  await before.askCommission('bob');
  await before.askCommission('ann', MORNING);
  expect(localStorage).toHaveLength(0);
});

test('another person on the same device sees nothing of it', async () => {
  await page('ann', { reaches: true }).ask();
  expect(await page('bob', { reaches: false }).ask()).toMatchObject({ ok: false });
});

test('it is forgotten when another person signs in, and with the session', async () => {
  const ann = page('ann', { reaches: true });
  await ann.store.set(loadSessionAtom);
  await ann.ask();
  await ann.store.set(loadSessionAtom);
  const { length } = localStorage;
  await page('bob', { reaches: true }).store.set(loadSessionAtom);
  expect([length, localStorage.length]).toEqual([2, 1]);
  const bob = page('bob', { reaches: true });
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
