import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Cancel, type Scheduler, systemScheduler } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { LiveBus, LiveMessage } from './live-bus.port.ts';

const BATCH = 64;
/** The most messages that wait for a slow server; beyond that one `missed` replaces them. */
const MOST_WAITING = 1_000;
/** Until the next attempt after a failed one on a connection that stays open. */
const RETRY_MS = 250;

type Wire = {
  log: Pick<Log, 'error' | 'warn'>;
  scheduler?: Scheduler | undefined;
  /** The most bytes of one message. */
  limit?: number;
  /** Sends texts to the server in order; rejects when it did not accept all of them. */
  transmit: (texts: readonly string[]) => Promise<void>;
  disconnect: () => Promise<void>;
};

/**
 * The part that the adapters share. Subscribers get a message of this process at once, one of another process when it
 * arrives, and `missed` when messages may have been lost.
 */
export function createRelay(wire: Wire) {
  const { scheduler = systemScheduler } = wire;
  const envelopes = createEnvelopes(newId(), wire.limit);
  const subscribers = createSubscribers(wire.log);
  let connected = false;
  let downSince = scheduler.now();
  let sending = false;
  /** A message was not sent to the other processes, so a `missed` must follow. */
  let owing = false;
  let waiting: string[] = [];
  let cancelRetry: Cancel = () => {};

  async function pump(): Promise<void> {
    if (sending || !connected || waiting.length === 0) return;
    sending = true;
    cancelRetry();
    const batch = waiting.splice(0, BATCH);
    try {
      await wire.transmit(batch);
    } catch (error) {
      wire.log.warn({ err: error }, 'live news could not be sent to the other processes');
      waiting = [];
      owing = true;
      cancelRetry = scheduler.after(RETRY_MS, () => {
        settle();
        void pump();
      });
    } finally {
      sending = false;
    }
    void pump();
  }

  /** Puts the `missed` that is owed before everything that is sent from now on. */
  function settle(): void {
    if (!connected || !owing) return;
    owing = false;
    push({ kind: 'missed' });
  }

  function push(message: LiveMessage): void {
    const text = envelopes.encode(message);
    if (text !== null) waiting.push(text);
  }

  function enqueue(message: LiveMessage): void {
    if (waiting.length >= MOST_WAITING) {
      waiting = [];
      owing = true;
    }
    settle();
    if (connected) push(message);
    else owing = true;
    void pump();
  }

  const bus: LiveBus = {
    publish(message) {
      subscribers.deliver(message);
      enqueue(message);
    },
    subscribe: subscribers.add,
    downForMs: () => (connected ? null : scheduler.now() - downSince),
    async close() {
      subscribers.clear();
      connected = false;
      cancelRetry();
      await wire.disconnect();
    },
  };

  return {
    bus,
    /** Handles a text from the server, from any process. */
    receive(text: string): void {
      const message = envelopes.decode(text);
      if (message) subscribers.deliver(message);
    },
    /** The server is connected (again): messages in between were lost in both directions. */
    up(): void {
      connected = true;
      subscribers.deliver({ kind: 'missed' });
      settle();
      void pump();
    },
    down(): void {
      if (connected) downSince = scheduler.now();
      connected = false;
    },
  };
}

const Message = Type.Union([
  Type.Object({
    kind: Type.Literal('committed'),
    position: Type.Integer(),
    shards: Type.Optional(Type.Array(Type.Integer())),
    of: Type.Optional(Type.Integer()),
    readModels: Type.Optional(Type.String()),
    changes: Type.Array(
      Type.Object({
        model: Type.String(),
        companyId: Type.String(),
        keys: Type.Array(Type.Record(Type.String(), Type.String())),
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('uncommitted'),
    position: Type.Integer(),
    model: Type.String(),
    companyId: Type.String(),
    rows: Type.Array(
      Type.Object({
        key: Type.Record(Type.String(), Type.String()),
        row: Type.Union([
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
          Type.Null(),
        ]),
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('revoked'),
    employeeId: Type.String(),
    sessionId: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal('missed') }),
]);

/** A message between processes. The number distinguishes equal messages of one sender. */
const validator = Compile(Type.Object({ from: Type.String(), number: Type.Integer(), message: Message }));
type Envelope = { from: string; number: number; message: LiveMessage };

type Envelopes = {
  /**
   * Text of at most `limit` bytes. When it does not fit, the keys are left out, then everything but the kind. Null
   * for uncommitted rows that do not fit: `committed` reports them again.
   */
  encode(message: LiveMessage): string | null;
  /** The message of another process; null for one of this process, which was delivered already. */
  decode(text: string): LiveMessage | null;
};

/** `limit` is in bytes of UTF-8. A text that is not a message of this version counts as missed. */
function createEnvelopes(id: string, limit = Number.POSITIVE_INFINITY): Envelopes {
  let number = 0;
  return {
    encode(message) {
      number += 1;
      for (const candidate of [message, withoutKeys(message)]) {
        const text = JSON.stringify({ from: id, number, message: candidate } satisfies Envelope);
        if (Buffer.byteLength(text) <= limit) return text;
      }
      if (message.kind === 'uncommitted') return null;
      return JSON.stringify({ from: id, number, message: { kind: 'missed' } } satisfies Envelope);
    },
    decode(text) {
      const envelope = parse(text);
      if (!validator.Check(envelope)) return { kind: 'missed' };
      return envelope.from === id ? null : envelope.message;
    },
  };
}

function withoutKeys(message: LiveMessage): LiveMessage {
  if (message.kind !== 'committed') return message;
  return { ...message, changes: message.changes.map((change) => ({ ...change, keys: [] })) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Handler = (message: LiveMessage) => void;

/** The handlers of this process. When one throws (a bug), the others still get the message. */
export function createSubscribers(log: Pick<Log, 'error'>) {
  const handlers = new Set<{ handle: Handler }>();
  return {
    deliver(message: LiveMessage): void {
      for (const { handle } of [...handlers]) {
        try {
          handle(message);
        } catch (error) {
          log.error({ err: error, kind: message.kind }, 'a subscriber of the live bus threw');
        }
      }
    },
    add(handle: Handler): () => void {
      const entry = { handle };
      handlers.add(entry);
      return () => void handlers.delete(entry);
    },
    clear: () => handlers.clear(),
  };
}
