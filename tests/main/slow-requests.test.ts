import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { systemScheduler } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createServer } from '#services/main/server.ts';

const TIME_LIMIT_MS = 200;
const PIECES_MS = 20;

let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = createServer({
    trustProxy: false,
    secureCookies: false,
    log: createLog('silent'),
    scheduler: systemScheduler,
  });
  app.post('/', async () => 'done');
});
afterEach(() => app.close());

/** Listens with a shorter limit than the product's. */
async function listen(): Promise<void> {
  Object.assign(app.server, {
    requestTimeout: TIME_LIMIT_MS,
    headersTimeout: TIME_LIMIT_MS,
    connectionsCheckingInterval: PIECES_MS,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
}

it('a request may take half a minute to arrive, and five seconds more until that is noticed', {
  tags: ['reliability-46'],
}, () => {
  const { requestTimeout, headersTimeout } = app.server;
  expect([requestTimeout, headersTimeout]).toEqual([30_000, 30_000]);
  expect(app.server).toMatchObject({ connectionsCheckingInterval: 5000 });
});

it.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: x\r\n', 'X-Slow: 1\r\n'],
  [
    'body',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
    ' ',
  ],
])(
  'a client that sends its %s slowly is answered 408 and let go, others at once',
  {
    tags: ['reliability-46'],
  },
  async (_what, begin, piece) => {
    await listen();
    const slow = connect(port, '127.0.0.1');
    let answer = '';
    slow.on('data', (chunk) => {
      answer += chunk;
    });
    slow.on('error', () => {});
    slow.write(begin);
    const sending = setInterval(() => slow.write(piece), PIECES_MS);
    // A write may fail because the server has closed: that is what is waited for.
    const closed = new Promise((resolve) => slow.once('close', resolve));
    const other = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
    expect([other.status, await other.text()]).toEqual([200, 'done']);
    await closed;
    clearInterval(sending);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: 'malformed',
      message: messages.malformed,
    });
  },
);
