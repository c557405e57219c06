import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createJobAidEdit, newJobAidForm } from './job-aid-form.atoms.ts';

const guide = { id: 'a1', name: 'Guide', doc_url: 'https://example.test/guide' };

function storeWith(answer: ReturnType<typeof replied>, now: unknown[] = [guide]) {
  const store = createStore();
  const api = createFakeApi({
    '/jobaids/getjobaids': () => replied({ requestedData: now }),
    '/jobaids/addjobaid': () => answer,
    '/jobaids/edit/{id}': () => answer,
  });
  store.set(apiAtom, api);
  const sent = () => api.sent.filter(({ path }) => path !== '/jobaids/getjobaids');
  return { store, sent };
}

describe('adding', () => {
  test('sends name and link, shows the message of the server and empties the form', async () => {
    const { store, sent } = storeWith(replied({ message: 'Data saved successfully', requestedData: [] }));
    store.set(newJobAidForm.typeAtom, { name: ' Guide ', url: ' https://example.test/guide ' });
    expect(await store.set(newJobAidForm.submitAtom)).not.toBeNull();
    expect(sent()[0]?.body).toEqual({ name: 'Guide', url: 'https://example.test/guide' });
    expect(store.get(newJobAidForm.alertAtom)).toEqual({
      isError: false,
      messages: ['Data saved successfully'],
    });
    expect(store.get(newJobAidForm.draftAtom)).toEqual({ name: '', url: '' });
  });

  test.each([
    ['a name', { name: ' ', url: 'https://a.test' }, ['name'], messages.incompleteFields],
    ['a link', { name: 'A', url: '' }, ['url'], messages.incompleteFields],
    ['a link into the web', { name: 'A', url: 'javascript:alert(1)' }, ['url'], messages.invalidUrl],
    ['the whole address', { name: 'A', url: 'example.test' }, ['url'], messages.invalidUrl],
  ])('needs %s', async (_what, typed, fields, message) => {
    const { store, sent } = storeWith(replied({}));
    store.set(newJobAidForm.typeAtom, typed);
    expect(await store.set(newJobAidForm.submitAtom)).toBeNull();
    expect(store.get(newJobAidForm.refusedAtom)).toEqual(fields);
    expect(store.get(newJobAidForm.alertAtom)).toEqual({ isError: true, messages: [message] });
    expect(sent()).toEqual([]);
  });

  test('refused shows both messages and marks the refused fields', async () => {
    const { store } = storeWith(refused(400, 'invalidUrl'));
    store.set(newJobAidForm.typeAtom, { name: 'A', url: 'https://bank.test@evil.test' });
    expect(await store.set(newJobAidForm.submitAtom)).toBeNull();
    expect(store.get(newJobAidForm.alertAtom).messages).toEqual([messages.invalidUrl, messages.failedAdd]);
    expect(store.get(newJobAidForm.refusedAtom)).toEqual(['url']);
    expect(store.get(newJobAidForm.draftAtom).name).toBe('A');
  });
});

describe('editing', () => {
  test('starts with the stored values, and sends the changed fields', async () => {
    const { store, sent } = storeWith(replied({ message: '', requestedData: [] }));
    const form = createJobAidEdit(guide);
    expect(store.get(form.draftAtom)).toEqual({ name: 'Guide', url: 'https://example.test/guide' });
    store.set(form.typeAtom, { name: 'Guide 2' });
    expect(await store.set(form.submitAtom)).not.toBeNull();
    expect(sent()).toMatchObject([{ params: { id: 'a1' }, body: { name: 'Guide 2', url: undefined } }]);
    expect(store.get(form.alertAtom).messages).toEqual(['Data updated successfully']);
  });

  test('of a deleted job aid says so', async () => {
    const { store, sent } = storeWith(replied({}), []);
    const form = createJobAidEdit(guide);
    store.set(form.typeAtom, { name: 'Guide 2' });
    expect(await store.set(form.submitAtom)).toBeNull();
    expect(store.get(form.alertAtom).messages).toEqual([messages.noSuchJobAid]);
    expect(sent()).toEqual([]);
  });

  test('that fails shows both messages', async () => {
    const { store } = storeWith(refused(0, 'unavailable'));
    const form = createJobAidEdit(guide);
    store.set(form.typeAtom, { name: 'Guide 2' });
    expect(await store.set(form.submitAtom)).toBeNull();
    expect(store.get(form.alertAtom).messages).toEqual([messages.unavailable, messages.failedEdit]);
  });
});
