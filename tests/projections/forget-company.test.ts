import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { streamsToErase } from '#contracts/events/streams.ts';
import { withTransaction } from '#platform/database.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { companyOf, decode, type Incoming } from '#projections/runner/fold.ts';
import { openLive } from '#projections/runner/follow.ts';
import { countRowsOf, forgetCompany } from '#projections/runner/forget-company.ts';
import { project } from '#projections/runner/project.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { placeOfShards } from '#projections/runner/stored-rows.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { dumpReadModels } from './projection-world.ts';

const EVENTS = 2000;
let database: TestDatabase;
const sessions: pg.PoolClient[] = [];
let store: EventStore;
beforeEach(async () => {
  database = await createTestDatabase();
  store = createPostgresEventStore({ pool: database.pool });
  await rebuild({ pool: database.pool, store, projections: allProjections });
  await writeHistory(database.pool, workingHistory({ events: EVENTS, companies: 2, employees: 8, days: 3 }));
});
afterEach(async () => {
  for (const client of sessions.splice(0)) client.release();
  await store.close();
  await database.drop();
});

async function open() {
  const client = await database.pool.connect();
  sessions.push(client);
  const { projections, shards } = await openLive(client, allProjections, 'all', { warn: () => {} });
  const take = (events: Incoming[]) => {
    const to = events.at(-1)?.recorded as RecordedEvent;
    return project(client, placeOfShards(shards), projections, { events, to });
  };
  return { take };
}
const first = ([incoming]: Incoming[]) => companyOf((incoming as Incoming).recorded);
const after = async (position: number) =>
  (await store.readAll({ after: position, limit: EVENTS })).map(decode);

test("a projector's batch in progress for an erased company is not written", async () => {
  const { pool } = database;
  const all = await after(-1);
  const companyId = first(all);
  const middle = all[EVENTS / 2]?.recorded.position ?? 0;
  const projector = await open();
  await projector.take(all.slice(0, EVENTS / 2 + 1));
  const inHand = await after(middle);
  expect(inHand.some((incoming) => companyOf(incoming.recorded) === companyId)).toBe(true);
  expect(await countRowsOf(pool, allProjections, companyId)).toBeGreaterThan(0);

  await store.erase(streamsToErase(companyId));
  const forgotten = await withTransaction(pool, (client) => forgetCompany(client, allProjections, companyId));
  expect(forgotten).toMatchObject({ kind: 'done' });
  expect(await countRowsOf(pool, allProjections, companyId)).toBe(0);
  expect((await projector.take(inHand)).overtaken).toBe(true);
  expect(await countRowsOf(pool, allProjections, companyId)).toBe(0);

  // A restart from the checkpoints gives the same result as a rebuild.
  await (await open()).take(await after(middle));
  const live = await dumpReadModels(pool);
  await rebuild({ pool, store, projections: allProjections });
  expect(await dumpReadModels(pool)).toEqual(live);
  expect(await countRowsOf(pool, allProjections, companyId)).toBe(0);
});

test('nothing is erased while a rebuild may have read the events', async () => {
  const { pool } = database;
  const all = await after(-1);
  const companyId = first(all);
  await (await open()).take(all);
  const before = await dumpReadModels(pool);
  let seen: unknown;
  // A rebuild reads the head once it has its locks, before it reads events.
  const head = async () => {
    seen ??= await withTransaction(pool, (client) => forgetCompany(client, allProjections, companyId));
    return store.head();
  };
  await rebuild({ pool, store: { ...store, head }, projections: allProjections, names: ['directory'] });
  expect(seen).toEqual({ kind: 'busy', projection: 'directory' });
  expect(await dumpReadModels(pool)).toEqual(before);
});

test('what was set aside of an erased company is erased, too, and nothing of another', async () => {
  const { pool } = database;
  const companies = [...new Set((await after(-1)).map(({ recorded }) => companyOf(recorded)))];
  for (const [position, companyId] of companies.entries())
    await pool.query(
      `INSERT INTO read.set_aside (projection, position, stream, company_id, type, reason)
       VALUES ('sales', $1, 'sale-x', $2, 'SaleRecorded', 'unreadable')`,
      [position, companyId],
    );
  const [erased = '', ...others] = companies.filter((id) => id !== null);
  await withTransaction(pool, (client) => forgetCompany(client, allProjections, erased));
  const { rows } = await pool.query('SELECT company_id FROM read.set_aside ORDER BY position');
  expect(rows.map(({ company_id }) => company_id)).toEqual(others);
});
