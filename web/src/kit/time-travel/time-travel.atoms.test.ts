import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { getEmployeeById } from '#contracts/endpoints/employees.endpoints.ts';
import { getMoments } from '#contracts/endpoints/history.endpoints.ts';
import { getCommission, getSalesOfDate } from '#contracts/endpoints/sales.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { asOfAtom } from '../../api/as-of.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { aSale } from '../../testing/sales.ts';
import { commissionAtom, salesTodayAtom } from '../numbers/own-figures.atoms.ts';
import { ownPastStateAtom, pastSales, pastSelf, pastTotal, reloadOwnPastAtom } from './own-past.atoms.ts';
import {
  isBeforeFirstAtom,
  momentsQuery,
  readAddressAtom,
  unshownMomentAtom,
  wrongMomentAtom,
} from './time-travel.atoms.ts';

const MARCH = '2026-03-12T18:05:00Z';
const INSTANT = '2026-03-12T18:05:00.000Z';

test('the address decides the moment of a screen that can show it', () => {
  const store = createStore();
  store.set(readAddressAtom, '/layout/dashboard', `?as-of=${MARCH}`);
  expect(store.get(asOfAtom)).toBe(INSTANT);
  store.set(readAddressAtom, '/layout/allemployees/employee/report/e1', `?date=2026-03-02&as-of=${MARCH}`);
  expect(store.get(asOfAtom)).toBe(INSTANT);
  store.set(readAddressAtom, '/layout/alljobaids', `?as-of=${MARCH}`);
  expect([store.get(asOfAtom), store.get(unshownMomentAtom)]).toEqual([null, INSTANT]);
  store.set(readAddressAtom, '/layout/mysales/sale/edit/s1', `?as-of=${MARCH}`);
  expect(store.get(asOfAtom)).toBeNull();
  store.set(readAddressAtom, '/layout/dashboard', '');
  expect([store.get(asOfAtom), store.get(unshownMomentAtom)]).toEqual([null, null]);
});

test.each([
  ['yesterday', 'invalidAsOf'],
  ['2026-02-30T00:00:00Z', 'invalidAsOf'],
  ['2999-01-01T00:00:00Z', 'asOfFuture'],
])('a moment that cannot be shown leaves the screen at now, with a message: %s', (asked, wrong) => {
  const store = createStore();
  store.set(readAddressAtom, '/layout/dashboard', `?as-of=${asked}`);
  expect([store.get(asOfAtom), store.get(wrongMomentAtom)]).toEqual([null, wrong]);
});

describe('a position of the log in the address', () => {
  const first = { position: 7, at: '2026-03-12T00:00:00.000Z' };
  const last = { position: 90, at: '2026-03-13T00:00:00.000Z' };
  const looking = (at: typeof first | null) => {
    const store = createStore();
    const api = createFakeApi({
      [getMoments.path]: () => replied({ first, last, at }),
      [getCommission.path]: () => replied({ commission: 1 }),
    });
    store.set(apiAtom, api);
    return { store, api };
  };

  test('is looked up once before the screen shows it, and requests carry that position', async () => {
    const { store, api } = looking({ position: 60, at: INSTANT });
    const arriving = store.set(readAddressAtom, '/layout/dashboard', '?as-of=@61');
    expect([store.get(asOfAtom), store.get(wrongMomentAtom)]).toEqual([null, 'finding']);
    await arriving;
    expect([store.get(asOfAtom), store.get(wrongMomentAtom)]).toEqual([INSTANT, null]);
    void store.set(readAddressAtom, '/layout/mysales', '?as-of=@61');
    expect(store.get(asOfAtom)).toBe(INSTANT);
    void store.set(readAddressAtom, '/layout/alljobaids', '?as-of=@61');
    expect([store.get(asOfAtom), store.get(unshownMomentAtom)]).toEqual([null, INSTANT]);
    void store.set(readAddressAtom, '/layout/mysales', '?as-of=@61');
    await store.set(pastTotal.loadAtom, { id: 'e1', from: '', to: '' });
    void store.set(readAddressAtom, '/layout/mysales', `?as-of=${MARCH}`);
    await store.set(pastTotal.loadAtom, { id: 'e1', from: '', to: '' });
    expect(api.sent.map(({ path, query, asOf }) => [path, query, asOf])).toEqual([
      [getMoments.path, { at: '@61' }, undefined],
      [getCommission.path, {}, '@61'],
      [getCommission.path, {}, INSTANT],
    ]);
  });

  test('after the last event is in the future, one before the first event is before it', async () => {
    const { store } = looking(null);
    await store.set(readAddressAtom, '/layout/dashboard', '?as-of=@91');
    expect([store.get(asOfAtom), store.get(wrongMomentAtom)]).toEqual([null, 'asOfFuture']);
    await store.set(readAddressAtom, '/layout/dashboard', '?as-of=@3');
    expect([store.get(asOfAtom), store.get(wrongMomentAtom)]).toEqual(['2026-03-11T23:59:59.999Z', null]);
  });

  test('is not shown when the address changed during the lookup, or when the lookup failed', async () => {
    const { store } = looking({ position: 60, at: INSTANT });
    const arriving = store.set(readAddressAtom, '/layout/dashboard', '?as-of=@61');
    await store.set(readAddressAtom, '/layout/dashboard', '');
    await arriving;
    expect([store.get(asOfAtom), store.get(wrongMomentAtom)]).toEqual([null, null]);
    store.set(apiAtom, createFakeApi({ [getMoments.path]: () => refused(503, 'unavailable') }));
    await store.set(readAddressAtom, '/layout/dashboard', '?as-of=@61');
    expect([store.get(asOfAtom), store.get(wrongMomentAtom)]).toEqual([null, 'notFound']);
  });
});

test('a moment before the first event of the company differs from one without events', async () => {
  const store = createStore();
  const first = { position: 7, at: '2026-03-12T00:00:00.000Z' };
  store.set(apiAtom, createFakeApi({ [getMoments.path]: () => replied({ first, last: first }) }));
  await store.set(momentsQuery.loadAtom, null);
  store.set(asOfAtom, INSTANT);
  await store.set(momentsQuery.loadAtom, null);
  expect(store.get(isBeforeFirstAtom)).toBe(false);
  store.set(asOfAtom, '2026-03-11T23:59:59.000Z');
  await store.set(momentsQuery.loadAtom, null);
  expect(store.get(isBeforeFirstAtom)).toBe(true);
});

test('own figures of the past are those of Closed sales until then', async () => {
  const store = createStore();
  const sales = [aSale({ status: 'Closed', commission: 100.1 }), aSale({ id: 's2' })];
  const api = createFakeApi({
    [getEmployeeById.path]: () => replied({ requestedData: [anEmployee()] }),
    [getSalesOfDate.path]: () => replied({ requestedData: sales }),
    [getCommission.path]: () => replied({ commission: 1234.5 }),
  });
  store.set(apiAtom, api);
  expect(store.get(ownPastStateAtom)).toBe('there');
  store.set(asOfAtom, INSTANT);
  expect(store.get(ownPastStateAtom)).toBe('loading');
  await store.set(pastSelf.loadAtom, 'e1');
  await store.set(pastSales.loadAtom, '2026-03-12');
  await store.set(pastTotal.loadAtom, { id: 'e1', from: '', to: '' });
  expect(store.get(ownPastStateAtom)).toBe('there');
  expect(store.get(commissionAtom)).toEqual({ today: 100.1, total: 1234.5 });
  expect(store.get(salesTodayAtom)).toBe(1);
  expect(api.sent.every(({ asOf }) => asOf === INSTANT)).toBe(true);
});

test('own figures of the past that were not loaded are asked for again', async () => {
  const store = createStore();
  const server: { isThere: boolean } = { isThere: false };
  const person = () =>
    server.isThere ? replied({ requestedData: [anEmployee()] }) : refused(0, 'unavailable');
  store.set(apiAtom, createFakeApi({ [getEmployeeById.path]: person }));
  store.set(asOfAtom, INSTANT);
  store.sub(ownPastStateAtom, () => undefined);
  await store.set(pastSelf.loadAtom, 'e1');
  expect(store.get(ownPastStateAtom)).toBe('failed');
  server.isThere = true;
  await store.set(reloadOwnPastAtom);
  expect(store.get(ownPastStateAtom)).toBe('loading');
});

test('an employee who was not in the company yet sees a message', async () => {
  const store = createStore();
  store.set(apiAtom, createFakeApi({ [getEmployeeById.path]: () => refused(404, 'noSuchEmployee') }));
  store.set(asOfAtom, INSTANT);
  await store.set(pastSelf.loadAtom, 'e1');
  expect(store.get(ownPastStateAtom)).toBe('not here');
});
