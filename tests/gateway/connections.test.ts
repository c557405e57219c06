import { request } from 'node:http';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type WebSocket as Socket, WebSocket } from 'ws';
import { contextOf, done } from '#tests/support/command-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { isBusy, openDashboard } from './dashboard.ts';
import { dashboardOf, eventually, readyDashboard, recordSale } from './live-world.ts';

let program: TestProgram;
let company: SeededCompany;
let rival: SeededCompany;
let manager: HttpClient;

beforeAll(async () => {
  program = await startTestProgram();
  [company, rival] = [await program.seedCompany(), await program.seedCompany()];
  manager = await program.signIn(company.managers[0]?.email ?? '');
});
afterAll(() => program.stop());

/** The reason for refusing a dashboard; rejects when it was accepted. */
function refusal(cookie: string, headers: Record<string, string> = {}): Promise<string> {
  const { socket } = openDashboard(program.url, cookie, { headers });
  return new Promise((resolve, fail) => {
    socket.on('connect_error', ({ message }) => {
      if (!isBusy(message)) resolve(message);
    });
    socket.on('connect', () => {
      socket.disconnect();
      fail(new Error('was let in'));
    });
  });
}

it.each([
  ['no cookie', ''],
  ['another cookie', 'theme=dark'],
  ['a made-up token', `tb_session=${'x'.repeat(43)}`],
  ['nonsense', 'tb_session=%00%ff; ;;==,'],
  ['a very long token', `tb_session=${'a'.repeat(8_000)}`],
])('refuses a dashboard with %s', async (_, cookie) => {
  expect(await refusal(cookie)).toBe('notLoggedIn');
});

it.each([['https://evil.test'], ['null'], ['http://127.0.0.1:1'], ['nonsense']])(
  'refuses a page of %s, whose browser would send the cookie',
  { tags: ['asvs-4.4.2'] },
  async (origin) => {
    await expect(refusal(manager.cookieHeader(), { origin })).resolves.toMatch(/websocket error/);
  },
);

it('accepts a page of its own', async () => {
  const dashboard = openDashboard(program.url, manager.cookieHeader(), { headers: { origin: program.url } });
  await eventually(() => expect(dashboard.board()).not.toBeNull());
  dashboard.close();
});

it('offers no long polling', async () => {
  const reply = await manager.get('/socket.io/?EIO=4&transport=polling');
  expect(reply.status).toBe(400);
});

it('refuses a company with an inactive subscription, and disconnects its people when it ends', async () => {
  const stopping = await program.seedCompany();
  const person = await program.signIn(stopping.managers[0]?.email ?? '');
  const dashboard = await readyDashboard(program, person);
  await done(
    program.core.commands.subscriptions.cancelSubscription(contextOf(stopping.companyId), { refundCents: 0 }),
  );
  await eventually(() => expect(dashboard.socket.connected).toBe(false));
  expect(dashboard.signedOut()).toBe(false);
  // The gateway may know an older state of the session, by at most half a second.
  await eventually(async () =>
    expect(await refusal(person.cookieHeader()).catch(() => 'let in')).toBe('subscriptionInactive'),
  );
});

it('ignores any unknown message of a client', { tags: ['decision-9.36'] }, async () => {
  const dashboard = await readyDashboard(program, manager);
  const socket = dashboard.socket as unknown as { emit(event: string, ...args: unknown[]): void };
  const nonsense = [
    [],
    [null],
    [42],
    [{ topic: 'billboard' }],
    ['no such topic'],
    ['__proto__'],
    [['billboard']],
  ];
  for (const args of nonsense) socket.emit('resync', ...args);
  socket.emit('join', `company:${rival.companyId}/America/Toronto`);
  socket.emit('change', { topic: 'billboard', from: 0, version: 9, data: {} });
  socket.emit('resync', 'billboard', () => {});
  await eventually(() => expect(dashboard.snapshots('billboard').length).toBe(2));
  expect(dashboard.socket.connected).toBe(true);
});

it.each([
  ['broken packets', '42["resync"'],
  ['an unknown packet type', '4zzz'],
  ['a packet for another namespace', '40/admin,'],
  ['unannounced binary', Buffer.from([1, 2, 3])],
  ['more than it may', `42["resync","${'x'.repeat(100_000)}"]`],
])('survives %s from a signed-in client', async (_, frame) => {
  const raw = await rawSocket();
  raw.on('error', () => {});
  raw.send(frame);
  const bystander = await readyDashboard(program, manager);
  expect(bystander.socket.connected).toBe(true);
  raw.terminate();
});

/** A signed-in websocket that speaks engine.io by hand. */
async function rawSocket(): Promise<Socket> {
  const address = `${program.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const raw = new WebSocket(address, { headers: { cookie: manager.cookieHeader() } });
  await new Promise<void>((connected, fail) => {
    raw.on('error', fail);
    raw.on('open', () => raw.send('40'));
    raw.on('message', (data) => {
      if (data.toString().startsWith('40')) connected();
    });
  });
  return raw;
}

it('gets nothing from a namespace that does not exist', async () => {
  const socket = io(`${program.url}/admin`, {
    transports: ['websocket'],
    extraHeaders: { cookie: manager.cookieHeader() },
    reconnection: false,
  });
  const message = await new Promise<string>((resolve) =>
    socket.on('connect_error', (e) => resolve(e.message)),
  );
  expect(message).toBe('Invalid namespace');
  socket.disconnect();
});

it.each([['/api/elsewhere'], ['/ws/elsewhere'], ['/'], ['/socket.io'], ['/api/employees/is-logged-in']])(
  'answers an upgrade at %s and closes the connection',
  async (path) => {
    const upgrade = request(`${program.url}${path}`, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      },
    });
    const closed = new Promise((done) => upgrade.on('close', done));
    const status = await new Promise<number | undefined>((answered, fail) => {
      upgrade.on('response', (response) => answered(response.resume().statusCode));
      upgrade.on('error', fail);
      upgrade.end();
    });
    expect(status).not.toBe(101);
    await closed;
  },
);

it('never sends one company the news of another while both are selling', {
  tags: ['asvs-8.4.1'],
}, async () => {
  const people = await Promise.all(
    [company, rival].map((each) => program.signIn(each.associates[0]?.email ?? '')),
  );
  const [ours, theirs] = people as [HttpClient, HttpClient];
  const boss = dashboardOf(program, manager);
  const rivalBoss = dashboardOf(program, await program.signIn(rival.managers[0]?.email ?? ''));
  await eventually(() => expect(boss.board() && rivalBoss.board()).toBeTruthy());
  for (let sale = 0; sale < 25; sale++) {
    await Promise.all([recordSale(ours, company), recordSale(theirs, rival)]);
  }
  const sold = (dashboard: typeof boss, of: SeededCompany) =>
    dashboard.board()?.rows.get(of.associates[0]?.employeeId ?? '')?.sales;
  await eventually(() => expect([sold(boss, company), sold(rivalBoss, rival)]).toEqual([25, 25]));

  const idsOf = (each: SeededCompany) =>
    [each.companyId, each.owner, ...each.managers, ...each.associates, ...each.campaigns]
      .flatMap((part) => (typeof part === 'string' ? [part] : Object.values(part)))
      .filter((text) => text.length > 20);
  const received = JSON.stringify(boss.messages);
  const rivalHeard = JSON.stringify(rivalBoss.messages);
  for (const id of idsOf(rival)) expect(received).not.toContain(id);
  for (const id of idsOf(company)) expect(rivalHeard).not.toContain(id);
});
