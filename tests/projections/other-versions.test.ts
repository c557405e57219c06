import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { createPool, queriesOn } from '#platform/database.ts';
import { NotReadableYet } from '#platform/database-errors.ts';
import { guardQueries } from '#platform/statements.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { watchVersions } from '#projections/runner/other-versions.ts';
import { createImportRecords } from '#services/import/imports.postgres.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { startProjections } from './projection-world.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ template: inject('migratedDatabase') });
  await (await startProjections(database.pool)).stop();
});
afterEach(() => database.drop());

/** Looks only when it is told to. */
async function watched(pool = database.pool) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const { scheduler } = steppedTime();
  const deps = { pool, beside: database.pool, projections: allProjections, scheduler };
  const versions = await watchVersions({ ...deps, signal: ending.signal });
  guardQueries(pool, versions.guard);
  return { versions, queries: createQueries(queriesOn<ReadModels>(pool)) };
}

const VERSION = allProjections.find(({ name }) => name === 'directory')?.version ?? 0;
const addRival = () =>
  database.pool.query(
    `INSERT INTO read.leases VALUES ('projections 0', 0, clock_timestamp(), jsonb_build_object('directory', $1::int))`,
    [VERSION + 1],
  );
const setVersion = (version: number) =>
  database.pool.query(`UPDATE read.models SET version = $1 WHERE projection = 'directory'`, [version]);

test.each([
  ['a column is gone', 'ALTER TABLE read.employees DROP last_name CASCADE'],
  ['a table is gone', 'DROP TABLE read.employees'],
  ['a column has another type', 'ALTER TABLE read.employees ALTER employee_id TYPE date USING now()'],
])('in the moment after a swap, when %s, a statement that fails is refused', async (_, change) => {
  const { versions, queries } = await watched();
  const ask = () => queries.historyNames('co', { persons: ['ada'], campaigns: [], goals: [] });
  // Often enough to be prepared.
  for (let time = 0; time < 6; time++) expect(await ask()).toMatchObject({ persons: [] });
  await database.pool.query(change);
  await setVersion(VERSION + 1);
  await expect(ask()).rejects.toBeInstanceOf(NotReadableYet);
  expect(versions.areReadable(['directory'])).toBe(false);
  expect(versions.areReadable(['catalogue', 'history'])).toBe(true);
});

test('beside a process of another version, rows that do not fail are not given out after a swap, either', async () => {
  const { versions, queries } = await watched();
  await addRival();
  await versions.look();
  const ask = () => queries.employeeById('co', 'ada');
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([undefined, undefined, undefined]);
  await setVersion(VERSION + 1);
  for (const { reason } of (await Promise.allSettled([ask(), ask()])) as PromiseRejectedResult[])
    expect(reason).toBeInstanceOf(NotReadableYet);
  await setVersion(VERSION);
  await versions.look();
  expect(await ask()).toBeUndefined();
});

test('statements that are looked into wait for no connection of their own pool', async () => {
  const pool = createPool(database.url, { max: 2, connectionTimeoutMillis: 2000 });
  onTestFinished(() => pool.end());
  const { versions, queries } = await watched(pool);
  await addRival();
  await versions.look();
  const ask = () => queries.employeeById('co', 'ada');
  expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array(8).fill(undefined));
  await database.pool.query('ALTER TABLE read.employees DROP last_name CASCADE');
  await setVersion(VERSION + 1);
  for (const { reason } of (await Promise.allSettled(
    Array.from({ length: 8 }, ask),
  )) as PromiseRejectedResult[])
    expect(reason).toBeInstanceOf(NotReadableYet);
});

test('a look that is answered late does not undo what a newer one saw', async () => {
  const pool = createPool(database.url);
  onTestFinished(() => pool.end());
  const { versions } = await watched(pool);
  const query = pool.query.bind(pool);
  const late = Promise.withResolvers<void>();
  const answers: Promise<unknown>[] = [];
  const hold = async (text: string) => {
    const answer = query(text);
    answers.push(answer);
    await late.promise;
    return answer;
  };
  Object.assign(pool, { query: hold });
  const older = versions.look();
  await Promise.all(answers);
  Object.assign(pool, { query });
  await setVersion(VERSION + 1);
  await versions.look();
  late.resolve();
  expect(await older).toEqual({ unbuilt: [], replaced: [] });
  expect(versions.areReadable(['directory'])).toBe(false);
});

test('in this version, a statement that fails is a defect', async () => {
  const { queries } = await watched();
  await database.pool.query('DROP TABLE read.employees');
  await expect(queries.employeeById('co', 'ada')).rejects.toMatchObject({ code: '42P01' });
});

test('nothing is read from a table that is fed no more, also by statements without a builder', async () => {
  const { versions, queries } = await watched();
  const names = () => queries.historyNames('co', { persons: ['ada'], campaigns: [], goals: [] });
  expect(await names()).toMatchObject({ persons: [] });
  // As the version before does, which takes over after the death of the next one.
  await database.pool.query(`DELETE FROM read.models WHERE projection = 'directory'`);
  expect(await versions.look()).toEqual({ unbuilt: ['directory'], replaced: [] });
  await expect(names()).rejects.toBeInstanceOf(NotReadableYet);
  await database.pool.query(`INSERT INTO read.models VALUES ('directory', $1)`, [VERSION]);
  await versions.look();
  expect(await names()).toMatchObject({ persons: [] });
});

test('the names of what an undone import has left are not read from a model of another version', async () => {
  const { versions } = await watched();
  const undone = { companyId: 'co', id: 'one', state: 'undone', plan: { people: {}, campaign: '' } } as const;
  const left = () => createImportRecords(database.pool).undoneOf(undone as never);
  expect(await left()).toEqual({ undone: 0, kept: [] });
  await database.pool.query('DROP TABLE read.employees');
  await setVersion(VERSION + 1);
  await expect(left()).rejects.toBeInstanceOf(NotReadableYet);
  await versions.look();
  await expect(left()).rejects.toBeInstanceOf(NotReadableYet);
});
