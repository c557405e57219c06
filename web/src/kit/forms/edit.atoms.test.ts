import { atom, createStore } from 'jotai';
import { expect, test } from 'vitest';
import { editGoal, getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createEdit } from './edit.atoms.ts';
import { missingIn } from './form.atoms.ts';

type Draft = { name: string; hourlySales: string };
type Now = Draft | 'gone' | 'away';

/** The form of a row that was loaded as 'Steady', 2 sales; `now` is the row on the server at the time of saving. */
function editOf(now: Now, answer: () => ReturnType<typeof replied> | Promise<ReturnType<typeof replied>>) {
  const store = createStore();
  const fetchedAtom = atom<Draft>({ name: 'Steady', hourlySales: '2' });
  const server = { now };
  const api = createFakeApi({
    [getAllGoals.path]: () =>
      server.now === 'away'
        ? refused(0, 'unavailable')
        : replied({ requestedData: server.now === 'gone' ? [] : [server.now] }),
    [editGoal.path]: answer,
  });
  store.set(apiAtom, api);
  const edit = createEdit<Draft, typeof editGoal>({
    row: (get) => get(fetchedAtom),
    ask: async (client) => {
      const reply = await client.call(getAllGoals, {});
      if (!reply.ok) return undefined;
      return (reply.reply.requestedData[0] as unknown as Draft | undefined) ?? null;
    },
    missing: 'noSuchGoal',
    check: (draft) => {
      const fields = missingIn(draft, ['name']);
      return fields.length > 0 ? { error: 'incompleteFields', fields } : null;
    },
    send: (client, body, idempotencyKey) =>
      client.call(editGoal, { params: { id: 'g1' }, body, idempotencyKey }),
    failure: 'failedEdit',
    success: 'updated',
  });
  const sent = () => api.sent.filter(({ path }) => path === editGoal.path).map(({ body }) => body);
  return { store, server, fetchedAtom, edit, sent };
}

const updated = () => replied({ message: 'done', requestedData: [] });
const steady: Draft = { name: 'Steady', hourlySales: '2' };

test('only changed fields are sent', async () => {
  const { store, edit, sent } = editOf(steady, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
  expect(store.get(edit.alertAtom)).toEqual({ isError: false, messages: [messages.updated] });
});

test('an untouched form follows its row, a touched one keeps what was typed', () => {
  const { store, edit, fetchedAtom } = editOf(steady, updated);
  store.set(fetchedAtom, { name: 'Calm', hourlySales: '2' });
  expect(store.get(edit.draftAtom).name).toBe('Calm');
  store.set(edit.typeAtom, { hourlySales: '3' });
  store.set(fetchedAtom, { name: 'Quick', hourlySales: '2' });
  expect(store.get(edit.draftAtom)).toEqual({ name: 'Calm', hourlySales: '3' });
});

test('a change of another person in another field is kept and shown', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady pace', hourlySales: '2' }, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
  expect(store.get(edit.draftAtom)).toEqual({ name: 'Steady pace', hourlySales: '3' });
});

test('a change of another person in the same field is shown, and overwritten only by saving again', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady', hourlySales: '4' }, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).toBeNull();
  expect(sent()).toEqual([]);
  expect(store.get(edit.alertAtom)).toEqual({ isError: true, messages: [messages.conflict] });
  expect(store.get(edit.refusedAtom)).toEqual(['hourlySales']);
  expect(store.get(edit.conflictsAtom)).toEqual({ hourlySales: '4' });
  expect(store.get(edit.draftAtom).hourlySales).toBe('3');
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
  expect(store.get(edit.conflictsAtom)).toEqual({});
});

test('a conflict is shown even when a missing field was reported first', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady', hourlySales: '4' }, updated);
  store.set(edit.typeAtom, { name: '', hourlySales: '3' });
  await store.set(edit.submitAtom);
  expect(store.get(edit.alertAtom).messages).toEqual([messages.incompleteFields]);
  store.set(edit.typeAtom, { name: 'Quick' });
  await store.set(edit.submitAtom);
  expect(store.get(edit.alertAtom).messages).toEqual([messages.conflict]);
  expect(sent()).toEqual([]);
});

test('the same change by two people is no conflict', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady', hourlySales: '3' }, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
});

test('a deleted row shows an error, and nothing is sent', async () => {
  const { store, edit, sent } = editOf('gone', updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).toBeNull();
  expect(store.get(edit.alertAtom).messages).toEqual([messages.noSuchGoal]);
  expect(store.get(edit.draftAtom).hourlySales).toBe('3');
  expect(sent()).toEqual([]);
});

test('when the row cannot be read again the edit is sent, and its failure shown', async () => {
  const { store, edit, sent } = editOf('away', () => refused(0, 'unavailable'));
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).toBeNull();
  expect(sent()).toHaveLength(1);
  expect(store.get(edit.alertAtom).messages).toEqual([messages.unavailable, messages.failedEdit]);
});

test('two presses send once', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store, edit, sent } = editOf(steady, () => slow.promise);
  store.set(edit.typeAtom, { hourlySales: '3' });
  const first = store.set(edit.submitAtom);
  expect(store.get(edit.busyAtom)).toBe(true);
  expect(await store.set(edit.submitAtom)).toBeNull();
  slow.resolve(updated());
  expect(await first).not.toBeNull();
  expect(sent()).toHaveLength(1);
  expect(store.get(edit.busyAtom)).toBe(false);
});

test('what another person changes in the row is no unsaved work, and neither is what was saved', async () => {
  const { store, edit, fetchedAtom } = editOf(steady, updated);
  const isChanged = () => store.get(edit.changedAtom);
  store.set(edit.typeAtom, { hourlySales: '3' });
  store.set(edit.typeAtom, { hourlySales: '2' });
  store.set(fetchedAtom, { name: 'Calm', hourlySales: '2' });
  expect(isChanged()).toBe(false);
  store.set(edit.typeAtom, { hourlySales: '4' });
  expect(isChanged()).toBe(true);
  await store.set(edit.submitAtom);
  expect(isChanged()).toBe(false);
});
