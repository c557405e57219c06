import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { faultWords } from './fault-words.ts';
import { checkAtom, isRunningAtom, proofResource, startingAtom, ticketsAtom } from './proof.atoms.ts';

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

test('a check is begun, and followed by asking again', async () => {
  const { store } = at();
  await store.set(proofResource.loadAtom, null);
  expect(store.get(isRunningAtom)).toBe(false);
  const begun = store.set(checkAtom);
  expect(store.get(startingAtom)).toBe(true);
  await begun;
  expect([store.get(startingAtom), store.get(isRunningAtom)]).toEqual([false, true]);
  await store.set(proofResource.reloadAtom);
  expect(store.get(isRunningAtom)).toBe(false);
});

test('one that could not be begun is told', async () => {
  const { store } = at(refused(503, 'unavailable'));
  await store.set(proofResource.loadAtom, null);
  await store.set(checkAtom);
  expect(store.get(ticketsAtom).errorTickets).toEqual([messages.unavailable]);
});

test.each([
  ['changed', 'SaleEdited', null, 'An event of a sale was changed after it was recorded.'],
  ['removed', 'ShiftEnded', null, 'An event of a shift was removed.'],
  ['inserted', 'SomethingElse', null, 'An event was put in later.'],
  ['changed', null, null, 'An event was changed after it was recorded.'],
  ['seal', null, '2026-11-20', 'The seal of 2026-11-20 is not what the history had then.'],
] as const)('%s %s is said in words', (kind, event_type, day, words) =>
  expect(faultWords({ kind, event_type, day })).toBe(words),
);
