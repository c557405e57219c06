/** Steps through rows that come in pages; `row` is undefined behind the last. */
export type Cursor<Row> = {
  readonly row: Row | undefined;
  /** Undefined when the next row is in memory; a promise only when a page must be fetched. */
  advance(): Promise<void> | undefined;
  close(): Promise<void>;
};

export async function openCursor<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Cursor<Row>> {
  const iterator = pages[Symbol.asyncIterator]();
  let page: readonly Row[] = [];
  let index = 0;

  async function turn(): Promise<void> {
    do {
      const next = await iterator.next();
      if (next.done) {
        page = [];
        index = 0;
        return;
      }
      page = next.value;
      index = 0;
    } while (page.length === 0);
  }

  await turn();
  return {
    get row() {
      return page[index];
    },
    advance() {
      index++;
      return index < page.length ? undefined : turn();
    },
    async close() {
      await iterator.return?.();
    },
  };
}
