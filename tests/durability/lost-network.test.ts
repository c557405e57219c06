import { afterEach, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { HELD_SHARDS } from '#tests/projections/projection-world.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

const running: ProgramProcess[] = [];
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.kill()));
  for (const close of closing.splice(0).reverse()) await close();
});

/** Processes of the role that hold shards. */
const HOLDERS = `SELECT count(DISTINCT pid)::integer AS holders FROM (${HELD_SHARDS}) AS held`;

it('processes whose network to the database is gone answer 503 or are replaced, go on with a new one, and double nothing', {
  tags: ['reliability-14'],
}, async () => {
  const { dataDir, remove } = temporaryDataDir();
  const database = await createTestDatabase();
  closing.push(remove, () => database.drop());
  const company = await withCore(dataDir, (core) => seedCompany(core, { associates: 1 }), {
    databaseUrl: database.url,
  });
  const [seller] = company.associates;
  const [requests, projections] = await Promise.all([1, 2].map(() => startTcpProxy(new URL(database.url))));
  if (!requests || !projections) throw new Error('no proxies');
  closing.push(() => Promise.all([requests.close(), projections.close()]));
  const start = async (ROLES: string, DATABASE_URL: string) => {
    const program = await startBuiltProgram(dataDir, undefined, { DATABASE_URL, ROLES });
    running.push(program);
    return program;
  };
  const [far, near] = await Promise.all([start('api', requests.url), start('api,projections', database.url)]);
  await start('projections', projections.url);
  const holders = async () => (await database.pool.query(HOLDERS)).rows[0].holders;
  await expect.poll(holders).toBe(2);

  const there = await signIn(createHttpClient(far.url), seller?.email ?? '');
  const here = await signIn(createHttpClient(near.url), seller?.email ?? '');
  const sale = {
    name: 'Roof',
    campaignId: company.campaigns[0]?.campaignId ?? '',
    price: 100,
    status: 'Closed',
  };
  const sell = (client: typeof here, key = newId()) =>
    client.post('/api/sales/addsale', sale, { 'idempotency-key': key });
  const sales = async (client: typeof here) =>
    (await client.get('/api/sales/getsales/all')).body.requestedData?.length;
  const keys = Array.from({ length: 8 }, newId);
  expect((await sell(there)).status).toBe(200);
  await expect.poll(() => sales(here)).toBe(1);

  projections.hush();
  requests.forget();
  const answers = await Promise.all([
    ...keys.map((key) => sell(there, key)),
    ...keys.map(() => there.get(`/api/sales/get-commission/${seller?.employeeId}`)),
  ]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // Each connection that lay idle meanwhile is found dead by the first request that takes it.
  const served = async (client: typeof here, key: string): Promise<number> => {
    const { status } = await sell(client, key);
    return status === 503 ? served(client, key) : status;
  };
  for (const client of [there, here, there])
    for (const key of keys) expect(await served(client, key)).toBe(200);
  await expect.poll(holders).toBe(1);
  await expect.poll(() => sales(here)).toBe(9);

  projections.speak();
  await expect.poll(holders).toBe(2);
  expect(await served(there, newId())).toBe(200);
  await expect.poll(() => sales(there)).toBe(10);
  const { body } = await there.get(`/api/sales/get-commission/${seller?.employeeId}`);
  expect(body.commission).toBe(100);
});
