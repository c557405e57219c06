import { afterEach, beforeEach, expect, test } from 'vitest';
import { streamsToErase } from '#contracts/events/streams.ts';
import { withTransaction } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { companyOf, decode } from '#projections/runner/fold.ts';
import { countRowsOf, forgetCompany } from '#projections/runner/forget-company.ts';
import { project } from '#projections/runner/project.ts';
import { openProjections } from '#projections/runner/projection.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { dumpReadModels } from './projection-world.ts';

const EVENTS = 2000;
let database: TestDatabase;
let store: EventStore;
beforeEach(async () => {
  database = await createTestDatabase();
  store = createPostgresEventStore({ pool: database.pool });
  await rebuild({ pool: database.pool, store, projections: allProjections });
  await writeHistory(database.pool, workingHistory({ events: EVENTS, companies: 2, employees: 8, days: 3 }));
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

const open = () => openProjections(database.pool, 'read', allProjections, 1000, { warn: () => {} });
const after = async (position: number) =>
  (await store.readAll({ after: position, limit: EVENTS })).map(decode);

test("a projector's batch in progress for an erased company is not written", async () => {
  const { pool } = database;
  const all = await after(-1);
  const companyId = companyOf(all[0] as NonNullable<(typeof all)[0]>);
  const middle = all[EVENTS / 2]?.recorded.position ?? 0;
  const projector = await open();
  await project(pool, 'read', projector, all.slice(0, EVENTS / 2 + 1));
  const inHand = await after(middle);
  expect(inHand.some((incoming) => companyOf(incoming) === companyId)).toBe(true);
  expect(await countRowsOf(pool, allProjections, companyId)).toBeGreaterThan(0);

  await store.erase(streamsToErase(companyId));
  const forgotten = await withTransaction(pool, (client) => forgetCompany(client, allProjections, companyId));
  expect(forgotten).toMatchObject({ kind: 'done' });
  expect(await countRowsOf(pool, allProjections, companyId)).toBe(0);
  expect((await project(pool, 'read', projector, inHand)).overtaken).toEqual(projector);
  expect(await countRowsOf(pool, allProjections, companyId)).toBe(0);

  // A restart from the checkpoints gives the same result as a rebuild.
  await project(pool, 'read', await open(), await after(middle));
  const live = await dumpReadModels(pool);
  await rebuild({ pool, store, projections: allProjections });
  expect(await dumpReadModels(pool)).toEqual(live);
  expect(await countRowsOf(pool, allProjections, companyId)).toBe(0);
});

test('nothing is erased while a rebuild may have read the events', async () => {
  const { pool } = database;
  const all = await after(-1);
  const companyId = companyOf(all[0] as NonNullable<(typeof all)[0]>);
  await project(pool, 'read', await open(), all);
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
