import type { Scheduler } from '../../clock.ts';
import { createBackoff } from '../../concurrency/backoff.ts';
import {
  type AppendCondition,
  type AppendConflict,
  type Appended,
  EventStoreUnavailable,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.port.ts';
import type { Append } from './batch-append.eventstoredb.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { newestInEsdb } from './log-reader.eventstoredb.ts';
import { endsWithin, isRefused, late } from './outage.eventstoredb.ts';
import type { Premises } from './premises.eventstoredb.ts';
import { findRepeat } from './repeats.eventstoredb.ts';
import { readEsdbStream } from './stream-reader.eventstoredb.ts';

type Verdict = Appended | AppendConflict;

const REMEMBERED = 1000;
/** An append has an answer within this time, or is of unknown outcome. */
const APPEND_MS = 5000;
/** A leader that has not answered for so long is looked for anew. */
const TRY_MS = 2000;

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

type AppenderDeps = {
  /** A checked connection. */
  readonly connect: () => Promise<EsdbConnection>;
  readonly giveUp: (connection: EsdbConnection) => void;
  /** A single server: when it refuses connections, there is no other one to look for. */
  readonly isAlone: boolean;
  readonly outageOr: (error: unknown) => unknown;
  readonly scheduler: Scheduler;
  readonly prefixes: readonly string[] | undefined;
  readonly premises: Premises;
};

const FALLEN: AppendConflict = { outcome: 'conflict', actual: null };

/**
 * EventStoreDB answers a retry with success and the position of the first try, without saying that it wrote nothing.
 * The position tells: events at or below the newest position seen before the call were stored before.
 *
 * An append without an answer is of unknown outcome: a timeout, a leader that died, or the same events on their way
 * from elsewhere, of which the server drops all but the first without a word. It is looked up on the leader and, if
 * it is not there, sent again, for up to five seconds.
 *
 * `repeated` can be false for a retry only if another process wrote the very same events and this one has seen
 * nothing of the log since; nothing is written twice even then.
 */
export function createEsdbAppender(deps: AppenderDeps): EsdbAppender {
  const { scheduler, premises } = deps;
  let looking: Promise<void> | undefined;
  let hasLooked = false;
  let seenPosition = 0;
  const fresh = createMemory<number>();
  const doubtful = createMemory<string>();

  const seen = (position: number) => {
    seenPosition = Math.max(seenPosition, position);
  };

  const lookAtTheEnd = (connection: EsdbConnection): Promise<void> => {
    looking ??= newestInEsdb(connection, deps.prefixes)
      .then((event) => {
        seen(event?.position ?? 0);
        hasLooked = true;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };

  /** True for the first of this process that learns of a new position. */
  const isFirst = (position: number, before: number): boolean => {
    seen(position);
    if (position <= before || fresh.has(position)) return false;
    fresh.add(position);
    return true;
  };

  /** What the stream holds beyond the expected revision, and the last of it: fallen events do not count. */
  const lookUp = async (connection: EsdbConnection, { stream, events, expected }: Append, before: number) => {
    const place = typeof expected === 'number' ? { from: expected + 1 } : {};
    const certainly = { requiresLeader: true, patienceMs: TRY_MS };
    const stored = await readEsdbStream(connection, stream, place, certainly);
    const standing = await premises.standing(connection, stored);
    const found = findRepeat(standing, events, expected);
    const repeat: Verdict | undefined =
      found?.outcome === 'appended'
        ? { ...found, repeated: found.repeated || !isFirst(found.position, before) }
        : found;
    return { repeat, standing: standing.at(-1)?.revision, stored: stored.at(-1)?.revision };
  };

  const attempt = async (
    connection: EsdbConnection,
    append: Append,
    before: number,
    leftMs: number,
  ): Promise<Verdict> => {
    const { stream, events, expected, condition } = append;
    const isDoubtful = doubtful.has(keyOf(stream, events));
    // Without a revision the server recognises only recent retries.
    if (expected === 'any' || expected === 'stream exists' || isDoubtful) {
      const { repeat } = await lookUp(connection, append, before);
      if (repeat) return repeat;
    }
    if (condition && !(await premises.hold(connection, condition))) return FALLEN;
    const deadlineMs = Math.min(TRY_MS, leftMs);
    let verdict = await connection.appends.append(append, deadlineMs);
    if (verdict.outcome === 'conflict' && mayBeBehind(expected, verdict.actual)) {
      const { repeat, standing, stored } = await lookUp(connection, append, before);
      if (repeat) return repeat;
      if (standing !== undefined || stored === undefined) return verdict;
      verdict = await connection.appends.append({ ...append, expected: stored }, deadlineMs);
    }
    if (verdict.outcome === 'conflict') return verdict;
    const { revision, position } = verdict;
    if (condition && (await premises.hasFallen(connection, condition, position))) return FALLEN;
    return { outcome: 'appended', revision, position, repeated: !isFirst(position, before) };
  };

  const doubt = (key: string, error: unknown) => {
    const reason = deps.outageOr(error);
    if (reason instanceof EventStoreUnavailable) doubtful.add(key);
    return reason;
  };

  const untilKnown = async (append: Append, key: string, end: number): Promise<Verdict> => {
    const backoff = createBackoff({ scheduler, lastMs: 400 });
    let before: number | undefined;
    for (;;) {
      let connection: EsdbConnection | undefined;
      try {
        connection = await deps.connect();
        if (!hasLooked) await lookAtTheEnd(connection);
        before ??= seenPosition;
        const verdict = await attempt(connection, append, before, end - scheduler.now());
        doubtful.delete(key);
        return verdict;
      } catch (error) {
        const reason = doubt(key, error);
        if (!(reason instanceof EventStoreUnavailable)) throw reason;
        if (connection) deps.giveUp(connection);
        const isAway = deps.isAlone && isRefused(reason);
        if (isAway || scheduler.now() + backoff.nextMs >= end) throw reason;
      }
      await backoff.pause();
    }
  };

  return {
    seen,
    async append(stream, events, expected, condition) {
      const key = keyOf(stream, events);
      const append = { stream, events, expected, condition };
      const known = untilKnown(append, key, scheduler.now() + APPEND_MS);
      return await endsWithin(scheduler, APPEND_MS, known, () => doubt(key, late(APPEND_MS)));
    },
  };
}

/** Whether all that is stored beyond the expected revision can be fallen events. */
function mayBeBehind(expected: ExpectedRevision, actual: number | null): boolean {
  return actual !== null && (expected === 'no stream' || (typeof expected === 'number' && actual > expected));
}

function keyOf(stream: string, events: readonly NewEvent[]): string {
  return `${stream} ${events[0]?.id}`;
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
