import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { type FirstSteps, getFirstSteps } from '#contracts/endpoints/companies.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { areStepsDoneAtom, firstStepsQuery, shownStepsAtom } from './first-steps.atoms.ts';

const NOTHING: FirstSteps = { goal: false, campaign: false, people: false, sale: false };

async function shown(...replies: FirstSteps[]) {
  const store = createStore();
  store.set(apiAtom, createFakeApi({ [getFirstSteps.path]: () => replied(replies.shift()) }));
  expect(store.get(shownStepsAtom)).toBeNull();
  await store.set(firstStepsQuery.loadAtom, null);
  const states = () => store.get(shownStepsAtom)?.map(({ key, state }) => `${key}: ${state}`);
  return { store, states };
}

test('a new company begins with a goal', async () => {
  const { states } = await shown(NOTHING);
  expect(states()).toEqual(['goal: next', 'campaign: later', 'people: later', 'sale: later']);
});

test('a step that a colleague took is done, and the next one is named', async () => {
  const { store, states } = await shown(NOTHING, { ...NOTHING, goal: true, people: true });
  await store.set(firstStepsQuery.reloadAtom);
  expect(states()).toEqual(['goal: done', 'campaign: next', 'people: done', 'sale: later']);
});

test('nothing is shown when all is done', async () => {
  const { store } = await shown({ goal: true, campaign: true, people: true, sale: true });
  expect([store.get(shownStepsAtom), store.get(areStepsDoneAtom)]).toEqual([null, true]);
});
