import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { streams } from '#contracts/events/streams.ts';
import { systemScheduler } from '#platform/clock.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { type RecordedEvent, START, type SubscribeOptions } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createSessionWatch } from '#platform/live/session-watch.ts';
import { createLog } from '#platform/log.ts';
import type { Principal } from '#platform/principal.ts';
import { type AuditFeedDeps, auditFeed } from '#services/proof/feed/audit-feed.routes.ts';
import { eventually } from './live-world.ts';

const manager: Principal = {
  sessionId: newId(),
  employeeId: newId(),
  companyId: newId(),
  role: 'manager',
  type: 'employee',
  timeZone: 'UTC',
  subscriptionIsActive: true,
};

const EVENT_BYTES = 5_000;

let app: FastifyInstance;
let url: string;
let taken = 0;

function anEvent(position: number): RecordedEvent {
  taken = position;
  return {
    id: newId(),
    stream: streams.sale(manager.companyId, newId()),
    revision: 0,
    position,
    type: 'VeryLong',
    version: 1,
    data: { text: 'x'.repeat(EVENT_BYTES) },
    metadata: { companyId: manager.companyId },
    recordedAt: new Date().toISOString(),
  };
}

const notHere = (): AsyncIterable<readonly RecordedEvent[]> => {
  throw new Error('the past is read by its places');
};

/** A company with an endless past, whose feed must not read the log for it. */
const endlessPast = {
  store: {
    async readAt(positions: readonly number[]) {
      await new Promise(setImmediate);
      return positions.map((position) => anEvent(position));
    },
    subscribe: notHere,
    readCompany: notHere,
    head: async () => 0,
  },
  places: {
    progress: async () => Number.MAX_SAFE_INTEGER,
    positions: async (_company: string, { after, limit }: { after: number; limit: number }) =>
      Array.from({ length: limit }, (_, at) => Math.max(after, 0) + 1 + at),
  },
};

async function start({ store, places }: Pick<AuditFeedDeps, 'store' | 'places'>): Promise<void> {
  taken = 0;
  const log = createLog('silent');
  const bus = createMemoryLiveBus({ log });
  app = Fastify();
  const watch = createSessionWatch({
    authenticateAll: async (tokens) => tokens.map(() => manager),
    endedLately: async () => [],
    rightsIn: [],
    bus,
    log,
  });
  app.addHook('onClose', async () => watch.close());
  await auditFeed(app, {
    authenticate: async () => manager,
    sessionToken: () => 'token',
    watch,
    ...{ store, places },
    visible: async (_reader, events) => events,
    log,
    scheduler: systemScheduler,
    registry: new Registry(),
    publicUrl: () => undefined,
    onRefused: () => {},
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
}
afterEach(() => app.close());

/** Waits until nothing more is read from the log for a while. */
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

type Wire = { pause(): void; resume(): void };

async function connect() {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/audit?after=-1`);
  const positions: number[] = [];
  socket.on('message', (data) => positions.push(JSON.parse(data.toString()).position));
  await new Promise((connected) => socket.on('open', connected));
  return { socket, positions, wire: (socket as unknown as { _socket: Wire })._socket };
}

it('stops reading the past for a client that does not read, and continues with it', async () => {
  await start(endlessPast);
  const { socket, positions, wire } = await connect();
  wire.pause();
  const stoppedAt = await standstill();
  // The operating system's buffer for one socket, plus our 256 kB.
  expect(stoppedAt * EVENT_BYTES).toBeLessThan(20_000_000);

  wire.resume();
  await eventually(() => expect(positions.length).toBeGreaterThan(stoppedAt + 100));
  expect(positions).toEqual(positions.map((_, at) => at + 1));

  socket.terminate();
  await standstill();
});

it('a client that does not read delays no other, and gets all of it in the end', async () => {
  const store = createMemoryEventStore();
  let readers = 0;
  async function* subscribe(options: SubscribeOptions) {
    readers += 1;
    try {
      yield* store.subscribe(options);
    } finally {
      readers -= 1;
    }
  }
  const places = { progress: async () => START, positions: async () => [] };
  await start({ store: { ...store, subscribe }, places });
  const [slow, quick] = [await connect(), await connect()];
  slow.wire.pause();
  const { stream, type, version, metadata } = anEvent(1);
  // Far more than is kept for one client, or than the operating system takes.
  const data = { text: 'x'.repeat(20 * EVENT_BYTES) };
  const all: number[] = [];
  for (let at = 1; at <= 600; at++) {
    await store.append(
      stream,
      [{ ...{ id: newId(), type, version, data }, metadata: metadata as never }],
      'any',
    );
    all.push(at);
    if (at % 20 === 0) await eventually(() => expect(quick.positions).toEqual(all));
  }
  expect(slow.positions.length).toBeLessThan(300);
  expect(readers).toBe(1);

  slow.wire.resume();
  await eventually(() => expect(slow.positions).toEqual(all));
  quick.socket.terminate();
  slow.socket.terminate();
  await eventually(() => expect(readers).toBe(0));
});
