import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { answerClaim, reopenClaim } from '#contracts/endpoints/claims.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { createAnswerForm, createReopenForm, mayAnswer, mayReopen } from './answer.atoms.ts';

const claim = { id: 'k1', employee_id: 'e1' };
const person = { id: 'e1', isManager: false };
const manager = { id: 'm1', isManager: true };

function storeWith() {
  const store = createStore();
  const done = () => replied({ message: 'Done', id: 'k1' });
  const api = createFakeApi({ [answerClaim.path]: done, [reopenClaim.path]: done });
  store.set(apiAtom, api);
  return { store, api };
}

test('an answer has a change or a reason', async () => {
  const { store, api } = storeWith();
  const form = createAnswerForm(claim);
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(store.get(form.refusedAtom)).toEqual(['reason']);
  expect(api.sent).toHaveLength(0);
  store.set(form.typeAtom, { resolution: '44' });
  expect(await store.set(form.submitAtom)).not.toBeNull();
  expect(api.sent).toMatchObject([
    { params: { id: 'k1' }, body: { employeeId: 'e1', resolution: '44', reason: '' } },
  ]);
});

test('a claim is reopened with a text', async () => {
  const { store, api } = storeWith();
  const form = createReopenForm(claim);
  expect(await store.set(form.submitAtom)).toBeNull();
  store.set(form.typeAtom, { text: 'Look again' });
  await store.set(form.submitAtom);
  expect(api.sent).toMatchObject([{ params: { id: 'k1' }, body: { employeeId: 'e1', text: 'Look again' } }]);
});

test('managers answer open claims', () => {
  expect(mayAnswer({ state: 'open' }, manager)).toBe(true);
  expect(mayAnswer({ state: 'answered' }, manager)).toBe(false);
  expect(mayAnswer({ state: 'open' }, person)).toBe(false);
});

test('each side reopens an answered claim once', () => {
  const answered = { employee_id: 'e1', state: 'answered', person_again: null, manager_again: null } as const;
  for (const viewer of [person, manager]) {
    expect(mayReopen(answered, viewer)).toBe(true);
    expect(mayReopen({ ...answered, state: 'open' }, viewer)).toBe(false);
  }
  expect(mayReopen({ ...answered, person_again: 'Again' }, person)).toBe(false);
  expect(mayReopen({ ...answered, person_again: 'Again' }, manager)).toBe(true);
  expect(mayReopen({ ...answered, manager_again: 'Again' }, manager)).toBe(false);
  expect(mayReopen(answered, { id: 'e2', isManager: false })).toBe(false);
});
