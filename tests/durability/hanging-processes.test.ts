import { afterEach, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Core } from '#services/main/wiring.ts';
import type { Dashboard } from '#tests/gateway/dashboard.ts';
import { readyDashboard } from '#tests/gateway/live-world.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

const DAY_MS = 24 * 3_600_000;
const ROLES = ['api', 'gateway', 'jobs'] as const;

const running: ProgramProcess[] = [];
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.kill()));
  for (const close of closing.splice(0).reverse()) await close();
});

it('of each role, one process that hangs is done without, and does nothing twice when it goes on', {
  tags: ['reliability-25', 'reliability-27'],
}, async () => {
  const { dataDir, remove } = temporaryDataDir();
  const database = await createTestDatabase();
  closing.push(remove, () => database.drop());
  const onCore = <Value>(work: (core: Core) => Promise<Value>) =>
    withCore(dataDir, work, { databaseUrl: database.url });
  const company = await onCore((core) => seedCompany(core, { associates: 2 }));
  const [seller, sleeper] = company.associates.map(({ employeeId, email }) => ({ employeeId, email }));
  if (!seller || !sleeper) throw new Error('the company has no associates');

  async function start(roles: string): Promise<ProgramProcess> {
    const program = await startBuiltProgram(dataDir, undefined, { DATABASE_URL: database.url, ROLES: roles });
    running.push(program);
    return program;
  }
  const hanging = await Promise.all(ROLES.map(start));
  const [api, gateway] = hanging as [ProgramProcess, ProgramProcess];
  const other = await start('api,gateway,projections,jobs');
  const [there, here, watcher] = await Promise.all([
    signIn(createHttpClient(api.url), seller.email),
    signIn(createHttpClient(other.url), seller.email),
    signIn(createHttpClient(other.url), company.owner.email),
  ]);
  const dashboard = await readyDashboard(gateway, watcher);
  const shownOn = ({ board }: Dashboard) => board()?.rows.get(seller.employeeId)?.sales;

  const keys = Array.from({ length: 5 }, newId);
  const sell = (client: typeof here, key = newId()) => {
    const form = { name: 'Roof', campaignId: company.campaigns[0]?.campaignId ?? '', price: 100 };
    return client.post('/api/sales/addsale', { ...form, status: 'Closed' }, { 'idempotency-key': key });
  };
  expect((await sell(there)).status).toBe(200);
  await expect.poll(() => shownOn(dashboard)).toBe(1);

  // Light work while they stop.
  const late: Promise<HttpReply>[] = [sell(there, keys[0]), sell(there, keys[1])];
  for (const { pid } of hanging) process.kill(pid, 'SIGSTOP');
  late.push(...keys.slice(2).map((key) => sell(there, key)));
  const firsts: HttpReply[] = [];
  for (const key of keys) firsts.push(await sell(here, key));
  expect(firsts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);

  // The web client leaves a silent server within seconds, and is led to another.
  const moved = await readyDashboard(other, watcher);
  await expect.poll(() => shownOn(moved)).toBe(6);

  await onCore(async ({ commands }) => {
    const now = new Date(Date.now() - 3 * DAY_MS).toISOString();
    const ctx = contextOf(company.companyId, { actorId: sleeper.employeeId, now });
    await done(commands.shifts.login(ctx, { employeeId: sleeper.employeeId, timeZone: 'America/Toronto' }));
  });
  const ends = () =>
    onCore(async ({ store }) =>
      (await store.readAll({ limit: 10_000 })).filter(({ type }) => type === 'ShiftEnded'),
    );
  await expect.poll(async () => (await ends()).length).toBe(1);

  for (const { pid } of hanging) process.kill(pid, 'SIGCONT');
  const answers = await Promise.all(late);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const idsOf = (replies: readonly HttpReply[]) => replies.map(({ body }) => body.requestedData.at(-1).id);
  expect(idsOf(answers)).toEqual(idsOf(firsts));
  await expect.poll(async () => (await createHttpClient(gateway.url).get('/readyz')).status).toBe(200);
  expect((await sell(there)).status).toBe(200);
  await expect.poll(() => shownOn(dashboard)).toBe(7);
  expect((await here.get('/api/sales/getsales/all')).body.requestedData).toHaveLength(7);
  for (const program of running) expect(await program.stop()).toBe(0);
  expect(await ends()).toHaveLength(1);
});
