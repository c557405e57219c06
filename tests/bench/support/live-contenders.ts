import { Agent, request } from 'node:http';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { createPool } from '#platform/database.ts';
import { eventually } from './live-round.ts';

/** One way for a sale to get from one to another. `done` is called when the other has it. */
export type LiveContender = { send(nth: number, done: () => void): void };

export type OursOptions = {
  readonly url: string;
  readonly cookies: readonly string[];
  readonly sellerIds: readonly string[];
  readonly managerCookie: string;
  readonly campaignId: string;
};

const agent = new Agent({ keepAlive: true });

function post(url: string, cookie: string, body: object): void {
  const sending = request(
    `${url}/api/sales/addsale`,
    { method: 'POST', agent, headers: { cookie, 'content-type': 'application/json' } },
    (response) => {
      if (response.statusCode !== 200) throw new Error(`addsale: ${response.statusCode}`);
      response.resume();
    },
  );
  sending.end(JSON.stringify(body));
}

const SALE = {
  name: 'Router for the branch office',
  customerNumber: 'C-10442',
  price: '1234.50',
  discount: 5,
  status: 'Closed',
};

/** A seller's browser posts; a manager's dashboard shows one more sale in the seller's row. */
export async function ours(options: OursOptions): Promise<LiveContender> {
  const dashboard = io(options.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: options.managerCookie },
  });
  const sold = new Map<string, number>();
  const waiting = new Map<string, { sale: number; done: () => void }>();
  let shown = false;

  function see(rows: readonly BillboardRow[]): void {
    for (const { employee_id, sales } of rows) {
      sold.set(employee_id, sales);
      const own = waiting.get(employee_id);
      if (!own || sales < own.sale) continue;
      waiting.delete(employee_id);
      own.done();
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
  await eventually(() => shown, 'the first snapshot');

  return {
    send(nth, done) {
      const seller = nth % options.sellerIds.length;
      const id = options.sellerIds[seller] as string;
      if (waiting.has(id)) throw new Error('the last sale of this seller has not arrived yet');
      waiting.set(id, { sale: (sold.get(id) ?? 0) + 1, done });
      post(options.url, options.cookies[seller] as string, { ...SALE, campaignId: options.campaignId });
    },
  };
}

/** The same path through a program that does nothing else. */
export async function naiveProgram(url: string, cookie: string): Promise<LiveContender> {
  const waiting = new Map<number, () => void>();
  const socket = new WebSocket(url.replace('http', 'ws'));
  await new Promise((open, fail) => socket.once('open', open).once('error', fail));
  socket.on('message', (text) => {
    const { nth } = JSON.parse(text.toString()) as { nth: number };
    waiting.get(nth)?.();
    waiting.delete(nth);
  });
  return {
    send(nth, done) {
      waiting.set(nth, done);
      post(url, cookie, { ...SALE, nth });
    },
  };
}

/** The least there is: one statement, so one round trip and one commit, and its notification. */
export async function insertAndNotify(databaseUrl: string): Promise<LiveContender> {
  const writer = createPool(databaseUrl, { max: 4 });
  const listener = await createPool(databaseUrl, { max: 1 }).connect();
  await writer.query(
    'CREATE TABLE IF NOT EXISTS bench_sales (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data jsonb NOT NULL)',
  );
  await listener.query('LISTEN bench_live');
  const waiting = new Map<string, () => void>();
  listener.on('notification', ({ payload = '' }) => {
    waiting.get(payload)?.();
    waiting.delete(payload);
  });
  return {
    send(nth, done) {
      waiting.set(String(nth), done);
      writer
        .query({
          name: 'insert',
          text: 'WITH sale AS (INSERT INTO bench_sales (data) VALUES ($1)) SELECT pg_notify($2, $3)',
          values: [JSON.stringify(SALE), 'bench_live', String(nth)],
        })
        .catch((error: unknown) => {
          throw error;
        });
    },
  };
}
