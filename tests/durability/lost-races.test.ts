import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { endForgottenShiftsJob } from '#services/shifts/end-forgotten-shifts.job.ts';
import { askOracle, sorted } from '#tests/projections/oracle.ts';
import { dumpReadModels } from '#tests/projections/projection-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

const api = apiWorld();
let company: Company;
let seller: HttpClient;
/** Another transaction, whose statements take the locks of ours in another order. */
let other: pg.Client;

beforeEach(async () => {
  company = await api.company();
  seller = await api.signedIn(company.associate);
  expect((await sell('first')).status).toBe(200);
  expect(await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS)).toBe(true);
  other = new pg.Client({ connectionString: api.databaseUrl });
  await other.connect();
  // So it is always the product that loses.
  await other.query("BEGIN; SET LOCAL deadlock_timeout = '10min'");
});
afterEach(async () => {
  await other.end();
  expect(await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS)).toBe(true);
  // The oracle does not know of verified companies.
  const { company_account: _, ...stored } = sorted(await dumpReadModels(api.pool));
  expect(sorted(await askOracle(api.pool))).toMatchObject(stored);
});

const sell = (key: string) =>
  seller.post(
    '/sales/addsale',
    { name: 'Roof', campaignId: company.campaignId, price: 100, status: 'Closed', customerNumber: key },
    { 'idempotency-key': key },
  );

const LOG_LOCK = "SELECT pg_advisory_xact_lock('events'::regclass::oid::integer, 0)";

/** A statement of the product waits for the other transaction, which then waits for it. */
async function deadlock(held: string, work: () => Promise<unknown>, wanted: string): Promise<void> {
  await other.query(held);
  const working = work();
  const waits =
    'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)) AND datname = current_database()';
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await expect.poll(async () => (await api.pool.query(waits, [rows[0]?.pid])).rowCount).toBe(1);
  await other.query(wanted);
  await other.query('ROLLBACK');
  await working;
}

const customersOf = async (companyId: string) => {
  const { rows } = await api.pool.query<{ customer: string }>(
    `SELECT data->'sale'->>'customerNumber' AS customer FROM events
      WHERE type = 'SaleRecorded' AND metadata->>'companyId' = $1 ORDER BY position`,
    [companyId],
  );
  return rows.map(({ customer }) => customer);
};

it('an append that loses a deadlock is answered 503 with Retry-After, and repeated it is one sale', {
  tags: ['reliability-12'],
}, async () => {
  let reply: Awaited<ReturnType<typeof sell>> | undefined;
  await deadlock(
    'LOCK TABLE events IN EXCLUSIVE MODE',
    async () => {
      reply = await sell('second');
    },
    LOG_LOCK,
  );
  expect(reply?.status).toBe(503);
  expect(Number(reply?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await customersOf(company.companyId)).toEqual(['first']);
  expect((await sell('second')).status).toBe(200);
  expect(await customersOf(company.companyId)).toEqual(['first', 'second']);
});

it('a projector that loses a deadlock counts its batch once', { tags: ['reliability-12'] }, async () => {
  let reply: Awaited<ReturnType<typeof sell>> | undefined;
  await deadlock(
    'SELECT FROM read.employee_days FOR UPDATE',
    async () => {
      reply = await sell('second');
    },
    'SELECT FROM read.shards FOR UPDATE',
  );
  expect(reply?.status).toBe(200);
});

it('a job that loses a deadlock fails, and its next run does the work once', {
  tags: ['reliability-12'],
}, async () => {
  const queries = createQueries(queriesOn<ReadModels>(api.pool));
  const job = endForgottenShiftsJob({
    clock: { now: () => new Date(Date.now() + 3 * 24 * 3_600_000) },
    openShifts: async () =>
      (await queries.openShifts()).filter(({ companyId }) => companyId === company.companyId),
    endForgotten: api.commands.shifts.endForgotten,
  });
  const run = () =>
    job.handler({}, { jobId: 'run', attempt: 1, signal: new AbortController().signal, log: api.log });
  await deadlock('LOCK TABLE events IN EXCLUSIVE MODE', () => expect(run()).rejects.toThrow(), LOG_LOCK);
  await run();
  await run();
  const { rows } = await api.pool.query(
    `SELECT FROM events WHERE type = 'ShiftEnded' AND metadata->>'companyId' = $1`,
    [company.companyId],
  );
  expect(rows).toHaveLength(1);
});

it.each([
  ['an append', 'events', [503, 200]],
  ['a projector', 'read.sales', [200]],
  ['the row of a key', 'idempotency_keys', [503, 200]],
] as const)(
  '%s that is rolled back as not serializable leaves nothing, and then all',
  {
    tags: ['reliability-12'],
  },
  async (_, table, statuses) => {
    await other.query('ROLLBACK');
    // Our sessions are READ COMMITTED, where the server raises it only for reasons of its own: so a trigger does, once.
    await other.query(`
    CREATE SEQUENCE raised; CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF nextval('raised') = 1 THEN RAISE EXCEPTION 'not serializable' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`);
    for (const status of statuses) expect((await sell('second')).status).toBe(status);
    expect(await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS)).toBe(true);
    const { rows } = await other.query<{ times: string }>('SELECT last_value AS times FROM raised');
    expect(Number(rows[0]?.times)).toBeGreaterThan(1);
    await other.query(`DROP FUNCTION refuse CASCADE; DROP SEQUENCE raised`);
    expect(await customersOf(company.companyId)).toEqual(['first', 'second']);
  },
);
