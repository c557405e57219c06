import { afterEach, beforeEach, expect, it } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import type { Core } from '#services/main/wiring.ts';
import { dumpReadModels } from '#tests/projections/projection-world.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

const { dataDir, remove } = temporaryDataDir();
let database: TestDatabase;
let company: SeededCompany;
let programs: ProgramProcess[] = [];

const onCore = <Value>(work: (core: Core) => Promise<Value>) =>
  withCore(dataDir, work, { databaseUrl: database.url });

beforeEach(async () => {
  database = await createTestDatabase();
  company = await onCore((core) => seedCompany(core, { associates: 1 }));
});
afterEach(async () => {
  await Promise.all(programs.map((program) => program.kill()));
  programs = [];
  await database.drop();
  remove();
});

async function start(roles: string): Promise<ProgramProcess> {
  const program = await startBuiltProgram(dataDir, undefined, { DATABASE_URL: database.url, ROLES: roles });
  programs.push(program);
  return program;
}

const readyz = async ({ url }: ProgramProcess) => {
  const { status, body } = await createHttpClient(url).get('/readyz');
  return { status, ...body.checks.process, ...body.checks.projections };
};

const sell = (seller: HttpClient) =>
  seller.post('/api/sales/addsale', {
    ...{ name: 'Roof', campaignId: company.campaigns[0]?.campaignId ?? '', price: 100, status: 'Closed' },
  });
const signInAt = ({ url }: ProgramProcess) =>
  signIn(createHttpClient(url), company.associates[0]?.email ?? '');

const sales = async (seller: HttpClient) =>
  (await seller.get('/api/sales/getsales/all')).body.requestedData.length;

it('a leader that hangs is replaced; when it goes on, nothing is lost or counted twice', {
  tags: ['reliability-14'],
}, async () => {
  const leader = await start('projections');
  const [api, standby] = await Promise.all([start('api'), start('projections')]);
  const seller = await signInAt(api);
  await sell(seller);
  await expect.poll(() => sales(seller)).toBe(1);

  process.kill(leader.pid, 'SIGSTOP');
  for (const status of [200, 200, 200]) expect((await sell(seller)).status).toBe(status);
  await expect.poll(() => sales(seller)).toBe(4);
  await expect.poll(() => readyz(api)).toMatchObject({ status: 200, lag: 0 });

  process.kill(leader.pid, 'SIGCONT');
  await expect.poll(() => readyz(leader)).toMatchObject({ status: 200, lag: 0 });
  await sell(seller);
  await expect.poll(() => sales(seller)).toBe(5);
  const { commission } = (await seller.get(`/api/sales/get-commission/${company.associates[0]?.employeeId}`))
    .body;
  expect(commission).toBe(50);
  for (const program of [leader, standby]) expect(await program.stop()).toBe(0);
  await onCore(async ({ database: { owner: pool }, store }) => {
    const lived = await dumpReadModels(pool);
    expect(await rebuild({ pool, store, projections: allProjections })).toMatchObject({ ok: true });
    expect(await dumpReadModels(pool)).toEqual(lived);
  });
});

it('a process that hangs while it builds a read model is replaced', async () => {
  const { pool } = database;
  const hanging = await start('projections');
  const reader = await pool.connect();
  await reader.query('BEGIN; SELECT FROM read.history');
  await pool.query(`UPDATE read.models SET version = 0 WHERE projection = 'history'`);
  await pool.query('SELECT pg_terminate_backend(backend_pid) FROM read.leases');
  // What it has built cannot take its place while it is read.
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBeGreaterThan(0);
  process.kill(hanging.pid, 'SIGSTOP');
  await reader.query('ROLLBACK');
  reader.release();

  const next = await start('projections');
  await expect.poll(() => readyz(next)).toMatchObject({ status: 200, lag: 0 });
  process.kill(hanging.pid, 'SIGCONT');
  await expect.poll(() => readyz(hanging)).toMatchObject({ status: 200, lag: 0 });
});

it('while nothing projects and others append, no process that serves says that it is ready', {
  tags: ['reliability-53'],
}, async () => {
  const leader = await start('projections');
  const served = await Promise.all([start('api'), start('gateway')]);
  const [api] = served;
  const seller = await signInAt(api as ProgramProcess);
  await sell(seller);
  await expect.poll(() => sales(seller)).toBe(1);

  process.kill(leader.pid, 'SIGSTOP');
  expect((await sell(seller)).status).toBe(200);
  for (const program of served)
    await expect
      .poll(() => readyz(program))
      .toMatchObject({
        status: 503,
        ok: false,
        error: expect.stringMatching(/^what is served is \d+ seconds old$/),
      });

  process.kill(leader.pid, 'SIGCONT');
  for (const program of served)
    await expect.poll(() => readyz(program)).toMatchObject({ status: 200, lag: 0 });
});

it('a process that is told to stop is not ready first, and answers until its end', async () => {
  const program = await start('api,gateway,projections,jobs');
  const seller = await signInAt(program);
  process.kill(program.pid, 'SIGTERM');
  await expect.poll(() => readyz(program)).toMatchObject({ status: 503 });
  const reply = await sell(seller);
  expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close']);
  expect((await program.ended).code).toBe(0);
});
