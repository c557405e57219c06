import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { findRedis } from '#tests/support/servers/redis-server.ts';
import {
  type SeededCompany,
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { asText } from './dashboard.ts';
import {
  dashboardOf,
  eventually,
  readyDashboard,
  recordDirectly,
  recordSale,
  restBillboard,
} from './live-world.ts';

const redis = await findRedis();
if (!redis)
  console.log('two programs on Redis: skipped, neither REDIS_URL nor a redis-server on this machine');
afterAll(() => redis?.stop());

const ways: { way: string; redisUrl?: string }[] = [{ way: 'Postgres' }];
if (redis) ways.push({ way: 'Redis', redisUrl: redis.url });

describe.each(ways)('two programs on one database, connected by $way', ({ redisUrl }) => {
  let first: TestProgram;
  let second: Program;
  let company: SeededCompany;
  let seller: HttpClient;
  let watcher: HttpClient;

  beforeAll(async () => {
    first = await startTestProgram({ redisUrl });
    second = await startAnother(first, { redisUrl });
    company = await first.seedCompany();
    seller = await first.signIn(company.associates[0]?.email ?? '');
    watcher = await signIn(createHttpClient(second.url), company.managers[0]?.email ?? '');
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  it('a sale recorded at one is on the dashboards of both', async () => {
    const here = await readyDashboard(first, await first.signIn(company.managers[0]?.email ?? ''));
    const there = await readyDashboard(second, watcher);
    await recordSale(seller, company, { price: '500' });
    const sellerId = company.associates[0]?.employeeId ?? '';
    for (const dashboard of [here, there]) {
      await eventually(() =>
        expect(dashboard.board()?.rows.get(sellerId)).toMatchObject({ sales: 1, commission: 50 }),
      );
      expect(dashboard.gaps).toEqual([]);
    }
  });

  it('signing out at one closes the dashboards at the other', async () => {
    const email = company.associates[1]?.email ?? '';
    const here = await first.signIn(email);
    const dashboard = await readyDashboard(second, here);
    await here.delete('/api/logout');
    await eventually(() => expect(dashboard.socket.connected).toBe(false));
    expect(dashboard.signedOut()).toBe(true);
  });
});

it('a dashboard survives its server: it reconnects by itself and has missed nothing', {
  tags: ['reliability-20'],
}, async () => {
  const first = await startTestProgram();
  const company = await first.seedCompany();
  const doomed = await startAnother(first, { port: await keptPort() });
  const { port } = new URL(doomed.url);
  const person = await signIn(createHttpClient(doomed.url), company.managers[0]?.email ?? '');
  const dashboard = dashboardOf(doomed, person, true);
  await eventually(() => expect(dashboard.board()).not.toBeNull());

  await doomed.stop();
  await eventually(() => expect(dashboard.socket.connected).toBe(false));
  const position = await recordDirectly(first, company, company.associates[0]?.employeeId ?? '', '80');
  expect(await first.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);

  const revived = await startAnother(first, { port: Number(port) });
  await eventually(async () => {
    const board = dashboard.board();
    expect(asText(board?.rows.values() ?? [])).toBe(asText(await restBillboard(person, board?.date ?? '')));
    expect(board?.rows.size).toBe(2);
  });
  // One more for each change of the processes that share the shards.
  expect(dashboard.snapshots('billboard').length).toBeGreaterThanOrEqual(2);
  expect(dashboard.gaps).toEqual([]);
  dashboard.close();
  await revived.stop();
  await first.stop();
});
