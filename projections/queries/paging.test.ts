import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PageWish, SortKey } from '#contracts/page.ts';
import type { ReadModels } from '../read-models.ts';
import { comesAfter, pageByName, pageOf } from './paging.ts';

const people = [
  ['Émile', '5'],
  ['Zoe', '9'],
  ['adam', '2'],
  ['Adam', '1'],
  ['Zoe', '10'],
  ['Bo', '7'],
] as const;
const byName = (wish: PageWish) => pageByName(people, wish, (person) => person);

describe('a list by name', () => {
  it('sorts like people do, and equal names by id', () => {
    const { rows, next } = byName({ limit: 10 });
    expect(rows.map(([name, id]) => `${name} ${id}`)).toEqual([
      ...['adam 2', 'Adam 1', 'Bo 7', 'Émile 5', 'Zoe 10', 'Zoe 9'],
    ]);
    expect(next).toBeNull();
  });

  it.each([1, 2, 4, 5, 6])('in pages of %d shows each row once, in the same order', (limit) => {
    const seen: (readonly [string, string])[] = [];
    let after: SortKey | undefined;
    do {
      const page = byName({ limit, after });
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      seen.push(...page.rows);
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(byName({ limit: 10 }).rows);
  });

  it.each([
    ['ada', ['adam 2', 'Adam 1']],
    [' É', ['Émile 5']],
    ['ｚｏｅ', ['Zoe 10', 'Zoe 9']],
    ['', ['adam 2', 'Adam 1', 'Bo 7', 'Émile 5', 'Zoe 10', 'Zoe 9']],
    ['%', []],
  ])('has the names with %j in any case', (search, found) => {
    const { rows } = byName({ limit: 10, search });
    expect(rows.map(([name, id]) => `${name} ${id}`)).toEqual(found);
  });

  it('continues a search behind its last row', () => {
    const { rows, next } = byName({ limit: 1, search: 'zoe' });
    expect(rows).toEqual([['Zoe', '10']]);
    expect(byName({ limit: 1, search: 'zoe', after: next ?? undefined })).toEqual({
      rows: [['Zoe', '9']],
      next: null,
    });
  });

  it('continues after a deleted row, and ends after the last', () => {
    expect(byName({ limit: 1, after: ['Carl', 'x'] }).rows).toEqual([['Émile', '5']]);
    expect(byName({ limit: 1, after: ['Zoe', '9'] })).toEqual({ rows: [], next: null });
  });
});

describe('a page from the database', () => {
  const show = (row: number) => `row ${row}`;
  const keyOf = (row: number) => [row];

  it('knows from one extra row that more follows', () => {
    expect(pageOf([1, 2, 3], { limit: 2 }, keyOf, show)).toEqual({ rows: ['row 1', 'row 2'], next: [2] });
    expect(pageOf([1, 2], { limit: 2 }, keyOf, show)).toEqual({ rows: ['row 1', 'row 2'], next: null });
    expect(pageOf([], { limit: 2 }, keyOf, show)).toEqual({ rows: [], next: null });
  });

  it('begins after the key, whose parts are parameters', () => {
    const db = new Kysely<ReadModels>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (of) => new PostgresIntrospector(of),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    const query = db
      .selectFrom('read.sales as s')
      .select('s.sale_id')
      .where(comesAfter(['s.entry_date', 's.recorded_position'], 'desc', ['2026-11-20', 12]));
    expect(query.compile()).toMatchObject({
      sql: expect.stringContaining('("s"."entry_date", "s"."recorded_position") < ($1, $2)'),
      parameters: ['2026-11-20', 12],
    });
  });
});
