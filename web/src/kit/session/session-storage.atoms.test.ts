import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStorage } from '../../testing/browser-storage.ts';
import { parseTexts, sessionStorageAtom } from './session-storage.atoms.ts';

const names = ['email'] as const;
const emailAtom = () => sessionStorageAtom('test', { email: '' }, (kept) => parseTexts(kept, names));

beforeEach(() => void vi.stubGlobal('sessionStorage', createStorage()));
afterEach(() => void vi.unstubAllGlobals());

test('survives a reload', () => {
  createStore().set(emailAtom(), { email: 'ana@example.test' });
  expect(createStore().get(emailAtom())).toEqual({ email: 'ana@example.test' });
});

test.each(['{', '7', 'null', '{"email":7}', '{}'])(
  'starts with its initial value when the storage has %s',
  (text) => {
    sessionStorage.setItem('test', text);
    expect(createStore().get(emailAtom())).toEqual({ email: '' });
  },
);

test('keeps its value when storage is forbidden', () => {
  const forbid = () => {
    throw new Error('forbidden');
  };
  vi.stubGlobal('sessionStorage', { getItem: forbid, setItem: forbid });
  const store = createStore();
  const atom = emailAtom();
  store.set(atom, { email: 'ana@example.test' });
  expect(store.get(atom)).toEqual({ email: 'ana@example.test' });
});
