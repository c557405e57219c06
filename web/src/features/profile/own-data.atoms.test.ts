import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { invalidateAfterWrites } from '../../api/cache/invalidate-after-writes.ts';
import { askingAtom, closeConfirmAtom } from '../../kit/session/confirm-identity.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createOwnData, erasureAtom, erasureQuery } from './own-data.atoms.ts';

const wish = { state: 'requested', at: '2026-11-20T12:00:00.000Z', reason: '' };

function world({ confirmed = true } = {}) {
  const store = createStore();
  let isConfirmed = confirmed;
  let erasure: typeof wish | null = null;
  const api = createFakeApi({
    '/employees/erasure': (_sent, endpoint) => {
      if (endpoint.method === 'GET') return replied({ erasure, identity_confirmed: isConfirmed });
      if (!isConfirmed) return refused(403, 'confirmIdentity');
      erasure = endpoint.method === 'POST' ? wish : null;
      const message = erasure ? messages.erasureRequested : messages.erasureWithdrawn;
      return replied({ message });
    },
  });
  store.set(apiAtom, api);
  invalidateAfterWrites(store);
  /** The person gives the password in the dialog, or closes it. */
  const answer = async (isGiven: boolean) => {
    await expect.poll(() => store.get(askingAtom)).not.toBeNull();
    isConfirmed ||= isGiven;
    store.set(closeConfirmAtom, isGiven);
  };
  return { store, api, answer };
}

test('asking and withdrawing show the answer, and the state is loaded again', async () => {
  const { store } = world();
  await store.set(erasureQuery.loadAtom, null);
  expect(store.get(erasureAtom)).toBeNull();
  const acts = createOwnData();
  await store.set(acts.askAtom);
  expect(store.get(acts.alertAtom)).toEqual({ isError: false, messages: [messages.erasureRequested] });
  await expect.poll(() => store.get(erasureAtom)).toEqual(wish);
  await store.set(acts.withdrawAtom);
  await expect.poll(() => store.get(erasureAtom)).toBeNull();
});

test('the file may be fetched when the person has confirmed who it is', async () => {
  const { store, answer } = world({ confirmed: false });
  const acts = createOwnData();
  const refusal = store.set(acts.downloadAtom);
  await answer(false);
  expect(await refusal).toBe(false);
  expect(store.get(acts.alertAtom)).toEqual({ isError: true, messages: [messages.confirmIdentity] });
  const download = store.set(acts.downloadAtom);
  await answer(true);
  expect(await download).toBe(true);
});
