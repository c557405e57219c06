import { Agent, request } from 'node:http';
import { io } from 'socket.io-client';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { createPool } from '#platform/database.ts';
import { atPace, eventually } from './live-round.ts';

/** Two browsers and a program of the baseline, in one process, so that one clock times both ends. */
export type WatcherOptions = {
  readonly url: string;
  readonly cookies: readonly string[];
  readonly sellerIds: readonly string[];
  readonly managerCookie: string;
  readonly campaignId: string;
  readonly databaseUrl: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly rounds: number;
};
/** Milliseconds of every sale, per round. */
export type WatcherFigures = { readonly ours: number[][]; readonly notify: number[][] };

const options = JSON.parse(process.argv[2] ?? '') as WatcherOptions;
const { perSecond, seconds, rounds } = options;

const dashboard = io(options.url, {
  transports: ['websocket'],
  extraHeaders: { cookie: options.managerCookie },
});
const sold = new Map<string, number>();
const waiting = new Map<string, { sale: number; sentAt: number }>();
let latencies: number[] = [];
let shown = false;

function see(rows: readonly BillboardRow[]): void {
  const now = performance.now();
  for (const { employee_id, sales } of rows) {
    sold.set(employee_id, sales);
    const own = waiting.get(employee_id);
    if (!own || sales < own.sale) continue;
    waiting.delete(employee_id);
    latencies.push(now - own.sentAt);
  }
}
dashboard.on('snapshot', ({ topic, data }) => {
  if (topic !== 'billboard') return;
  shown = true;
  see(data.rows);
});
dashboard.on('change', ({ topic, data }) => {
  if (topic === 'billboard') see(data.rows);
});

const agent = new Agent({ keepAlive: true });
function sell(nth: number): void {
  const seller = nth % options.sellerIds.length;
  const id = options.sellerIds[seller] as string;
  if (waiting.has(id)) throw new Error('the last sale of this seller has not arrived yet');
  const body = JSON.stringify({
    name: 'Router for the branch office',
    campaignId: options.campaignId,
    customerNumber: 'C-10442',
    price: '1234.50',
    discount: 5,
    status: 'Closed',
  });
  waiting.set(id, { sale: (sold.get(id) ?? 0) + 1, sentAt: performance.now() });
  const post = request(
    `${options.url}/api/sales/addsale`,
    {
      method: 'POST',
      agent,
      headers: { cookie: options.cookies[seller], 'content-type': 'application/json' },
    },
    (response) => {
      if (response.statusCode !== 200) throw new Error(`addsale: ${response.statusCode}`);
      response.resume();
    },
  );
  post.end(body);
}

async function oursRound(): Promise<number[]> {
  latencies = [];
  await atPace(perSecond, seconds, sell);
  await eventually(() => waiting.size === 0, 'every sale on the dashboard');
  return latencies;
}

const writer = createPool(options.databaseUrl, { max: 4 });
const listener = await createPool(options.databaseUrl, { max: 1 }).connect();
await writer.query(
  'CREATE TABLE IF NOT EXISTS bench_sales (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data jsonb NOT NULL)',
);
await listener.query('LISTEN bench_live');
const notified = new Map<string, number>();
let noticed: number[] = [];
listener.on('notification', ({ payload = '' }) => {
  const sentAt = notified.get(payload);
  if (sentAt === undefined) return;
  notified.delete(payload);
  noticed.push(performance.now() - sentAt);
});

async function notifyRound(): Promise<number[]> {
  noticed = [];
  const data = JSON.stringify({ name: 'Router for the branch office', price: 123450, status: 'Closed' });
  await atPace(perSecond, seconds, (nth) => {
    notified.set(String(nth), performance.now());
    // One statement, so one round trip and one commit: the quickest way there is to write and tell.
    writer
      .query('WITH sale AS (INSERT INTO bench_sales (data) VALUES ($1)) SELECT pg_notify($2, $3)', [
        data,
        'bench_live',
        String(nth),
      ])
      .catch((error: unknown) => {
        throw error;
      });
  });
  await eventually(() => notified.size === 0, 'every notification');
  return noticed;
}

await eventually(() => shown, 'the first snapshot');
await oursRound();
await notifyRound();
const figures: { ours: number[][]; notify: number[][] } = { ours: [], notify: [] };
for (let round = 0; round < rounds; round++) {
  figures.ours.push(await oursRound());
  figures.notify.push(await notifyRound());
}
process.send?.(figures satisfies WatcherFigures, () => process.exit(0));
