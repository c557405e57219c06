import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildLongIndex, buildShortIndex, SHORT_LOG, untilLongIndex } from '#infra/postgres/long-index.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { systemScheduler } from '#platform/clock.ts';
import { createPool } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { collect } from '#tests/proof/sealing-world.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { anEvent, aStream } from './event-store/store-under-test.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function index(): Promise<'none' | 'half' | 'whole'> {
  const { rows } = await database.pool.query<{ indisvalid: boolean }>(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('events_misnamed')`,
  );
  return rows[0] ? (rows[0].indisvalid ? 'whole' : 'half') : 'none';
}

const drop = () => database.pool.query('DROP INDEX events_misnamed');

/** A writer that has not committed: whatever builds the index has to wait for it. */
async function writing() {
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE events IN ROW EXCLUSIVE MODE');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

/** The server process that has made the index and waits for writers. */
const building = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_progress_create_index WHERE datname = current_database() AND phase LIKE 'waiting for writers%'`,
  );
  if (!rows[0]) throw new Error('nothing builds');
  return rows[0].pid;
};
const begun = () => vi.waitFor(building, WAIT_OPTIONS);

const appended = async () => {
  const store = createPostgresEventStore({ pool: database.pool });
  await store.append(aStream(), [anEvent()], 'no stream');
  await store.close();
};

it('a short log has its index with the migrations, a long one does not wait for it', async () => {
  expect(await index()).toBe('whole');
  await drop();
  await database.pool.query(
    `INSERT INTO events SELECT $1, now(), 0, 1, gen_random_uuid(), 'test-far', 'Anything', '{}', '{}'`,
    [SHORT_LOG + 1],
  );
  await buildShortIndex(database.pool);
  expect(await index()).toBe('none');
  expect(await buildLongIndex(database.pool)).toBe(true);
  expect(await index()).toBe('whole');
});

it('appends go on while it is built, and a second process leaves it to the first', async () => {
  await drop();
  const commit = await writing();
  const built = buildLongIndex(database.pool);
  await begun();
  await appended();
  expect(await buildLongIndex(database.pool)).toBe(false);
  await commit();
  expect(await built).toBe(true);
  expect(await index()).toBe('whole');
});

it('processes that start at the same moment build it once', async () => {
  for (let round = 0; round < 5; round++) {
    await drop();
    const built = await Promise.all(Array.from({ length: 4 }, () => buildLongIndex(database.pool)));
    // The others, and in a deadlock all of them, look again later.
    if (!built.includes(true)) expect(await buildLongIndex(database.pool)).toBe(true);
    expect(await index()).toBe('whole');
  }
});

it('a start beside a long dump does not wait for it; the program builds it once the dump has ended', async () => {
  await drop();
  const dump = await database.pool.connect();
  await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT FROM events');
  const started = migrate(database.pool).then(() => 'started');
  const late = systemScheduler.pause(WAIT_OPTIONS.timeout).then(() => 'waits for the dump');
  expect(await Promise.race([started, late])).toBe('started');
  await appended();
  const stop = new AbortController();
  const log = { error: () => {} };
  const built = untilLongIndex(database.pool, { signal: stop.signal, scheduler: systemScheduler, log });
  await dump.query('COMMIT');
  dump.release();
  await built;
  expect(await index()).toBe('whole');
});

it('one that was left half-built is built anew', async () => {
  await drop();
  const commit = await writing();
  const built = buildLongIndex(database.pool);
  const canceled = expect(built).rejects.toThrow('canceling statement');
  await database.pool.query('SELECT pg_cancel_backend($1)', [await begun()]);
  await canceled;
  await commit();
  expect(await index()).toBe('half');
  // The server answers a canceled statement a moment before it gives its locks back.
  await expect.poll(() => buildLongIndex(database.pool)).toBe(true);
  expect(await index()).toBe('whole');
});

it('a program that stops does not wait for it', async () => {
  await drop();
  const commit = await writing();
  const stop = new AbortController();
  const errors: unknown[] = [];
  const log = { error: (fields: unknown) => errors.push(fields) } as never;
  const waiting = untilLongIndex(database.pool, { signal: stop.signal, scheduler: systemScheduler, log });
  await begun();
  stop.abort();
  await waiting;
  await commit();
  expect(errors).toEqual([]);
});

it('holds no event that the program writes, and without it the misnamed ones are found, too', async () => {
  await writeHistory(database.pool, workingHistory({ events: 900, companies: 2, employees: 6, days: 3 }));
  const misnamed = async () =>
    (await database.pool.query('SELECT position FROM events WHERE is_misnamed(stream, metadata)')).rows;
  expect(await misnamed()).toEqual([]);
  const store = createPostgresEventStore({ pool: database.pool });
  const companyId = newId();
  const odd = { ...anEvent(), metadata: { companyId } };
  await store.append('sale-other_1', [odd], 'no stream');
  await store.close();
  expect(await misnamed()).toHaveLength(1);
  await drop();
  const pages = await collect(
    createCompanyLog(database.pool).read(companyId, { after: START, to: Number.MAX_SAFE_INTEGER }),
  );
  expect(pages.flat().map(({ id }) => id)).toEqual([odd.id]);
});

it('a program that stops before it has a connection keeps none', async () => {
  await drop();
  const one = createPool(database.url, { max: 1 });
  const taken = await one.connect();
  const stop = new AbortController();
  const log = { error: () => {} } as never;
  const waiting = untilLongIndex(one, { signal: stop.signal, scheduler: systemScheduler, log });
  stop.abort();
  taken.release();
  await waiting;
  await one.end();
  expect(one.totalCount).toBe(0);
  expect(await index()).toBe('none');
});
