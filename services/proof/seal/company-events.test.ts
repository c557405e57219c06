import { setImmediate as othersTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { collect } from '#tests/proof/sealing-world.ts';
import {
  type Cursor,
  claims,
  eventsOfAnyStore,
  openCursor,
  pagesOf,
  type ReadEvent,
} from './company-events.ts';
import { COMPANY, foreignAt, saleAt } from './sealed-history.fixture.ts';

type Row = { readonly position: number };

/** A table with rows at these positions, and the positions behind which it was read. */
function tableOf(positions: readonly number[], size: number) {
  const reads: number[] = [];
  const fetch = async (after: number): Promise<Row[]> => {
    reads.push(after);
    return positions
      .filter((position) => position > after)
      .slice(0, size)
      .map((position) => ({ position }));
  };
  return { reads, fetch };
}

/** The positions in each page. Stops after ten pages: a page that comes again and again must not keep the test. */
async function positionsIn(pages: AsyncIterable<readonly Row[]>): Promise<number[][]> {
  const read: number[][] = [];
  for await (const page of pages) {
    read.push(page.map(({ position }) => position));
    if (read.length === 10) break;
  }
  return read;
}

describe('pages of a table', () => {
  it.each([
    ['end with a short page', [1, 2, 3, 4, 5], undefined, [[1, 2], [3, 4], [5]], [0, 2, 4]],
    ['end with an empty page behind a full one', [1, 2, 3, 4], undefined, [[1, 2], [3, 4], []], [0, 2, 4]],
    ['are one empty page without rows', [], undefined, [[]], [0]],
    ['begin behind a position and end within a page', [1, 2, 3, 4, 5], 3, [[1, 2], [3]], [0, 2]],
    ['end with the page that ends at the last position', [1, 2, 3, 4, 5], 2, [[1, 2]], [0]],
    ['end before rows behind the last position', [1, 2, 5, 6], 4, [[1, 2], []], [0, 2]],
  ])('%s', async (_title, positions, to, pages, reads) => {
    const table = tableOf([-3, 0, ...positions], 2);
    expect(await positionsIn(pagesOf(0, table.fetch, 2, to))).toEqual(pages);
    expect(table.reads).toEqual(reads);
  });

  it('are fetched one ahead of their reader', async () => {
    const { fetch, reads } = tableOf([1, 2, 3, 4, 5, 6], 2);
    const pages = pagesOf(0, fetch, 2);
    await pages.next();
    expect(reads).toEqual([0, 2]);
    await pages.next();
    expect(reads).toEqual([0, 2, 4]);
    await pages.return();
  });

  it('fail for the reader that asks for a page that cannot be read', async () => {
    const fetch = async (after: number) => {
      if (after > 0) throw new Error('the database is away');
      return [{ position: 1 }, { position: 2 }];
    };
    await expect(positionsIn(pagesOf(0, fetch, 2))).rejects.toThrow('the database is away');
  });

  it.each([
    ['stops before', async (pages: AsyncGenerator) => void (await pages.return(undefined))],
    ['is busy before', async (pages: AsyncGenerator) => expect(pages.next()).rejects.toThrow('away')],
  ])('do not end the program for a reader that %s a page that cannot be read', async (_what, goOn) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    const fetch = async (after: number) => {
      if (after > 0) throw new Error('the database is away');
      return [{ position: 1 }];
    };
    process.on('unhandledRejection', note);
    try {
      const pages = pagesOf(0, fetch, 1);
      await pages.next();
      await othersTurn();
      await goOn(pages);
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });
});

describe('an event belongs to a company', () => {
  it.each<[string, ReadEvent]>([
    ['that its stream and its metadata name', saleAt(1)],
    ['that only its stream names', saleAt(1, { metadata: { companyId: 'other' } })],
    ['that only its metadata names', foreignAt(1, { metadata: { companyId: COMPANY } })],
    ['that its stream names, without metadata', saleAt(1, { metadata: undefined })],
    ['that its stream names, with null as metadata', saleAt(1, { metadata: null })],
  ])('%s', (_title, event) => {
    expect(claims(event, COMPANY)).toBe(true);
  });

  it('unless both name another one, or it tells that the company was erased', () => {
    expect(claims(foreignAt(1), COMPANY)).toBe(false);
    expect(claims(foreignAt(1, { metadata: undefined }), COMPANY)).toBe(false);
    expect(claims(saleAt(1, { type: 'CompanyErased', stream: streams.erasure(COMPANY) }), COMPANY)).toBe(
      false,
    );
  });
});

describe('a cursor', () => {
  async function* pagesWith(...pages: readonly (readonly string[])[]) {
    yield* pages;
  }

  async function rest(cursor: Cursor<string>): Promise<string[]> {
    const rows: string[] = [];
    while (cursor.row !== undefined) {
      rows.push(cursor.row);
      await cursor.advance();
    }
    return rows;
  }

  it('steps over empty pages, at the beginning, between others and at the end', async () => {
    const cursor = await openCursor(pagesWith([], ['a', 'b'], [], [], ['c'], []));
    expect(await rest(cursor)).toEqual(['a', 'b', 'c']);
    await cursor.advance();
    expect(cursor.row).toBeUndefined();
    expect((await openCursor(pagesWith())).row).toBeUndefined();
  });

  it('waits only for another page', async () => {
    const cursor = await openCursor(pagesWith(['a', 'b'], ['c']));
    expect(cursor.advance()).toBeUndefined();
    expect(cursor.row).toBe('b');
    const turned = cursor.advance();
    expect(turned).toBeInstanceOf(Promise);
    await turned;
    expect(cursor.row).toBe('c');
  });

  it('closes its pages', async () => {
    let isClosed = false;
    async function* pages() {
      try {
        yield ['a'];
        yield ['b'];
      } finally {
        isClosed = true;
      }
    }
    const cursor = await openCursor(pages());
    expect(isClosed).toBe(false);
    await cursor.close();
    expect(isClosed).toBe(true);
  });

  it('can be closed when its pages cannot', async () => {
    const next = async (): Promise<IteratorResult<string[]>> => ({ done: true, value: undefined });
    const cursor = await openCursor({ [Symbol.asyncIterator]: () => ({ next }) });
    await expect(cursor.close()).resolves.toBeUndefined();
  });
});

it('the events to verify are those that a store reads of the company', async () => {
  const calls: unknown[] = [];
  const events = eventsOfAnyStore({
    async *readCompany(...args) {
      calls.push(args);
      yield [saleAt(3)];
    },
    readAt: async (positions) => positions.map((position) => foreignAt(position)),
    head: async () => 9,
  });
  expect(await collect(events.read(COMPANY, { after: 1, to: 3 }))).toEqual([[saleAt(3)]]);
  expect(calls).toEqual([[COMPANY, { after: 1, to: 3 }]]);
  expect(await events.at(7)).toEqual(foreignAt(7));
  expect(await events.end()).toBe(9);
});
