import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getStatement, getStatements } from '#contracts/endpoints/pay.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { aSummary } from '../../testing/pay.ts';
import { presentAtom, statementIsMissingAtom, statementQuery, statementsQuery } from './pay.atoms.ts';

async function presentOf(requestedData: readonly object[]) {
  const store = createStore();
  store.set(apiAtom, createFakeApi({ [getStatements.path]: () => replied({ requestedData }) }));
  expect(store.get(presentAtom)).toBeUndefined();
  await store.set(statementsQuery.loadAtom, '');
  return store.get(presentAtom);
}

test('the present statement is the open one, else the newest; without a schedule there is none', async () => {
  const [open, former] = [aSummary({ state: 'open' }), aSummary({ from: '2026-02-23' })];
  expect(await presentOf([open, former])).toEqual(open);
  expect(await presentOf([former])).toEqual(former);
  expect(await presentOf([])).toBeNull();
});

test('a statement is asked for by person, and may be missing', async () => {
  const store = createStore();
  const api = createFakeApi({ [getStatement.path]: () => refused(404, 'noSuchPayPeriod') });
  store.set(apiAtom, api);
  await store.set(statementQuery.loadAtom, { from: '2026-03-02', employeeId: 'ada' });
  await store.set(statementQuery.loadAtom, { from: '2026-03-02', employeeId: '' });
  expect(api.sent.map(({ params, query }) => ({ params, query }))).toEqual([
    { params: { from: '2026-03-02' }, query: { employeeId: 'ada' } },
    { params: { from: '2026-03-02' }, query: {} },
  ]);
  expect(store.get(statementIsMissingAtom)).toBe(true);
});
