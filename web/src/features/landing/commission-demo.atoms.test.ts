import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { commissionDemoAtom, computedAtom } from './commission-demo.atoms.ts';

function demo(locale = 'en-CA') {
  const store = createStore();
  store.set(localeAtom, locale);
  return store;
}

test('computes the commission of the typed numbers, in the locale of the person', () => {
  const store = demo();
  // (2400 − 13% − 5%) × 12%
  expect(store.get(computedAtom)?.commissionDollars).toBe(236.16);
  store.set(commissionDemoAtom, { price: '1,234.50', discount: '10', campaign: 'pumps' });
  expect(store.get(computedAtom)?.commissionDollars).toBe(99.69);
  const german = demo('de-DE');
  german.set(commissionDemoAtom, { price: '1.234,50', discount: '10', campaign: 'pumps' });
  expect(german.get(computedAtom)?.commissionDollars).toBe(99.69);
});

test('an empty discount is 0', () => {
  const store = demo();
  store.set(commissionDemoAtom, { discount: '' });
  expect(store.get(computedAtom)?.commissionDollars).toBe(250.56);
});

test.each([
  { price: '12.345' },
  { price: 'a lot' },
  { price: '2000000000' },
  { discount: '101' },
  { discount: 'x' },
])('shows nothing for %j', (typed) => {
  const store = demo();
  store.set(commissionDemoAtom, typed);
  expect(store.get(computedAtom)).toBeNull();
});
