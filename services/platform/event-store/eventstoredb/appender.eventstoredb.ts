import type { AppendExpectedRevision, AppendResult } from '@eventstore/db-client';
import {
  type AppendCondition,
  type AppendConflict,
  type Appended,
  EventStoreUnavailable,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
} from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { safeNumber, toEsdb } from './events.eventstoredb.ts';
import { readEsdbLog, readEsdbStream } from './log-reader.eventstoredb.ts';

type Verdict = Appended | AppendConflict;

const REMEMBERED = 1000;

export type EsdbAppender = {
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    condition?: AppendCondition,
  ): Promise<Verdict>;
  /** Reports the newest position that this process has seen, by which old and new events are told apart. */
  seen(position: number): void;
};

/**
 * EventStoreDB answers a retry with success and the position of the first try, without saying that it wrote nothing.
 * The position tells: events at or below the newest position seen before the call were stored before. An append of
 * unknown outcome is looked up before it is sent again.
 *
 * `repeated` can be false for a retry only if another process wrote the events and this one has seen nothing of the
 * log since; nothing is written twice even then.
 */
export function createEsdbAppender(deps: {
  readonly connect: () => Promise<EsdbConnection>;
  readonly outageOr: (error: unknown) => unknown;
}): EsdbAppender {
  let newest: Promise<number> | undefined;
  let seenPosition = 0;
  const fresh = createMemory<number>();
  const doubtful = createMemory<string>();

  const seen = (position: number) => {
    seenPosition = Math.max(seenPosition, position);
  };

  const lookAtTheEnd = async (connection: EsdbConnection) => {
    newest ??= readEsdbLog(connection, { direction: 'backwards', limit: 1 }).then(
      ([event]) => event?.position ?? 0,
    );
    newest.catch(() => {
      newest = undefined;
    });
    seen(await newest);
  };

  const write = async (
    connection: EsdbConnection,
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<Verdict> => {
    const { esdb, client, credentials } = connection;
    const before = seenPosition;
    try {
      const result = await client.appendToStream(
        stream,
        events.map((event) => toEsdb(esdb, event)),
        { expectedRevision: toExpectation(connection, expected), ...(credentials && { credentials }) },
      );
      const revision = Number(result.nextExpectedRevision);
      const position = await positionOf(connection, stream, revision, result);
      seen(position);
      const repeated = position <= before || fresh.has(position);
      if (!repeated) fresh.add(position);
      return { outcome: 'appended', revision, position, repeated };
    } catch (error) {
      // The stream was erased.
      if (error instanceof esdb.StreamDeletedError) return { outcome: 'conflict', actual: null };
      if (!(error instanceof esdb.WrongExpectedVersionError)) throw error;
      return conflict(error.actualVersion);
    }
  };

  return {
    seen,
    async append(stream, events, expected, condition) {
      const first = `${stream} ${events[0]?.id}`;
      try {
        const connection = await deps.connect();
        await lookAtTheEnd(connection);
        // Without a revision the server recognises only recent retries.
        if (expected === 'any' || expected === 'stream exists' || doubtful.has(first)) {
          const found = findRepeat(await readEsdbStream(connection, stream, {}), events, expected);
          if (found) return found;
        }
        if (condition && !(await holds(connection, condition))) return { outcome: 'conflict', actual: null };
        const verdict = await write(connection, stream, events, expected);
        doubtful.delete(first);
        return verdict;
      } catch (error) {
        const reason = deps.outageOr(error);
        if (reason instanceof EventStoreUnavailable) doubtful.add(first);
        throw reason;
      }
    },
  };
}

/** The answer when all or some of the events are stored already; undefined when none is. */
function findRepeat(
  present: readonly RecordedEvent[],
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Verdict | undefined {
  const ids = new Set(events.map((event) => event.id.toLowerCase()));
  const start = present.findIndex((event) => ids.has(event.id.toLowerCase()));
  if (start < 0) return undefined;
  const last = present[start + events.length - 1];
  const whole = events.every(
    (event, index) => present[start + index]?.id.toLowerCase() === event.id.toLowerCase(),
  );
  const named = expected === 'no stream' ? -1 : expected;
  const inPlace = typeof named !== 'number' || present[start]?.revision === named + 1;
  if (last && whole && inPlace) {
    return { outcome: 'appended', revision: last.revision, position: last.position, repeated: true };
  }
  return conflict(BigInt(present.at(-1)?.revision ?? 0));
}

function conflict(actual: bigint | string): AppendConflict {
  return { outcome: 'conflict', actual: typeof actual === 'bigint' ? Number(actual) : null };
}

function toExpectation({ esdb }: EsdbConnection, expected: ExpectedRevision): AppendExpectedRevision {
  if (typeof expected === 'number') return BigInt(expected);
  if (expected === 'any') return esdb.ANY;
  return expected === 'no stream' ? esdb.NO_STREAM : esdb.STREAM_EXISTS;
}

async function holds(connection: EsdbConnection, { stream, revision }: AppendCondition): Promise<boolean> {
  return (await readEsdbStream(connection, stream, { from: revision + 1, limit: 1 })).length === 0;
}

/** Older servers omit the position when they wrote nothing. */
async function positionOf(
  connection: EsdbConnection,
  stream: string,
  revision: number,
  result: AppendResult,
): Promise<number> {
  if (result.position) return safeNumber(result.position.commit);
  const [event] = await readEsdbStream(connection, stream, { from: revision, limit: 1 });
  if (!event) throw new Error(`EventStoreDB gave no position for ${stream}@${revision}`);
  return event.position;
}

/** A set of the last thousand values. */
function createMemory<Item>() {
  const items = new Set<Item>();
  return {
    has: (item: Item) => items.has(item),
    delete: (item: Item) => items.delete(item),
    add(item: Item) {
      items.delete(item);
      items.add(item);
      const oldest = items.values().next();
      if (items.size > REMEMBERED && !oldest.done) items.delete(oldest.value);
    },
  };
}
