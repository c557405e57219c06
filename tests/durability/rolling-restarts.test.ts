import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { dashboardOf } from '#tests/gateway/live-world.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { type Balancer, startBalancer } from './balancer.ts';

const ROLES = ['projections', 'api', 'gateway', 'jobs'] as const;
type Role = (typeof ROLES)[number];
/** Two processes of each role. */
const PLACES: readonly Role[] = [...ROLES, ...ROLES];
/** More on request: `ROLLING_RESTARTS=100`. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? ROLES.length);
/** Between two sales of a seller; on request they sell without a pause. */
const PAUSE_MS = process.env.ROLLING_RESTARTS === undefined ? 50 : 0;
/** Only for a process that hangs: each place starts once, and once more for each restart. */
const START_MS = 20_000;

const running: ProgramProcess[] = [];
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(running.map((program) => program.kill()));
  for (const close of closing.reverse()) await close();
});

const servesRequests = (role: Role): role is 'api' | 'gateway' => role === 'api' || role === 'gateway';

it(`${RESTARTS} restarts, one process after the other, fail no request and lose nothing`, {
  tags: ['reliability-47'],
  timeout: (PLACES.length + RESTARTS) * START_MS,
}, async () => {
  const { dataDir, remove } = temporaryDataDir();
  const database = await createTestDatabase();
  closing.push(remove, () => database.drop());
  const company = await withCore(dataDir, (core) => seedCompany(core), { databaseUrl: database.url });
  const balancer: Balancer = await startBalancer();
  closing.push(() => balancer.close());

  async function start(role: Role): Promise<ProgramProcess> {
    const program = await startBuiltProgram(dataDir, undefined, { DATABASE_URL: database.url, ROLES: role });
    running.push(program);
    if (servesRequests(role)) balancer.add(role, program.url);
    return program;
  }
  const places: ProgramProcess[] = [];
  for (const role of PLACES) places.push(await start(role));
  await Promise.all((['api', 'gateway'] as const).map((role) => balancer.ready(role, 2)));

  const [associate] = company.associates;
  const watcher = await signIn(createHttpClient(balancer.url), company.owner.email);
  const dashboard = dashboardOf(balancer, watcher, true);
  const failed: string[] = [];
  let acknowledged = 0;
  const over = new AbortController();
  async function sell(): Promise<void> {
    const seller = await signIn(createHttpClient(balancer.url), associate?.email ?? '');
    while (!over.signal.aborted) {
      const form = { name: 'Roof', campaignId: company.campaigns[0]?.campaignId ?? '', price: 100 };
      const sold = await seller.post('/api/sales/addsale', { ...form, status: 'Closed' });
      if (sold.status === 200) acknowledged += 1;
      const read = await seller.get(`/api/sales/get-commission/${associate?.employeeId}`);
      for (const { status, body } of [sold, read])
        if (status !== 200) failed.push(`${status} ${JSON.stringify(body)}`);
      await pause(PAUSE_MS);
    }
  }
  const selling = [sell(), sell(), sell(), sell()];

  for (let restart = 0; restart < RESTARTS; restart++) {
    const place = restart % PLACES.length;
    const role = PLACES[place] as Role;
    const program = places[place] as ProgramProcess;
    process.kill(program.pid, 'SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0 });
    running.splice(running.indexOf(program), 1);
    places[place] = await start(role);
    if (servesRequests(role)) await balancer.ready(role, 2);
  }
  over.abort();
  await Promise.all(selling);
  expect(failed).toEqual([]);
  const { body } = await watcher.get(`/api/sales/get-commission/${associate?.employeeId}`);
  expect(body.commission).toBe(acknowledged * 10);
  await expect.poll(() => dashboard.board()?.rows.get(associate?.employeeId ?? '')?.sales).toBe(acknowledged);
  console.log(`${RESTARTS} restarts beside ${acknowledged} sales, ${failed.length} requests failed`);
});
