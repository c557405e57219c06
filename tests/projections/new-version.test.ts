import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { isTemporary } from '#platform/database-errors.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { guardQueries } from '#platform/statements.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import { employeeDays } from '#projections/employee-days/employee-days.projector.ts';
import { employeeDaysTable } from '#projections/employee-days/employee-days.table.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { watchVersions } from '#projections/runner/other-versions.ts';
import type { ReadModel } from '#projections/runner/read-model.ts';
import { PROJECTING_LOCK } from '#projections/runner/schema.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, sorted } from './oracle.ts';
import { dumpReadModels, startProjections } from './projection-world.ts';
import { recordSale } from './sale-event.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ template: inject('migratedDatabase') });
});
afterEach(() => database.drop());

/** All read models, the days of employees in the version after this one. */
const newer = (model: ReadModel = { ...employeeDays, version: employeeDays.version + 1 }) =>
  allProjections.map((each) => (each.name === 'employee-days' ? model : each));

const versionOf = async (name: string) => {
  const { rows } = await database.pool.query('SELECT version FROM read.models WHERE projection = $1', [name]);
  return rows[0]?.version;
};
const countOf = async (table: string) => {
  const { rows } = await database.pool.query(`SELECT count(*) FROM read.${table}`);
  return rows[0]?.count;
};

async function beginDump(): Promise<() => Promise<void>> {
  const dump = await database.pool.connect();
  await dump.query('BEGIN; SELECT FROM read.employee_days');
  return async () => {
    await dump.query('COMMIT');
    dump.release();
  };
}

/** Until connections of this name wait for a lock; they are ended where that is asked for. */
async function untilItWaits(name: string, { isEnded = false } = {}): Promise<void> {
  const waiting = () =>
    database.pool.query(
      `SELECT CASE WHEN $2 THEN pg_terminate_backend(pid) END FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`,
      [name, isEnded],
    );
  await expect.poll(async () => (await waiting()).rowCount).toBe(1);
}

/** Stops every rebuild before it reads, until it is opened. */
function gated() {
  const store = createPostgresEventStore({ pool: database.pool });
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  const readAll: EventStore['readAll'] = async (options) => {
    arrive();
    await opened;
    return store.readAll(options);
  };
  return { store: { ...store, readAll }, open, reached };
}

async function watched() {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const deps = {
    pool: database.pool,
    beside: database.pool,
    projections: newer(),
    scheduler: systemScheduler,
  };
  const versions = await watchVersions({ ...deps, signal: ending.signal });
  guardQueries(database.pool, versions.guard);
  const missing = async () => {
    const { unbuilt, replaced } = await versions.look();
    return [...unbuilt, ...replaced];
  };
  return { missing, queries: createQueries(queriesOn<ReadModels>(database.pool)) };
}

test('a new version is built before the start is over, while the log is short', async () => {
  const days = { ...employeeDaysTable, columns: { ...employeeDaysTable.columns, closed_sales: 'text' } };
  const before = await startProjections(database.pool, [
    { ...employeeDays, tables: { ...employeeDays.tables, days: days as typeof employeeDaysTable } },
  ]);
  const position = await recordSale(before.store, 'co');
  expect(await before.runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  await before.stop();
  const { stop } = await startProjections(database.pool, newer());
  const { rows } = await database.pool.query(
    'SELECT pg_typeof(closed_sales)::text AS type FROM read.employee_days LIMIT 1',
  );
  expect(rows).toEqual([{ type: 'integer' }]);
  expect(await versionOf('employee-days')).toBe(employeeDays.version + 1);
  await stop();
});

test('a new version is built beside the others, which are projected meanwhile; nothing is read from it before', async () => {
  const before = await startProjections(database.pool);
  const first = await recordSale(before.store, 'co');
  expect(await before.runner.progress.waitFor(first, MAX_WAIT_MS)).toBe(true);
  await before.stop();

  const gate = gated();
  const { runner, store, stop } = await startProjections(database.pool, newer(), gate.store, { shortLog: 0 });
  await gate.reached;
  const { missing, queries } = await watched();
  expect(await missing()).toEqual(['employee-days']);
  const second = await recordSale(store, 'co');
  expect(await runner.progress.waitFor(second, MAX_WAIT_MS)).toBe(true);
  expect(await countOf('sales')).toBe(2);
  expect((await queries.salesOfEmployee('co', 'ada')).rows).toHaveLength(2);
  const refusal = await queries.commissionOf('co', 'ada').catch((error: unknown) => error);
  expect(isTemporary(refusal)).toBe(true);
  expect(runner.building()).toMatchObject({ events: 0 });

  gate.open();
  await expect.poll(missing).toEqual([]);
  expect(await queries.commissionOf('co', 'ada')).toBe(20_00);
  expect(await runner.progress.waitFor(await recordSale(store, 'co'), MAX_WAIT_MS)).toBe(true);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
  expect(runner.building()).toBeNull();
  await stop();
});

test('a newer program takes over from the former one without an older state in between', {
  tags: ['reliability-48'],
}, async () => {
  const former = await startProjections(database.pool);
  const days = createQueries(queriesOn<ReadModels>(database.pool));
  const seen = async () => (await days.billboardOfDay('adding', '2026-03-02', '2026-03-02T20:00:00.000Z'))[0];
  let sold = 0;
  const sell = async () => {
    const position = await recordSale(former.store, 'adding');
    sold += 1;
    expect(await former.runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
    expect((await seen())?.sales).toBe(sold);
  };
  for (let sale = 0; sale < 5; sale++) await sell();
  const next = await startProjections(database.pool, newer(), undefined, { shortLog: 0 });
  for (let _sale = 0; (await versionOf('employee-days')) === employeeDays.version; _sale++) await sell();
  for (let sale = 0; sale < 5; sale++) await sell();
  await former.stop();
  for (let sale = 0; sale < 5; sale++) {
    const position = await recordSale(next.store, 'adding');
    expect(await next.runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
    sold += 1;
    expect((await seen())?.sales).toBe(sold);
  }
  await next.stop();
});

test('when all read models are new, they go on from where the former ones ended', async () => {
  const before = await startProjections(database.pool);
  expect(await before.runner.progress.waitFor(await recordSale(before.store, 'co'), MAX_WAIT_MS)).toBe(true);
  await before.runner.stop();
  await recordSale(before.store, 'co');
  const last = await recordSale(before.store, 'co');
  await before.store.close();
  // As long as it is held, no process may project.
  const other = await database.pool.connect();
  await other.query('SELECT pg_advisory_lock($1)', [PROJECTING_LOCK]);

  const all = allProjections.map((model) => ({ ...model, version: model.version + 1 }));
  const { runner, stop } = await startProjections(database.pool, all, undefined, { shortLog: 0 });
  await expect.poll(() => runner.building()).toBeNull();
  await other.query('SELECT pg_advisory_unlock($1)', [PROJECTING_LOCK]);
  other.release();
  expect(await runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
  await stop();
});

test('while a dump reads the tables, the former version goes on, and the new one takes its place afterwards', async () => {
  const before = await startProjections(database.pool);
  expect(await before.runner.progress.waitFor(await recordSale(before.store, 'co'), MAX_WAIT_MS)).toBe(true);
  const endDump = await beginDump();
  const gate = gated();
  const next = await startProjections(database.pool, newer(), gate.store, { shortLog: 0 });
  await gate.reached;
  gate.open();
  await untilItWaits('tallyboard rebuild');
  const last = await recordSale(before.store, 'co');
  expect(await before.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  expect(await versionOf('employee-days')).toBe(employeeDays.version);
  expect(next.runner.building()).not.toBeNull();
  await endDump();
  await expect.poll(() => versionOf('employee-days')).toBe(employeeDays.version + 1);
  await before.stop();
  expect(await next.runner.progress.waitFor(await recordSale(next.store, 'co'), MAX_WAIT_MS)).toBe(true);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
  await next.stop();
});

test('when a new version cannot take its place, all others are projected meanwhile', async () => {
  const { pool } = database;
  const before = await startProjections(pool);
  expect(await before.runner.progress.waitFor(await recordSale(before.store, 'co'), MAX_WAIT_MS)).toBe(true);
  await before.runner.stop();
  const other = await pool.connect();
  await other.query('SELECT pg_advisory_lock($1)', [PROJECTING_LOCK]);
  const next = await startProjections(pool, newer(), undefined, { shortLog: 0 });
  await expect.poll(() => next.runner.building()).toBeNull();
  const endDump = await beginDump();
  await other.query('SELECT pg_advisory_unlock($1)', [PROJECTING_LOCK]);
  other.release();
  const sold = await recordSale(before.store, 'co');
  await untilItWaits('tallyboard rebuild', { isEnded: true });
  expect(await next.runner.progress.waitFor(sold, MAX_WAIT_MS)).toBe(true);
  expect(await countOf('sales')).toBe(2);
  await endDump();
  await expect.poll(() => versionOf('employee-days')).toBe(employeeDays.version + 1);
  expect(await next.runner.progress.waitFor(await recordSale(next.store, 'co'), MAX_WAIT_MS)).toBe(true);
  expect(sorted(await dumpReadModels(pool))).toEqual(sorted(await askOracle(pool)));
  await next.stop();
  await before.store.close();
});

test('back at the former version, its read model is built again', async () => {
  const next = await startProjections(database.pool, newer());
  expect(await next.runner.progress.waitFor(await recordSale(next.store, 'co'), MAX_WAIT_MS)).toBe(true);
  await next.stop();
  const former = await startProjections(database.pool);
  expect(await versionOf('employee-days')).toBe(employeeDays.version);
  expect(await former.runner.progress.waitFor(await recordSale(former.store, 'co'), MAX_WAIT_MS)).toBe(true);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
  await former.stop();
});
