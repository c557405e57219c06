import { WebSocket } from 'ws';
import { wallClock } from './wall-clock.ts';

/**
 * The same thousand plain websocket clients for both sides. Those of ours say by hand what socket.io wants
 * (`40` joins, `3` answers a ping), so that no client library is part of the figure.
 */
export type DashboardsOptions = { ours: string; cookies: readonly string[]; naive: string };
/** When the first and the last one had it, and what it was. */
export type Arrival = { firstAt: number; lastAt: number; text: string };

const CHANGE = '42["change",{"topic":"billboard"';
const options = JSON.parse(process.argv[2] ?? '') as DashboardsOptions;
const arrived = { ours: 0, naive: 0 };
let firstAt = 0;
let awaited: 'ours' | 'naive' | null = null;

function arrive(side: 'ours' | 'naive', text: string): void {
  if (awaited !== side) return;
  if (arrived[side] === 0) firstAt = wallClock();
  arrived[side] += 1;
  if (arrived[side] < options.cookies.length) return;
  awaited = null;
  process.send?.({ firstAt, lastAt: wallClock(), text } satisfies Arrival);
}

function opened(url: string, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    socket.once('open', () => done(socket));
    socket.once('error', fail);
  });
}

async function dashboard(cookie: string): Promise<void> {
  const socket = await opened(`${options.ours}/socket.io/?EIO=4&transport=websocket`, { cookie });
  await new Promise<void>((shown) => {
    socket.on('message', (data) => {
      const text = data.toString();
      if (text === '2') socket.send('3');
      else if (text.startsWith(CHANGE)) arrive('ours', text);
      else if (text.startsWith('42["snapshot",{"topic":"billboard"')) shown();
    });
    socket.send('40');
  });
}

async function naive(): Promise<void> {
  const socket = await opened(options.naive, {});
  socket.on('message', (data) => {
    const text = data.toString();
    if (text.startsWith(CHANGE)) arrive('naive', text);
  });
}

for (let at = 0; at < options.cookies.length; at += 50) {
  const some = options.cookies.slice(at, at + 50);
  await Promise.all([...some.map(dashboard), ...some.map(naive)]);
}

process.on('message', ({ awaiting }: { awaiting: 'ours' | 'naive' }) => {
  arrived[awaiting] = 0;
  awaited = awaiting;
});
process.once('SIGTERM', () => process.exit(0));
process.send?.({});
