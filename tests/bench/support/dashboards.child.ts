import { opened, openedDashboard } from './dashboard-socket.ts';
import { wallClock } from './wall-clock.ts';

/**
 * The same thousand plain websocket clients for both sides.
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

function hear(text: string): void {
  if (text.startsWith(CHANGE)) arrive('ours', text);
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
  await Promise.all([
    ...some.map((cookie) => openedDashboard(options.ours, cookie, hear)),
    ...some.map(naive),
  ]);
}

process.on('message', ({ awaiting }: { awaiting: 'ours' | 'naive' }) => {
  arrived[awaiting] = 0;
  awaited = awaiting;
});
process.once('SIGTERM', () => process.exit(0));
process.send?.({});
