import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import { aLine, anEntry } from '../../testing/history.ts';
import { createThingHistory, hasOwnHistory } from './thing-history.atoms.ts';

const PATH = '/audit/history/{kind}/{id}';
const page = (positions: readonly number[], nextCursor?: string) =>
  replied({ requestedData: positions.map((at) => anEntry(aLine(at))), ...(nextCursor && { nextCursor }) });
const cursorOf = ({ query }: SentCall) => (query as { cursor?: string }).cursor;
const sale = { kind: 'sale', id: 's1' } as const;

function pagesOf(
  answer: (cursor: string | undefined) => ReturnType<typeof page> | Promise<ReturnType<typeof page>>,
) {
  const store = createStore();
  const api = createFakeApi({ [PATH]: (sent) => answer(cursorOf(sent)) });
  store.set(apiAtom, api);
  const pages = createThingHistory();
  const shown = () => store.get(pages.replyAtom)?.requestedData.map(({ position }) => position);
  return { store, api, pages, shown };
}

describe('a history in pages', () => {
  test('is loaded page after page, to its end', async () => {
    const { store, api, pages, shown } = pagesOf((cursor) =>
      cursor === undefined ? page([1, 2], 'a') : cursor === 'a' ? page([3], 'b') : page([4]),
    );
    expect(shown()).toBeUndefined();
    await store.set(pages.first.loadAtom, sale);
    expect(shown()).toEqual([1, 2]);
    await store.set(pages.moreAtom);
    expect(shown()).toEqual([1, 2, 3]);
    expect(store.get(pages.hasMoreAtom)).toBe(true);
    await store.set(pages.moreAtom);
    expect(shown()).toEqual([1, 2, 3, 4]);
    expect(store.get(pages.hasMoreAtom)).toBe(false);
    await store.set(pages.moreAtom);
    expect(api.sent.map(cursorOf)).toEqual([undefined, 'a', 'b']);
    expect(api.sent[0]).toMatchObject({ params: sale });
  });

  test('keeps its further pages as long as they continue the first one', async () => {
    let first = page([1, 2], 'a');
    const { store, pages, shown } = pagesOf((cursor) => (cursor === undefined ? first : page([3])));
    await store.set(pages.first.loadAtom, sale);
    await store.set(pages.moreAtom);
    await store.set(pages.first.reloadAtom);
    expect(shown()).toEqual([1, 2, 3]);
    first = page([7, 1], 'z');
    await store.set(pages.first.reloadAtom);
    expect(shown()).toEqual([7, 1]);
    expect(store.get(pages.hasMoreAtom)).toBe(true);
  });

  test('shows why a further page failed, and tries again', async () => {
    let second = refused(503, 'unavailable');
    const { store, pages, shown } = pagesOf((cursor) => (cursor === undefined ? page([1], 'a') : second));
    await store.set(pages.first.loadAtom, sale);
    await store.set(pages.moreAtom);
    expect(store.get(pages.problemAtom)).toMatchObject({
      code: 'unavailable',
      message: messages.failedFetch,
    });
    second = page([2]);
    await store.set(pages.moreAtom);
    expect(store.get(pages.problemAtom)).toBeNull();
    expect(shown()).toEqual([1, 2]);
  });

  test('drops a page that arrives after another row is shown', async () => {
    let come = (_page: ReturnType<typeof page>) => {};
    const { store, pages, shown } = pagesOf((cursor) =>
      cursor === undefined
        ? page([1], 'a')
        : new Promise((resolve) => {
            come = resolve;
          }),
    );
    await store.set(pages.first.loadAtom, sale);
    const more = store.set(pages.moreAtom);
    await store.set(pages.first.loadAtom, { kind: 'goal', id: 'g1' });
    come(page([2]));
    await more;
    expect(shown()).toEqual([1]);
    expect(store.get(pages.busyAtom)).toBe(false);
  });
});

test('some kinds have a history of their own', () => {
  expect(['sale', 'shift', 'employee', 'campaign', 'goal'].every(hasOwnHistory)).toBe(true);
  expect(['company', 'weather', ''].some(hasOwnHistory)).toBe(false);
});
