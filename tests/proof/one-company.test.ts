import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { byCompany, collect, proofOf, sealedUpTo, startSealer } from './sealing-world.ts';

const EVENTS = 12_000;
const COMPANIES = 20;

let database: TestDatabase;
/** One connection, whose transaction counts the rows that it reads. */
let pool: pg.Pool;
let companyId: string;
let own: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 1, idleTimeoutMillis: 0 });
  const store = createPostgresEventStore({ pool: database.pool });
  const history = workingHistory({ events: EVENTS, companies: COMPANIES, employees: 60, days: 10 });
  await writeHistory(database.pool, history);
  const sealer = startSealer(database.pool, store);
  await sealedUpTo(database.pool, EVENTS);
  await sealer.stop();
  const [company] = byCompany(await store.readAll({ limit: EVENTS }));
  [companyId, own] = [company?.[0] ?? '', company?.[1].length ?? 0];
  await store.close();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Rows of the log that were read. */
async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  await pool.query('BEGIN');
  try {
    const before = await rowsRead();
    await work();
    return (await rowsRead()) - before;
  } finally {
    await pool.query('ROLLBACK');
  }
}

async function rowsRead(): Promise<number> {
  const { rows } = await pool.query<{ read: number }>(
    `SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'events'`,
  );
  return rows[0]?.read ?? 0;
}

it('a company of a big log is verified from its own events', async () => {
  const read = await rowsReadBy(async () => {
    const verdict = await proofOf(pool).verifyCompany(companyId);
    expect(verdict).toMatchObject({ fault: null, events: own, unsealed: { events: 0 } });
  });
  expect(own).toBeGreaterThan(500);
  // Each is found, and then read.
  expect(read).toBeLessThan(2 * own + 50);
});

it('it is exported from them, too', async () => {
  const read = await rowsReadBy(async () => {
    expect(await collect(proofOf(pool).sealedEvents(companyId))).toHaveLength(own);
  });
  expect(read).toBeLessThan(2 * own + 50);
});

it('a company without events costs nothing', async () => {
  const read = await rowsReadBy(() => proofOf(pool).verifyCompany(crypto.randomUUID()));
  expect(read).toBeLessThan(50);
});

it('its next page is on its way while one is checked, which keeps the process busy', async () => {
  const pages = createCompanyLog(pool).read(companyId, { after: START, to: EVENTS });
  await pages.next();
  expect({ idle: pool.idleCount, waiting: pool.waitingCount }).toEqual({ idle: 0, waiting: 0 });
  await pages.return();
});
