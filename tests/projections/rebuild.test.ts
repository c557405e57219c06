import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, sorted } from './oracle.ts';
import { appendHistory, dumpReadModels, startProjections } from './projection-world.ts';
import { recordSale } from './sale-event.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ template: inject('migratedDatabase') });
});
afterEach(() => database.drop());

/** Blocks all readers of the log once `after` is reached, until it is opened. */
function gated(store: EventStore) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  const behindGate: EventStore = {
    ...store,
    async readAll(options) {
      arrive();
      await opened;
      return store.readAll(options);
    },
  };
  return { store: behindGate, open, reached };
}

test('rebuilds during sales end equal to live, and readers never see an older state than before', {
  tags: ['reliability-16'],
}, async () => {
  const { store, runner, stop } = await startProjections(database.pool);
  const history = [...workingHistory({ events: 375, companies: 1, employees: 8, days: 2 })];
  const days = createEmployeeDaysQueries(queriesOn<ReadModels>(database.pool));
  const written = new AbortController();
  // A company that only adds sales: their number may never fall.
  const salesSeen = async () => {
    const [row] = await days.billboardOfDay('adding', '2026-03-02', '2026-03-02T20:00:00.000Z');
    return row?.sales ?? 0;
  };
  const reader = (async () => {
    let reads = 0;
    let most = 0;
    while (!written.signal.aborted) {
      const seen = await salesSeen();
      expect(seen).toBeGreaterThanOrEqual(most);
      most = seen;
      reads++;
    }
    return reads;
  })();
  let rebuilt = 0;
  const rebuilds = (async () => {
    while (!written.signal.aborted) {
      const outcome = await rebuild({ pool: database.pool, store, projections: allProjections });
      expect(outcome).toMatchObject({ ok: true });
      rebuilt++;
    }
  })();
  for (let part = 0; part < 15 || rebuilt < 3; part++) {
    await appendHistory(store, history.slice(part * 25, (part + 1) * 25));
    // Sellers see their own sales, whatever is being swapped at that moment.
    expect(await runner.progress.waitFor(await recordSale(store, 'adding'), MAX_WAIT_MS)).toBe(true);
    expect(await salesSeen()).toBe(part + 1);
  }
  written.abort();
  await rebuilds;
  expect(await reader).toBeGreaterThan(10);
  const live = await dumpReadModels(database.pool);
  await rebuild({ pool: database.pool, store, projections: allProjections });
  expect(await dumpReadModels(database.pool)).toEqual(live);
  expect(sorted(live)).toEqual(sorted(await askOracle(database.pool)));
  // The live runner continues after the swaps.
  expect(await runner.progress.waitFor(await recordSale(store, 'co'), MAX_WAIT_MS)).toBe(true);
  await stop();
});

test('rebuilds only the named read models, and reports a wrong name', async () => {
  const store = createPostgresEventStore({ pool: database.pool });
  await writeHistory(database.pool, workingHistory({ events: 500, companies: 1, employees: 4, days: 2 }));
  await rebuild({ pool: database.pool, store, projections: allProjections });
  await database.pool.query('DELETE FROM read.employee_days; DELETE FROM read.sales');
  const outcome = await rebuild({
    pool: database.pool,
    store,
    projections: allProjections,
    names: ['employee-days'],
  });
  expect(outcome).toEqual({ ok: true, projections: ['employee-days'], events: 500 });
  const dump = await dumpReadModels(database.pool);
  expect(dump.employee_days).not.toEqual([]);
  expect(dump.sales).toEqual([]);
  const wrong = await rebuild({
    pool: database.pool,
    store,
    projections: allProjections,
    names: ['employee-day'],
  });
  expect(wrong).toMatchObject({ ok: false, reason: expect.stringContaining("no read model 'employee-day'") });
  await store.close();
});

test('refuses a second rebuild of the same read model at the same time', async () => {
  const store = createPostgresEventStore({ pool: database.pool });
  const gate = gated(store);
  const first = rebuild({ pool: database.pool, store: gate.store, projections: allProjections });
  await gate.reached;
  const second = await rebuild({
    pool: database.pool,
    store,
    projections: allProjections,
    names: ['sales-book'],
  });
  expect(second).toEqual({ ok: false, reason: "A rebuild of 'sales-book' is already running." });
  gate.open();
  expect(await first).toMatchObject({ ok: true });
  await store.close();
});

test('rebuilds at the start what followed another log, even if this one is longer by now', async () => {
  const { pool } = database;
  const history = [...workingHistory({ events: 800, companies: 1, employees: 4, days: 2 })];
  await writeHistory(pool, history);
  const before = await startProjections(pool);
  await before.stop();
  // As after a failover that lost the end of the log, when another process has appended since.
  await pool.query('ALTER TABLE events DISABLE TRIGGER USER; DELETE FROM events WHERE position > 700');
  await pool.query('ALTER TABLE events ENABLE TRIGGER USER');
  const other = createPostgresEventStore({ pool });
  while ((await other.head()) < 900) await recordSale(other, 'co');
  await other.close();

  const { store, stop } = await startProjections(pool);
  const live = await dumpReadModels(pool);
  await rebuild({ pool, store, projections: allProjections });
  expect(await dumpReadModels(pool)).toEqual(live);
  expect(sorted(live)).toEqual(sorted(await askOracle(pool)));
  await stop();
});
