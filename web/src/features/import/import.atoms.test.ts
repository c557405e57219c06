import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getImports, previewImport, startImport } from '#contracts/endpoints/imports.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import {
  changeKindAtom,
  changePlanAtom,
  focusNextAtom,
  importAlertAtom,
  importsAtom,
  importsQuery,
  leaveFileAtom,
  leftFileAtom,
  planAtom,
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
  expect(store.get(focusNextAtom)).toBe('columns');
  await store.set(changePlanAtom, 'i1', {} as never);
  expect(store.get(previewAtom)).toMatchObject({ good: 3 });
  await store.set(startAtom);
  expect([store.get(previewAtom), store.get(underWayAtom)]).toEqual([null, null]);
  expect(store.get(focusNextAtom)).toBe('i1');
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

/** A file is open, and the server answers each preview when the test says so. */
function openFile() {
  const { store } = world();
  const answers: ((ok: boolean) => void)[] = [];
  const api = createFakeApi({
    [previewImport.path]: ({ body }: SentCall) => {
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof replied>>();
      const { plan = '"people"' } = body as { plan?: string };
      const read = { import: { ...imported('uploaded'), plan: JSON.parse(plan) } };
      answers.push((ok) => resolve(ok ? replied(read) : refused(409, 'conflict')));
      return promise;
    },
  });
  store.set(apiAtom, api);
  store.set(previewAtom, { import: { id: 'i1', plan: 'first' } } as never);
  const answer = async (ok = true) => {
    answers.shift()?.(ok);
    await new Promise(setImmediate);
  };
  return { store, sent: () => api.sent.map(({ body }) => body), answer };
}

test('choices that are made while the file is read wait, and the last one counts', async () => {
  const { store, sent, answer } = openFile();
  for (const plan of ['one', 'two', 'three']) void store.set(changePlanAtom, 'i1', plan as never);
  expect([store.get(planAtom), sent()]).toEqual(['three', [{ plan: '"one"' }]]);
  await answer();
  expect([store.get(planAtom), sent().at(-1)]).toEqual(['three', { plan: '"three"' }]);
  await answer();
  expect(store.get(previewAtom)?.import.plan).toBe('three');
  expect([sent().length, store.get(underWayAtom)]).toEqual([2, null]);
});

test('after a refused choice the fields are as the server has them', async () => {
  const { store, answer } = openFile();
  void store.set(changePlanAtom, 'i1', 'one' as never);
  void store.set(changeKindAtom, 'i1', 'people');
  await answer();
  await answer(false);
  expect([store.get(planAtom), store.get(previewAtom)?.import.plan]).toEqual(['one', 'one']);
  expect(store.get(importAlertAtom).messages).toEqual([messages.conflict]);
});

test('a file that is left stays closed when its answer arrives', async () => {
  const { store, answer } = openFile();
  void store.set(changePlanAtom, 'i1', 'one' as never);
  store.set(leaveFileAtom);
  await answer();
  expect([store.get(previewAtom), store.get(focusNextAtom)]).toEqual([null, 'file']);
});
