import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { forgetAll, OWN } from '../../kit/storage.ts';
import { createStorage } from '../../testing/browser-storage.ts';
import { createFakeApi, refused } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { newSaleForm } from './add-sale.atoms.ts';
import { EMPTY_SALE } from './sale-form.atoms.ts';

/** The storage of one tab. */
let tab: Storage;

beforeEach(() => {
  tab = createStorage();
  vi.stubGlobal('sessionStorage', tab);
  // Without an outbox.
  vi.stubGlobal('localStorage', {});
});
afterEach(() => void vi.unstubAllGlobals());

/** This tab after a reload, with this person signed in. */
function loadedAs(id: string) {
  const store = createStore();
  const api = createFakeApi({ '/sales/addsale': () => refused(0, 'unavailable') });
  store.set(apiAtom, api);
  store.set(localeAtom, 'en-CA');
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee({ id }), subscriptionIsActive: true });
  return { store, api };
}

test('a half-typed sale survives a reload, for the person who typed it', () => {
  loadedAs('ann').store.set(newSaleForm.typeAtom, { name: 'Roof', price: '1,2', status: 'Closed' });
  expect(loadedAs('ann').store.get(newSaleForm.draftAtom)).toMatchObject({
    ...{ name: 'Roof', price: '1,2', status: 'Closed' },
  });
  expect(loadedAs('bob').store.get(newSaleForm.draftAtom).name).toBe('');
});

test('what was sent without an answer keeps its key over a reload, so that it is not recorded twice', async () => {
  const first = loadedAs('ann');
  first.store.set(newSaleForm.typeAtom, { name: 'Roof', campaignId: 'heat' });
  await first.store.set(newSaleForm.submitAtom);
  const again = loadedAs('ann');
  await again.store.set(newSaleForm.submitAtom);
  expect(again.api.sent[0]?.idempotencyKey).toBe(first.api.sent[0]?.idempotencyKey);
});

test('logging out removes it', () => {
  loadedAs('ann').store.set(newSaleForm.typeAtom, { name: 'Roof' });
  forgetAll(OWN);
  expect(tab).toHaveLength(0);
});

test.each(['7', '{"employeeId":"ann"}', '{"employeeId":"ann","typed":{"name":7},"unfinished":[]}'])(
  'the form is empty when the storage has %s',
  (text) => {
    tab.setItem('tallyboard.own.new-sale', text);
    expect(loadedAs('ann').store.get(newSaleForm.draftAtom).name).toBe(EMPTY_SALE.name);
  },
);
