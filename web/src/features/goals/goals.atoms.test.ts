import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { addGoal, editGoal, type Goal, getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createGoalEdit, EMPTY_GOAL, newGoalForm } from './goals.atoms.ts';

const steady: Goal = {
  id: 'g1',
  name: 'Steady',
  hourly_sales: 2.5,
  hourly_decisions: 0,
  entry_date: '2026-03-02',
};

function storeWith(answer = () => replied({ message: '', requestedData: [] }), locale = 'en-CA') {
  const store = createStore();
  const goals = [steady];
  const api = createFakeApi({
    [getAllGoals.path]: () => replied({ requestedData: goals }),
    [addGoal.path]: answer,
    [editGoal.path]: answer,
  });
  store.set(apiAtom, api);
  store.set(localeAtom, locale);
  const sent = () => api.sent.filter(({ path }) => path !== getAllGoals.path);
  return { store, goals, sent };
}

describe('a new goal', () => {
  test('is sent with numbers in the form of the API, then the form is empty again', async () => {
    const { store, sent } = storeWith();
    store.set(newGoalForm.typeAtom, { name: ' Quick ', hourlySales: '1,250.5', hourlyDecisions: '' });
    expect(await store.set(newGoalForm.submitAtom)).not.toBeNull();
    expect(sent()[0]?.body).toEqual({ name: 'Quick', hourlySales: '1250.5', hourlyDecisions: '0' });
    expect(store.get(newGoalForm.alertAtom)).toEqual({ isError: false, messages: [messages.saved] });
    expect(store.get(newGoalForm.draftAtom)).toEqual(EMPTY_GOAL);
  });

  test('is read as the person writes numbers', async () => {
    const { store, sent } = storeWith(undefined, 'de-DE');
    store.set(newGoalForm.typeAtom, { name: 'Zügig', hourlySales: '1,5', hourlyDecisions: '1.000' });
    await store.set(newGoalForm.submitAtom);
    expect(sent()[0]?.body).toEqual({ name: 'Zügig', hourlySales: '1.5', hourlyDecisions: '1000' });
  });

  test.each([
    ['a name', { name: ' ', hourlySales: '1' }, ['name'], messages.incompleteFields],
    ['sales an hour', { name: 'A', hourlySales: '' }, ['hourlySales'], messages.incompleteFields],
    ['sales that are a number', { name: 'A', hourlySales: 'two' }, ['hourlySales'], messages.invalidNumber],
    ['numbers of 0 or more', { name: 'A', hourlySales: '-1' }, ['hourlySales'], messages.invalidNumber],
    [
      'decisions that are a number',
      { name: 'A', hourlySales: '1', hourlyDecisions: '1e3' },
      ['hourlyDecisions'],
      messages.invalidNumber,
    ],
  ])('needs %s', async (_what, typed, fields, message) => {
    const { store, sent } = storeWith();
    store.set(newGoalForm.typeAtom, typed);
    expect(await store.set(newGoalForm.submitAtom)).toBeNull();
    expect(store.get(newGoalForm.refusedAtom)).toEqual(fields);
    expect(store.get(newGoalForm.alertAtom)).toEqual({ isError: true, messages: [message] });
    expect(sent()).toEqual([]);
  });

  test.each<[MessageCode, readonly string[]]>([
    ['invalidText', ['name']],
    ['invalidNumber', ['hourlySales', 'hourlyDecisions']],
    ['incompleteFields', []],
    ['internalServerError', []],
  ])('refused by the server with %s keeps the draft and marks %j', async (error, fields) => {
    const { store } = storeWith(() => refused(400, error));
    store.set(newGoalForm.typeAtom, { name: 'A', hourlySales: '1' });
    expect(await store.set(newGoalForm.submitAtom)).toBeNull();
    expect(store.get(newGoalForm.refusedAtom)).toEqual(fields);
    expect(store.get(newGoalForm.draftAtom)).toMatchObject({ name: 'A', hourlySales: '1' });
    expect(store.get(newGoalForm.alertAtom).messages).toEqual([messages[error], messages.failedAdd]);
  });
});

describe('an edit', () => {
  test('starts with the numbers in the locale of the person, and sends the changed fields', async () => {
    const { store, sent } = storeWith(undefined, 'de-DE');
    const edit = createGoalEdit(steady);
    expect(store.get(edit.draftAtom)).toEqual({ name: 'Steady', hourlySales: '2,5', hourlyDecisions: '0' });
    store.set(edit.typeAtom, { hourlyDecisions: '7' });
    expect(await store.set(edit.submitAtom)).not.toBeNull();
    expect(sent()).toMatchObject([{ params: { id: 'g1' }, body: { hourlyDecisions: '7' } }]);
    expect(Object.values(sent()[0]?.body as object).filter((value) => value !== undefined)).toEqual(['7']);
    expect(store.get(edit.alertAtom)).toEqual({ isError: false, messages: [messages.updated] });
  });

  test('starts with the goal as it was last loaded', async () => {
    const { store, goals } = storeWith();
    goals[0] = { ...steady, name: 'Calm' };
    await store.set(goalsQuery.loadAtom, null);
    expect(store.get(createGoalEdit(steady).draftAtom).name).toBe('Calm');
  });

  test('shows what another person entered in the same field', async () => {
    const { store, goals, sent } = storeWith();
    const edit = createGoalEdit(steady);
    store.set(edit.typeAtom, { hourlySales: '3' });
    goals[0] = { ...steady, hourly_sales: 4 };
    expect(await store.set(edit.submitAtom)).toBeNull();
    expect(store.get(edit.conflictsAtom)).toEqual({ hourlySales: '4' });
    expect(sent()).toEqual([]);
  });

  test('of a deleted goal says so', async () => {
    const { store, goals, sent } = storeWith();
    const edit = createGoalEdit(steady);
    store.set(edit.typeAtom, { hourlySales: '3' });
    goals.length = 0;
    expect(await store.set(edit.submitAtom)).toBeNull();
    expect(store.get(edit.alertAtom).messages).toEqual([messages.noSuchGoal]);
    expect(sent()).toEqual([]);
  });

  test('that fails shows both messages', async () => {
    const { store } = storeWith(() => refused(500, 'internalServerError'));
    const edit = createGoalEdit(steady);
    store.set(edit.typeAtom, { name: 'B' });
    await store.set(edit.submitAtom);
    expect(store.get(edit.alertAtom).messages).toEqual([messages.internalServerError, messages.failedEdit]);
  });
});
