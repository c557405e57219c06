import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { parseTexts, sessionStorageAtom } from './session-storage.atoms.ts';

const names = ['email'] as const;
const emailAtom = () => sessionStorageAtom('test', { email: '' }, (kept) => parseTexts(kept, names));

function withStorage(kept: Record<string, string>) {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
  });
}

afterEach(() => void vi.unstubAllGlobals());

test('survives a reload', () => {
  withStorage({});
  createStore().set(emailAtom(), { email: 'ana@example.test' });
  expect(createStore().get(emailAtom())).toEqual({ email: 'ana@example.test' });
});

test.each(['{', '7', 'null', '{"email":7}', '{}'])(
  'starts with its initial value when the storage has %s',
  (text) => {
    withStorage({ test: text });
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
