import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getImports, previewImport, startImport } from '#contracts/endpoints/imports.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import {
  changePlanAtom,
  importAlertAtom,
  importsAtom,
  importsQuery,
  leftFileAtom,
  previewAtom,
  startAtom,
  underWayAtom,
  uploadAtom,
} from './import.atoms.ts';

const imported = (state: string) => ({ id: 'i1', state, plan: {} });

function world(
  upload = replied({ import: imported('uploaded') }),
  start = replied({ import: imported('running') }),
) {
  const store = createStore();
  let state = 'uploaded';
  const api = createFakeApi({
    [getImports.path]: ({ body }: SentCall) =>
      body ? upload : replied({ requestedData: [imported(state)] }),
    [previewImport.path]: () => replied({ import: imported('uploaded'), good: 3 }),
    [startImport.path]: () => {
      if (start.ok) state = 'running';
      return start;
    },
  });
  store.set(apiAtom, api);
  return { store, api };
}
const file = () => new File(['date\n1\n'], 'book.csv');

test('a file is brought, matched and imported', async () => {
  const { store } = world();
  const bringing = store.set(uploadAtom, file());
  expect(store.get(underWayAtom)).toBe('upload');
  await bringing;
  await store.set(changePlanAtom, 'i1', {} as never);
  expect(store.get(previewAtom)).toMatchObject({ good: 3 });
  await store.set(startAtom);
  expect([store.get(previewAtom), store.get(underWayAtom)]).toEqual([null, null]);
});

test('a file that is too large is not sent', async () => {
  const { store, api } = world();
  const large = Object.defineProperty(file(), 'size', { value: 20 * 1024 * 1024 + 1 });
  await store.set(uploadAtom, large);
  expect(store.get(importAlertAtom).messages).toEqual([messages.fileTooLarge]);
  expect(api.sent).toEqual([]);
});

test('a refusal is shown, and what was seen stays', async () => {
  const { store } = world(undefined, refused(409, 'otherImportRuns'));
  await store.set(uploadAtom, file());
  await store.set(startAtom);
  expect(store.get(importAlertAtom).messages).toEqual([messages.otherImportRuns]);
  const other = world(refused(415, 'notCsvFile'));
  await other.store.set(uploadAtom, file());
  expect(other.store.get(previewAtom)).toBeNull();
});

test('a file that was left is offered again, and is no import', async () => {
  const { store } = world();
  await store.set(importsQuery.loadAtom, null);
  expect([store.get(leftFileAtom)?.id, store.get(importsAtom)]).toEqual(['i1', []]);
});
