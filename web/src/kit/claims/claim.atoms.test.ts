import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { openClaim } from '#contracts/endpoints/claims.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createClaimForm } from './claim.atoms.ts';
import { claimName } from './claim-words.ts';

function storeWith(answer = replied({ message: 'Claim sent', id: 'k1' })) {
  const store = createStore();
  const api = createFakeApi({ [openClaim.path]: () => answer });
  store.set(apiAtom, api);
  return { store, api };
}

test('a wrong line is claimed with its sale and period', async () => {
  const { store, api } = storeWith();
  const form = createClaimForm({ saleId: 's1', period: '2026-03-01' });
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(store.get(form.refusedAtom)).toEqual(['text']);
  store.set(form.typeAtom, { text: 'It was more' });
  await store.set(form.submitAtom);
  expect(api.sent).toMatchObject([
    { body: { kind: 'line', saleId: 's1', period: '2026-03-01', text: 'It was more' } },
  ]);
});

test('something missing is claimed with its date, which a refusal marks', async () => {
  const { store, api } = storeWith(refused(400, 'invalidDate'));
  const form = createClaimForm(null);
  store.set(form.typeAtom, { kind: 'hours', date: '2030-01-01', text: 'Longer' });
  await store.set(form.submitAtom);
  expect(api.sent).toMatchObject([{ body: { kind: 'hours', date: '2030-01-01', text: 'Longer' } }]);
  expect(store.get(form.refusedAtom)).toEqual(['date']);
});

test('a claim is named by its line, or by what is missing and when', () => {
  expect(claimName({ kind: 'line', line: 'Roof', date: null })).toBe('Roof');
  expect(claimName({ kind: 'line', line: '', date: null })).toBe('A line');
  expect(claimName({ kind: 'missing sale', line: '', date: '2026-03-02' })).toBe(
    'Missing sale on Mar 2, 2026',
  );
  expect(claimName({ kind: 'hours', line: '', date: '2026-03-02' })).toBe('Hours on Mar 2, 2026');
});
