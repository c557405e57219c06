import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { type KillablePostgres, startKillablePostgres } from './killable-postgres.ts';

const ROUNDS = 3;

const { dataDir, remove } = temporaryDataDir();
let postgres: KillablePostgres;
let program: ProgramProcess;
let seller: HttpClient;
let campaignId: string;

beforeAll(async () => {
  postgres = await startKillablePostgres();
  const settings = { databaseUrl: postgres.url };
  const company = await withCore(dataDir, (core) => seedCompany(core), settings);
  program = await startBuiltProgram(dataDir, undefined, {
    DATABASE_URL: postgres.url,
    ROLES: 'api,projections',
  });
  seller = await signIn(createHttpClient(program.url), company.associates[0]?.email ?? '');
  campaignId = company.campaigns[0]?.campaignId ?? '';
});
afterAll(async () => {
  await program.kill();
  await postgres.remove();
  remove();
});

it('a key of a sale that was answered is refused with another body after a crash, and repeats its answer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const key = newId();
    const sell = (price: number) =>
      seller.post(
        '/api/sales/addsale',
        { name: 'Roof', campaignId, price, status: 'Closed' },
        { 'idempotency-key': key },
      );
    const first = await sell(100);
    await postgres.kill();
    expect(first.status).toBe(200);
    await postgres.start();
    await expect.poll(async () => (await seller.get('/api/employees/is-logged-in')).status).toBe(200);
    await expect.poll(async () => (await sell(200)).status).toBe(422);
    expect(await sell(100)).toMatchObject({ status: 200, body: first.body });
  }
});
