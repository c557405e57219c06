import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { openDashboard } from './dashboard.ts';
import { dashboardOf, eventually, readyDashboard } from './live-world.ts';

const MOST_SOCKETS = 50;
const MOST_MESSAGES = 240;

let program: TestProgram;
let company: SeededCompany;
let manager: HttpClient;

beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany();
  manager = await program.signIn(company.managers[0]?.email ?? '');
});
afterAll(() => program.stop());

/** A websocket by hand: one that sends what no client of ours would. */
async function connected(path: string): Promise<WebSocket> {
  const address = program.url.replace('http', 'ws') + path;
  const socket = new WebSocket(address, { headers: { cookie: manager.cookieHeader() } });
  socket.on('error', () => {});
  await once(socket, 'open');
  return socket;
}

async function joined(socket: WebSocket): Promise<void> {
  const accepted = new Promise<void>((done) => {
    socket.on('message', (data) => {
      if (data.toString().startsWith('40')) done();
    });
  });
  socket.send('40');
  await accepted;
}

it('a session may hold only so many dashboards; others are not concerned, and one that closes makes room', {
  tags: ['reliability-23'],
}, async () => {
  const open = Array.from({ length: MOST_SOCKETS }, () => dashboardOf(program, manager));
  await eventually(() => expect(open.filter(({ socket }) => !socket.connected)).toEqual([]));
  const oneMore = openDashboard(program.url, manager.cookieHeader());
  const [{ message }] = await once(oneMore.socket as never, 'connect_error');
  expect(message).toBe('tooManyConnections');
  oneMore.close();
  await readyDashboard(program, await program.signIn(company.managers[0]?.email ?? ''));
  open[0]?.close();
  await eventually(async () => {
    const again = dashboardOf(program, manager);
    await eventually(() => expect(again.socket.connected || !again.socket.active).toBe(true));
    expect(again.socket.connected).toBe(true);
  });
});

it('strangers of a network hold fifty connections at most; dashboards of that network still open', {
  tags: ['asvs-2.4.1'],
}, async () => {
  const address = `${program.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const open: WebSocket[] = [];
  const knock = (headers = {}) =>
    new Promise<string>((told) => {
      const socket = new WebSocket(address, { headers });
      open.push(socket);
      socket.on('open', () => told('open'));
      socket.on('error', ({ message }) => told(message));
    });
  const forged = { cookie: 'tb_session=made-up' };
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => knock(at % 2 ? forged : {})));
  expect(answers.filter((answer) => answer === 'open')).toHaveLength(50);
  expect(new Set(answers)).toEqual(new Set(['open', 'Unexpected server response: 400']));
  const bystander = await readyDashboard(program, await program.signIn(company.associates[0]?.email ?? ''));
  expect(bystander.socket.connected).toBe(true);
  for (const socket of open) socket.terminate();
  await eventually(async () => expect(await knock()).toBe('open'));
  for (const socket of open) socket.terminate();
});

it('a person has four audit feeds, whatever their sessions, and another person has theirs', {
  tags: ['asvs-2.4.1'],
}, async () => {
  // The feeds of this test stay open.
  const { managers, owner } = await program.seedCompany();
  const email = managers[0]?.email ?? '';
  const feed = async (client: HttpClient) => {
    const address = `${program.url.replace('http', 'ws')}/ws/audit`;
    const socket = new WebSocket(address, { headers: { cookie: client.cookieHeader() } });
    return new Promise<string>((told) => {
      socket.on('open', () => told('open'));
      socket.on('error', ({ message }) => told(message));
    });
  };
  const told: string[] = [];
  for (let session = 0; session < 5; session += 1) told.push(await feed(await program.signIn(email)));
  expect(told).toEqual(['open', 'open', 'open', 'open', 'Unexpected server response: 429']);
  expect(await feed(await program.signIn(owner.email))).toBe('open');
});

it.each([
  ['a dashboard', '/socket.io/?EIO=4&transport=websocket', '42["resync","billboard"]'],
  ['a connection that never joined', '/socket.io/?EIO=4&transport=websocket', '3'],
  ['an audit feed', '/ws/audit', 'hello'],
])(
  '%s that sends without a pause is closed with the reason, and disturbs no other',
  async (_, path, text) => {
    const bystander = await readyDashboard(program, await program.signIn(company.associates[0]?.email ?? ''));
    const socket = await connected(path);
    if (text.startsWith('42')) await joined(socket);
    const closed = once(socket, 'close');
    for (let message = 0; message <= MOST_MESSAGES; message += 1) socket.send(text);
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([1008, 'too many messages']);
    expect(bystander.socket.connected).toBe(true);
  },
);
