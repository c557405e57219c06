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
