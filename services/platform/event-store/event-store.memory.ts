import { companyOfStream } from '#contracts/events/streams.ts';
import { type Clock, type Scheduler, systemClock, systemScheduler } from '../clock.ts';
import { catchUp, createWakeSignal } from './catch-up.ts';
import {
  type AppendConflict,
  type Appended,
  checkAppend,
  ERASED,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  START,
  selects,
} from './event-store.port.ts';

/** Stored as JSON text, so that a read gives what any other store would give, and no reader can edit it. */
type Stored = Omit<RecordedEvent, 'data' | 'metadata'> & { readonly data: string; readonly metadata: string };

/** For unit tests: implements the whole port without persistence. Positions start at 1 and have no gaps. */
export function createMemoryEventStore({
  clock = systemClock,
  scheduler = systemScheduler,
}: {
  clock?: Clock;
  scheduler?: Scheduler;
} = {}): EventStore {
  const log: Stored[] = [];
  const streams = new Map<string, Stored[]>();
  const bell = createWakeSignal(scheduler);

  const readAfter = async (after: number, limit: number) =>
    log.slice(Math.max(after, 0)).filter(isThere).slice(0, limit).map(recorded);

  return {
    description: 'memory',

    async append(stream, events, expected, condition) {
      checkAppend(stream, events, expected);
      const present = streams.get(stream) ?? [];
      const verdict = judge(present, events, expected);
      if (verdict) return verdict;
      if (condition && (streams.get(condition.stream)?.length ?? 0) - 1 > condition.revision) {
        return { outcome: 'conflict', actual: null };
      }
      const recordedAt = clock.now().toISOString();
      const added = events.map((event, index) => ({
        ...event,
        stream,
        revision: present.length + index,
        position: log.length + index + 1,
        data: JSON.stringify(event.data),
        metadata: JSON.stringify(event.metadata),
        recordedAt,
      }));
      log.push(...added);
      streams.set(stream, [...present, ...added]);
      bell.ring();
      return appended(added.at(-1) as Stored, false);
    },

    async read(stream, { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) {
      const present = streams.get(stream) ?? [];
      const chosen =
        direction === 'forwards'
          ? present.slice(from ?? 0)
          : present.slice(0, (from ?? present.length) + 1).reverse();
      return chosen.filter(isThere).slice(0, limit).map(recorded);
    },

    async readAt(positions) {
      const found = positions.flatMap((position) => log[position - 1] ?? []);
      return found.filter(isThere).map(recorded);
    },

    async readAll({ after, direction = 'forwards', limit }) {
      if (direction === 'forwards') return readAfter(after ?? START, limit);
      const before = log.slice(0, after === undefined ? log.length : Math.max(after - 1, 0));
      return before.filter(isThere).reverse().slice(0, limit).map(recorded);
    },

    async *readCompany(companyId, { after, to }) {
      const own = log.slice(Math.max(after, 0), Math.max(to, 0)).filter(isThere);
      yield own.filter(({ stream }) => companyOfStream(stream) === companyId).map(recorded);
    },

    has: async ({ position, id }) => log[position - 1]?.id === id,
    head: async () => log.findLast(isThere)?.position ?? START,
    count: async (selection) => log.filter(selects(selection)).length,
    async erase(selection) {
      const erased = log.filter(selects(selection));
      for (const event of erased) {
        const blank = { ...event, type: ERASED, version: 1, data: '{}', metadata: '{}' };
        log[event.position - 1] = blank;
        const stream = streams.get(event.stream) ?? [];
        streams.set(event.stream, stream.with(event.revision, blank));
      }
      return erased.length;
    },
    subscribe: (options) => catchUp({ readAfter, bell, pollMs: 60_000, scheduler }, options),
    close: async () => {},
  };
}

/** The answer when nothing is to be written; undefined when the events may be written. */
function judge(
  present: readonly Stored[],
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Appended | AppendConflict | undefined {
  const actual = present.length - 1;
  const conflict: AppendConflict = { outcome: 'conflict', actual: actual < 0 ? null : actual };
  const named = typeof expected === 'number' ? expected : expected === 'no stream' ? -1 : undefined;
  if (named === actual) return undefined;
  const ids = new Set(events.map((event) => event.id));
  const first = named === undefined ? present.findIndex((event) => ids.has(event.id)) : named + 1;
  const last = present[first + events.length - 1];
  if (last && events.every((event, index) => present[first + index]?.id === event.id)) {
    return appended(last, true);
  }
  const mayAppend = first < 0 && (expected === 'any' || actual >= 0);
  return mayAppend ? undefined : conflict;
}

function appended(last: Stored, repeated: boolean): Appended {
  return { outcome: 'appended', revision: last.revision, position: last.position, repeated };
}

function isThere({ type }: Stored): boolean {
  return type !== ERASED;
}

function recorded(event: Stored): RecordedEvent {
  return { ...event, data: JSON.parse(event.data), metadata: JSON.parse(event.metadata) };
}
