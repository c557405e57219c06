import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { streams } from '#contracts/events/streams.ts';
import { systemScheduler } from '#platform/clock.ts';
import { type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createSessionWatch } from '#platform/live/session-watch.ts';
import { createLog } from '#platform/log.ts';
import type { Principal } from '#platform/principal.ts';
import { auditFeed } from '#services/proof/feed/audit-feed.routes.ts';
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

/** The size of an event: the past comes in pages of many. */
const [NOW_BYTES, PAST_BYTES] = [50_000, 5_000];

let app: FastifyInstance;
let url: string;
let taken = 0;
let finished = false;

function anEvent(position: number, bytes: number): RecordedEvent {
  taken = position;
  return {
    id: newId(),
    stream: streams.sale(manager.companyId, newId()),
    revision: 0,
    position,
    type: 'VeryLong',
    version: 1,
    data: { text: 'x'.repeat(bytes) },
    metadata: { companyId: manager.companyId },
    recordedAt: new Date().toISOString(),
  };
}

/** An endless log that counts the events read from it. */
async function* endlessLog(signal: AbortSignal): AsyncGenerator<readonly RecordedEvent[]> {
  try {
    for (let position = 1; !signal.aborted; position++) {
      yield [anEvent(position, NOW_BYTES)];
      await new Promise(setImmediate);
    }
  } finally {
    finished = true;
  }
}

/** A company with an endless past, whose feed must not read the log for it. */
const endlessPast = {
  store: {
    async readAt(positions: readonly number[]) {
      await new Promise(setImmediate);
      return positions.map((position) => anEvent(position, PAST_BYTES));
    },
    subscribe: (): AsyncIterable<readonly RecordedEvent[]> => {
      throw new Error('the past is read by its places');
    },
  },
  places: {
    progress: async () => Number.MAX_SAFE_INTEGER,
    positions: async (_company: string, { after, limit }: { after: number; limit: number }) =>
      Array.from({ length: limit }, (_, at) => Math.max(after, 0) + 1 + at),
  },
};

const endlessNow = {
  store: {
    readAt: async () => [],
    subscribe: ({ signal }: { signal: AbortSignal }) => endlessLog(signal),
  },
  places: { progress: async () => START, positions: async () => [] },
};

async function start({ store, places }: typeof endlessNow | typeof endlessPast): Promise<void> {
  taken = 0;
  finished = false;
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
    store: { head: async () => 0, ...store },
    places,
    log,
    scheduler: systemScheduler,
    registry: new Registry(),
    publicHost: () => null,
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

/** A client that does not read, then reads, then leaves. */
async function comesAndGoes(eventBytes: number): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/audit?after=-1`);
  const positions: number[] = [];
  socket.on('message', (data) => positions.push(JSON.parse(data.toString()).position));
  await new Promise((connected) => socket.on('open', connected));
  const wire = (socket as unknown as { _socket: { pause(): void; resume(): void } })._socket;
  wire.pause();
  const stoppedAt = await standstill();
  // The operating system's buffer for one socket, plus our 256 kB.
  expect(stoppedAt * eventBytes).toBeLessThan(20_000_000);

  wire.resume();
  await eventually(() => expect(positions.length).toBeGreaterThan(stoppedAt + 100));
  expect(positions).toEqual(positions.map((_, at) => at + 1));

  socket.terminate();
}

it('stops reading the log for a client that does not read, continues with it, and ends with it', async () => {
  await start(endlessNow);
  await comesAndGoes(NOW_BYTES);
  await eventually(() => expect(finished).toBe(true));
});

it('does the same with the distant past', async () => {
  await start(endlessPast);
  await comesAndGoes(PAST_BYTES);
  await standstill();
});
