import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { streams } from '#contracts/events/streams.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createSessionWatch } from '#platform/live/session-watch.ts';
import { createLog } from '#platform/log.ts';
import type { Principal } from '#platform/principal.ts';
import { auditFeed } from '#services/audit/feed/audit-feed.routes.ts';
import { eventually } from './live-world.ts';

const EVENT_BYTES = 50_000;
const manager: Principal = {
  sessionId: newId(),
  employeeId: newId(),
  companyId: newId(),
  role: 'manager',
  type: 'employee',
  timeZone: 'UTC',
  subscriptionIsActive: true,
};

let app: FastifyInstance;
let url: string;
let taken = 0;
let finished = false;

/** A log without an end, which counts what is taken out of it. */
async function* endlessLog(signal: AbortSignal): AsyncGenerator<readonly RecordedEvent[]> {
  try {
    for (let position = 1; !signal.aborted; position++) {
      taken = position;
      yield [
        {
          id: newId(),
          stream: streams.sale(manager.companyId, newId()),
          revision: 0,
          position,
          type: 'VeryLong',
          version: 1,
          data: { text: 'x'.repeat(EVENT_BYTES) },
          metadata: { companyId: manager.companyId },
          recordedAt: new Date().toISOString(),
        },
      ];
      await new Promise(setImmediate);
    }
  } finally {
    finished = true;
  }
}

beforeAll(async () => {
  const log = createLog('silent');
  const bus = createMemoryLiveBus({ log });
  app = Fastify();
  const watch = createSessionWatch({
    authenticateAll: async (tokens) => tokens.map(() => manager),
    bus,
    log,
  });
  app.addHook('onClose', async () => watch.close());
  await auditFeed(app, {
    authenticate: async () => manager,
    sessionToken: () => 'token',
    watch,
    store: { head: async () => 0, subscribe: ({ signal }) => endlessLog(signal) },
    log,
    registry: new Registry(),
    publicHost: () => null,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Waits until nothing more is taken out of the log for a while. */
async function standstill(): Promise<number> {
  let last = -1;
  await eventually(async () => {
    const before = taken;
    await new Promise((done) => setTimeout(done, 150));
    last = taken;
    expect(taken).toBe(before);
  });
  return last;
}

it('stops reading the log for a client that does not read, goes on with it, and ends with it', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/audit?after=-1`);
  const positions: number[] = [];
  socket.on('message', (data) => positions.push(JSON.parse(data.toString()).position));
  await new Promise((connected) => socket.on('open', connected));
  const wire = (socket as unknown as { _socket: { pause(): void; resume(): void } })._socket;
  wire.pause();
  const stoppedAt = await standstill();
  // What the operating system holds for one socket, and the 256 kB of ours.
  expect(stoppedAt * EVENT_BYTES).toBeLessThan(20_000_000);

  wire.resume();
  await eventually(() => expect(positions.length).toBeGreaterThan(stoppedAt + 100));
  expect(positions).toEqual(positions.map((_, at) => at + 1));

  socket.terminate();
  await eventually(() => expect(finished).toBe(true));
});
