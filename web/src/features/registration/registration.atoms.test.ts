import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { forgetRegistrationAtom, isRegisteringAtom, registrationAtom } from './registration.atoms.ts';

const held = {
  email: 'ana@example.test',
  companyName: 'Ana',
  employeeCount: '0-20',
  companyId: 'c1',
  otpId: 'o',
};

test('a registration is under way once it has an email and a company', { tags: ['spec-4.14'] }, () => {
  const store = createStore();
  expect(store.get(isRegisteringAtom)).toBe(false);
  store.set(registrationAtom, held);
  expect(store.get(isRegisteringAtom)).toBe(true);
  for (const without of [{ email: '' }, { companyId: '' }, { companyId: '-1' }]) {
    store.set(registrationAtom, { ...held, ...without });
    expect(store.get(isRegisteringAtom)).toBe(false);
  }
});

test('after the last step nothing of it is kept', () => {
  const store = createStore();
  store.set(registrationAtom, held);
  store.set(forgetRegistrationAtom);
  expect(store.get(registrationAtom)).toEqual({
    email: '',
    companyName: '',
    employeeCount: '',
    companyId: '-1',
    otpId: '',
  });
});
