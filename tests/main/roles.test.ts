import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Change, Snapshot } from '#contracts/live/live-protocol.ts';
import { type Config, ROLES, type Role, readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { type Program, startProgram } from '#services/main/program.ts';
import { openDashboard } from '#tests/gateway/dashboard.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

let database: TestDatabase;
const programs = new Map<Role, Program>();
let company: SeededCompany;
let socket: Socket | undefined;

const urlOf = (role: Role) => (programs.get(role) as Program).url.replace('localhost', '127.0.0.1');

beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  // The projections create the tables that the other processes read.
  for (const role of ROLES.toSorted((one) => (one === 'projections' ? -1 : 1))) {
    const config: Config = {
      ...readConfig({ ROLES: role, TRUST_PROXY: '1' }),
      port: 0,
      databaseUrl: database.url,
    };
    programs.set(role, await startProgram(config, { log }));
  }
  company = await seedCompany((programs.get('api') as Program).core);
});
afterAll(async () => {
  socket?.disconnect();
  for (const program of [...programs.values()].reverse()) await program.stop();
  await database.drop();
});

/** Whether the first of these events comes before the other. */
function opened(
  socket: { once(event: string, listener: () => void): unknown },
  good: string,
  bad: string,
): Promise<boolean> {
  return new Promise((done) => {
    socket.once(good, () => done(true));
    socket.once(bad, () => done(false));
  });
}

describe('a program of one process per role', () => {
  it.each(ROLES)(
    '%s reports that it is ready, and what it waits for',
    { tags: ['decision-12.3'] },
    async (role) => {
      const { status, body } = await createHttpClient(urlOf(role)).get('/readyz');
      expect({ status, ready: body.ready }).toEqual({ status: 200, ready: true });
      expect('jobs' in body.checks).toBe(role === 'jobs');
    },
  );

  it('shows a sale recorded through one process on a dashboard connected to another', async () => {
    const browser = await signIn(createHttpClient(urlOf('api')), company.associates[0]?.email ?? '');
    const live = io(urlOf('gateway'), {
      transports: ['websocket'],
      extraHeaders: { cookie: browser.cookieHeader() },
    });
    socket = live;
    const billboard = Promise.withResolvers<unknown>();
    live.on('change', (change: Change) => {
      if (change.topic !== 'billboard') return;
      const row = change.data.rows.find(({ sales }) => sales === 1);
      if (row) billboard.resolve([row.employee_id, row.commission]);
    });
    await new Promise<void>((seen, fail) => {
      live.on('connect_error', fail);
      live.on('snapshot', ({ topic }: Snapshot) => topic === 'billboard' && seen());
    });
    const sale = {
      name: 'Roof',
      campaignId: company.campaigns[0]?.campaignId ?? '',
      price: '1000',
      status: 'Closed',
    };
    expect((await browser.post('/api/sales/addsale', sale)).status).toBe(200);
    expect(await billboard.promise).toEqual([company.associates[0]?.employeeId, 100]);
    const read = await browser.get('/api/sales/getsales/all');
    expect(read.headers.get('x-tallyboard-stale')).toBeNull();
    expect(read.body.requestedData).toHaveLength(1);
  });

  it('takes the host that a trusted proxy names, for writes, dashboards and audit feeds', async () => {
    const manager = await signIn(createHttpClient(urlOf('api')), company.managers[0]?.email ?? '');
    const from = (origin: string) => ({
      origin,
      'x-forwarded-host': 'sales.example',
      'x-forwarded-proto': 'https',
      cookie: manager.cookieHeader(),
    });
    const answers = async (origin: string) => {
      const headers = from(origin);
      const dashboard = openDashboard(urlOf('gateway'), manager.cookieHeader(), { headers });
      const feed = new WebSocket(`${urlOf('gateway').replace('http', 'ws')}/ws/audit`, { headers });
      const results = await Promise.all([
        manager.patch('/api/employees/edit/shiftduration', {}, headers).then(({ status }) => status !== 403),
        opened(dashboard.socket, 'connect', 'connect_error'),
        opened(feed, 'open', 'error'),
      ]);
      dashboard.close();
      feed.close();
      return results;
    };
    expect(await answers('https://sales.example')).toEqual([true, true, true]);
    expect(await answers('https://evil.test')).toEqual([false, false, false]);
  });

  it('has no API in a process without that role', async () => {
    expect((await createHttpClient(urlOf('jobs')).get('/api/employees/is-logged-in')).status).toBe(404);
  });
});
