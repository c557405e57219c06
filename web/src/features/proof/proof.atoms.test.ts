import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { faultText } from './fault-text.ts';
import { alertAtom, checkAtom, isRunningAtom, proofQuery, startingAtom } from './proof.atoms.ts';

function at(start = replied({ verification: { state: 'running' } })) {
  const store = createStore();
  const states = [null, { state: 'running' }, { state: 'intact' }];
  const api = createFakeApi({
    '/audit/proof': () => replied({ head: null, verification: states.shift() }),
    '/audit/proof/verification': () => start,
  });
  store.set(apiAtom, api);
  return { store, api };
}

test('a check is started, and its progress is polled', async () => {
  const { store } = at();
  await store.set(proofQuery.loadAtom, null);
  expect(store.get(isRunningAtom)).toBe(false);
  const begun = store.set(checkAtom);
  expect(store.get(startingAtom)).toBe(true);
  await begun;
  expect([store.get(startingAtom), store.get(isRunningAtom)]).toEqual([false, true]);
  await store.set(proofQuery.reloadAtom);
  expect(store.get(isRunningAtom)).toBe(false);
});

test('a check that could not be started shows an error', async () => {
  const { store } = at(refused(503, 'unavailable'));
  await store.set(proofQuery.loadAtom, null);
  await store.set(checkAtom);
  expect(store.get(alertAtom).messages).toEqual([messages.unavailable]);
});

test.each([
  ['changed', 'SaleEdited', null, 'An event of a sale was changed after it was recorded.'],
  ['removed', 'ShiftEnded', null, 'An event of a shift was removed.'],
  ['inserted', 'SomethingElse', null, 'An event was put in later.'],
  ['changed', null, null, 'An event was changed after it was recorded.'],
  [
    'ended',
    'SaleEdited',
    null,
    'The history ends before its seals. A failover or a restore of the database can do this.',
  ],
  ['seal', null, '2026-11-20', 'The seal of 2026-11-20 is not what the history had then.'],
] as const)('%s %s is said in words', (kind, event_type, day, words) =>
  expect(faultText({ kind, event_type, day })).toBe(words),
);
