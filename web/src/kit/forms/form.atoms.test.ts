import { atom, createStore } from 'jotai';
import { expect, test } from 'vitest';
import { addGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createForm, missingIn } from './form.atoms.ts';
import { ADDED_BEFORE } from './send-changed.ts';

type Draft = { name: string; hourlySales: string };

function formWith(...answers: (ReturnType<typeof replied> | Promise<ReturnType<typeof replied>>)[]) {
  const store = createStore();
  const api = createFakeApi({ [addGoal.path]: () => answers.shift() ?? replied({ message: 'in' }) });
  store.set(apiAtom, api);
  const form = createForm<Draft, typeof addGoal>({
    adds: true,
    start: () => ({ name: '', hourlySales: '1' }),
    tidy: (draft) => ({ ...draft, name: draft.name.trimStart() }),
    check: (draft) => {
      const fields = missingIn(draft, ['name']);
      return fields.length > 0 ? { error: 'incompleteFields', fields } : null;
    },
    send: (client, draft, idempotencyKey) => client.call(addGoal, { body: draft, idempotencyKey }),
    fieldsOf: (error) => (error === 'invalidNumber' ? ['hourlySales'] : []),
    failure: 'failedAdd',
    success: 'saved',
    next: () => ({ name: '', hourlySales: '1' }),
  });
  return { store, api, form };
}

test('missing fields are reported and marked, and nothing is sent', async () => {
  const { store, api, form } = formWith();
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(store.get(form.refusedAtom)).toEqual(['name']);
  expect(store.get(form.alertAtom)).toEqual({ isError: true, messages: [messages.incompleteFields] });
  expect(api.sent).toEqual([]);
  store.set(form.typeAtom, { hourlySales: '2' });
  expect(store.get(form.refusedAtom)).toEqual(['name']);
  store.set(form.typeAtom, { name: ' A' });
  expect(store.get(form.refusedAtom)).toEqual([]);
  expect(store.get(form.draftAtom)).toEqual({ name: 'A', hourlySales: '2' });
});

test('a refusal keeps the draft, marks its fields and shows both messages', async () => {
  const { store, form } = formWith(refused(400, 'invalidNumber'));
  store.set(form.typeAtom, { name: 'A', hourlySales: 'x' });
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(store.get(form.draftAtom)).toEqual({ name: 'A', hourlySales: 'x' });
  expect(store.get(form.refusedAtom)).toEqual(['hourlySales']);
  expect(store.get(form.alertAtom).messages).toEqual([messages.invalidNumber, messages.failedAdd]);
});

test('what is typed before the answer arrives stays for the next submission', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store, form } = formWith(answer.promise);
  store.set(form.typeAtom, { name: 'A', hourlySales: '2' });
  const sending = store.set(form.submitAtom);
  store.set(form.typeAtom, { name: 'B' });
  answer.resolve(replied({ message: 'in' }));
  expect(await sending).toEqual({ message: 'in' });
  expect(store.get(form.draftAtom)).toEqual({ name: 'B', hourlySales: '1' });
});

test('a refusal that suffices stands alone, and the request can set other atoms', async () => {
  const leftAtom = atom('');
  const { store } = formWith();
  store.set(apiAtom, createFakeApi({ [addGoal.path]: () => refused(429, 'tooManyRequests') }));
  const form = createForm<Draft, typeof addGoal>({
    start: () => ({ name: 'A', hourlySales: '1' }),
    check: () => null,
    send: (client, draft, _key, _get, set) => {
      set(leftAtom, draft.name);
      return client.call(addGoal, { body: draft });
    },
    failure: (error) => (error === 'tooManyRequests' ? null : 'failedAdd'),
  });
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(store.get(form.alertAtom).messages).toEqual([messages.tooManyRequests]);
  expect(store.get(leftAtom)).toBe('A');
});

test('a success returns the reply, shows its message and clears the form', async () => {
  const { store, form } = formWith();
  store.set(form.typeAtom, { name: 'A' });
  expect(await store.set(form.submitAtom)).toEqual({ message: 'in' });
  expect(store.get(form.alertAtom)).toEqual({ isError: false, messages: [messages.saved] });
  expect(store.get(form.draftAtom)).toEqual({ name: '', hourlySales: '1' });
});

test('submitting again after an outage is the same intention, and while busy it does nothing', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store, api, form } = formWith(refused(0, 'unavailable'), slow.promise);
  store.set(form.typeAtom, { name: 'A' });
  await store.set(form.submitAtom);
  const again = store.set(form.submitAtom);
  expect(store.get(form.busyAtom)).toBe(true);
  expect(await store.set(form.submitAtom)).toBeNull();
  slow.resolve(replied({ message: 'in' }));
  await again;
  store.set(form.typeAtom, { name: 'A' });
  await store.set(form.submitAtom);
  const [first, second, next] = api.sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(api.sent).toHaveLength(3);
  expect(second).toBe(first);
  expect(next).not.toBe(first);
});

test('submitting again after a refusal is a new attempt', async () => {
  const { store, api, form } = formWith(refused(400, 'incompleteFields'), replied({ message: 'in' }));
  store.set(form.typeAtom, { name: 'A' });
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(await store.set(form.submitAtom)).not.toBeNull();
  const [first, second] = api.sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(second).not.toBe(first);
});

test('a draft is unsaved work until it is saved, discarded or as it was at the start', async () => {
  const { store, form } = formWith(refused(0, 'unavailable'));
  const isChanged = () => store.get(form.changedAtom);
  expect(isChanged()).toBe(false);
  store.set(form.typeAtom, { hourlySales: '2' });
  expect(isChanged()).toBe(true);
  store.set(form.typeAtom, { hourlySales: '1' });
  expect(isChanged()).toBe(false);
  store.set(form.typeAtom, { name: 'Steady' });
  await store.set(form.submitAtom);
  expect(isChanged()).toBe(true);
  await store.set(form.submitAtom);
  expect(isChanged()).toBe(false);
  store.set(form.typeAtom, { name: 'Next' });
  store.set(form.discardAtom);
  expect(isChanged()).toBe(false);
  expect(store.get(form.draftAtom)).toEqual({ name: '', hourlySales: '1' });
});

test('changed after an attempt without an answer, it adds nothing when that attempt has arrived', async () => {
  const arrived = [
    refused(0, 'unavailable'),
    refused(422, 'idempotencyKeyReused'),
    replied({ message: 'in' }),
  ];
  const { store, api, form } = formWith(...arrived);
  store.set(form.typeAtom, { name: 'A' });
  await store.set(form.submitAtom);
  store.set(form.typeAtom, { name: 'B' });
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(store.get(form.alertAtom).messages).toEqual([ADDED_BEFORE]);
  expect(api.sent.map(({ body }) => (body as Draft).name)).toEqual(['A', 'B', 'A']);
  expect(new Set(api.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('changed after an attempt that was refused without an answer, it is added under a key of its own', async () => {
  const answers = [
    refused(0, 'unavailable'),
    refused(422, 'idempotencyKeyReused'),
    refused(400, 'invalidNumber'),
  ];
  const { store, api, form } = formWith(...answers);
  store.set(form.typeAtom, { name: 'A' });
  await store.set(form.submitAtom);
  store.set(form.typeAtom, { name: 'B' });
  expect(await store.set(form.submitAtom)).not.toBeNull();
  const [first, second, , last] = api.sent.map(({ idempotencyKey }) => idempotencyKey);
  expect([second === first, last === first]).toEqual([true, false]);
});
