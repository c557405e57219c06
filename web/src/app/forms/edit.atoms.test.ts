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

/** The form of a row that was fetched as 'Steady', 2 sales; `now` is what it is on the server by then. */
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

test('only what was changed is sent', async () => {
  const { store, edit, sent } = editOf(steady, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
  expect(store.get(edit.ticketsAtom)).toEqual({ error: false, errorTickets: [messages.updated] });
});

test('an untouched form follows its row, a touched one keeps what was typed', () => {
  const { store, edit, fetchedAtom } = editOf(steady, updated);
  store.set(fetchedAtom, { name: 'Calm', hourlySales: '2' });
  expect(store.get(edit.draftAtom).name).toBe('Calm');
  store.set(edit.typeAtom, { hourlySales: '3' });
  store.set(fetchedAtom, { name: 'Quick', hourlySales: '2' });
  expect(store.get(edit.draftAtom)).toEqual({ name: 'Calm', hourlySales: '3' });
});

test('what somebody else changed elsewhere stays, and shows', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady pace', hourlySales: '2' }, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
  expect(store.get(edit.draftAtom)).toEqual({ name: 'Steady pace', hourlySales: '3' });
});

test('what somebody else changed in the same place is told, and goes only when pressed again', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady', hourlySales: '4' }, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).toBeNull();
  expect(sent()).toEqual([]);
  expect(store.get(edit.ticketsAtom)).toEqual({ error: true, errorTickets: [messages.conflict] });
  expect(store.get(edit.refusedAtom)).toEqual(['hourlySales']);
  expect(store.get(edit.othersAtom)).toEqual({ hourlySales: '4' });
  expect(store.get(edit.draftAtom).hourlySales).toBe('3');
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
  expect(store.get(edit.othersAtom)).toEqual({});
});

test('it is told even after something that was missing was told first', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady', hourlySales: '4' }, updated);
  store.set(edit.typeAtom, { name: '', hourlySales: '3' });
  await store.set(edit.submitAtom);
  expect(store.get(edit.ticketsAtom).errorTickets).toEqual([messages.incompleteFields]);
  store.set(edit.typeAtom, { name: 'Quick' });
  await store.set(edit.submitAtom);
  expect(store.get(edit.ticketsAtom).errorTickets).toEqual([messages.conflict]);
  expect(sent()).toEqual([]);
});

test('two who want the same have no quarrel', async () => {
  const { store, edit, sent } = editOf({ name: 'Steady', hourlySales: '3' }, updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).not.toBeNull();
  expect(sent()).toEqual([{ hourlySales: '3' }]);
});

test('a row that is gone is told, and nothing is sent', async () => {
  const { store, edit, sent } = editOf('gone', updated);
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).toBeNull();
  expect(store.get(edit.ticketsAtom).errorTickets).toEqual([messages.noSuchGoal]);
  expect(store.get(edit.draftAtom).hourlySales).toBe('3');
  expect(sent()).toEqual([]);
});

test('when the row can not be read again the edit is tried, and its failure told', async () => {
  const { store, edit, sent } = editOf('away', () => refused(0, 'unavailable'));
  store.set(edit.typeAtom, { hourlySales: '3' });
  expect(await store.set(edit.submitAtom)).toBeNull();
  expect(sent()).toHaveLength(1);
  expect(store.get(edit.ticketsAtom).errorTickets).toEqual([messages.unavailable, messages.failedEdit]);
});

test('pressed twice it is sent once', async () => {
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
