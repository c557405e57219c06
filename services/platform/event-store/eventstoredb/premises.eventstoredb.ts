import { LRUCache } from 'lru-cache';
import type { Scheduler } from '../../clock.ts';
import { type AppendCondition, type RecordedEvent, START } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { conditionOf } from './events.eventstoredb.ts';
import type { Select } from './log-reader.eventstoredb.ts';
import { readEsdbStream } from './stream-reader.eventstoredb.ts';

/** Where a condition fell: the position of the first event beyond its revision; undefined while there is none. */
type Fall = number | undefined;

const PATIENCE_MS = 2000;
const REMEMBERED = 10_000;
/** What held so shortly ago is not read before an append. If it has fallen since, so will the event. */
const FRESH_MS = 20;

/** `readAt` is when the read began, in milliseconds of the scheduler. */
type Known = { readonly fall: Fall; readonly heldUpTo: number; readonly readAt: number };

/**
 * The server checks no condition with an append. So each event is stored with its condition, and it counts only if the
 * condition held at its position: if no later event of that stream stands before it. This never changes once the event
 * is written, and every process finds the same. An event that does not count has *fallen*: readers leave it out, and its
 * append is a conflict. Details: infra/adr/0003.
 */
export function createPremises(scheduler: Pick<Scheduler, 'now'>) {
  const reading = new Map<string, { readonly now: Promise<Fall>; next?: Promise<Fall> }>();
  /** For good where a condition fell; else the position up to which it held. */
  const known = new LRUCache<string, Known>({ max: REMEMBERED });
  /** The newest position that was judged: the leader has it, so a read that begins now tells up to there at least. */
  let newest = START;

  const read = async (connection: EsdbConnection, { stream, revision }: AppendCondition) => {
    const first = { from: revision + 1, limit: 1 };
    const certainly = { requiresLeader: true, patienceMs: PATIENCE_MS };
    const [event] = await readEsdbStream(connection, stream, first, certainly);
    return event?.position;
  };

  const begin = (connection: EsdbConnection, condition: AppendCondition): Promise<Fall> => {
    const key = keyOf(condition);
    const now = read(connection, condition);
    const entry = { now };
    reading.set(key, entry);
    const end = () => {
      if (reading.get(key) === entry) reading.delete(key);
    };
    now.then(end, end);
    return now;
  };

  /** Those who wait at the same time share a read; each gets one that began after it asked. */
  const readShared = (connection: EsdbConnection, condition: AppendCondition): Promise<Fall> => {
    const present = reading.get(keyOf(condition));
    if (!present) return begin(connection, condition);
    const after = () => begin(connection, condition);
    present.next ??= present.now.then(after, after);
    return present.next;
  };

  /** Where it fell, if it did up to this position. */
  const fallOf = async (connection: EsdbConnection, condition: AppendCondition, position: number) => {
    const key = keyOf(condition);
    newest = Math.max(newest, position);
    const former = known.get(key);
    if (former && (former.fall !== undefined || position <= former.heldUpTo)) return former.fall;
    const [heldUpTo, readAt] = [newest, scheduler.now()];
    const fall = await readShared(connection, condition);
    known.set(key, { fall, heldUpTo, readAt });
    return fall;
  };

  const hasFallen = async (connection: EsdbConnection, condition: AppendCondition, position: number) => {
    const fall = await fallOf(connection, condition, position);
    return fall !== undefined && fall < position;
  };

  const standing: Select = async (connection, events) => {
    const latest = new Map<string, { readonly condition: AppendCondition; readonly position: number }>();
    for (const event of events) {
      const condition = conditionOf(event);
      if (!condition) continue;
      const position = Math.max(event.position, latest.get(keyOf(condition))?.position ?? START);
      latest.set(keyOf(condition), { condition, position });
    }
    if (latest.size === 0) return events;
    const falls = new Map<string, Fall>();
    await Promise.all(
      [...latest].map(async ([key, { condition, position }]) =>
        falls.set(key, await fallOf(connection, condition, position)),
      ),
    );
    return events.filter((event) => {
      const condition = conditionOf(event);
      const fall = condition && falls.get(keyOf(condition));
      return fall === undefined || fall > event.position;
    });
  };

  return {
    /** Whether it holds now, or did a moment ago. */
    async hold(connection: EsdbConnection, condition: AppendCondition): Promise<boolean> {
      const former = known.get(keyOf(condition));
      if (former?.fall !== undefined) return false;
      if (former && scheduler.now() - former.readAt < FRESH_MS) return true;
      return (await readShared(connection, condition)) === undefined;
    },
    hasFallen,
    /** The events without those that have fallen. */
    standing,
    /**
     * The same for a feed of all events in their order: after the first event on a condition it knows the stream's
     * revision from what has passed, and nothing is read.
     */
    follow(): Select {
      const passed = new LRUCache<string, number>({ max: REMEMBERED });
      const isFirst = (event: RecordedEvent) => !passed.has(conditionOf(event)?.stream ?? event.stream);
      return async (connection, events) => {
        await standing(connection, events.filter(isFirst));
        const left: RecordedEvent[] = [];
        for (const event of events) {
          if (passed.has(event.stream)) passed.set(event.stream, event.revision);
          const condition = conditionOf(event);
          const revision = condition && passed.get(condition.stream);
          const isOut =
            condition !== undefined &&
            (revision === undefined
              ? await hasFallen(connection, condition, event.position)
              : revision > condition.revision);
          if (isOut) continue;
          if (condition) passed.set(condition.stream, condition.revision);
          left.push(event);
        }
        return left;
      };
    },
  };
}

export type Premises = ReturnType<typeof createPremises>;

function keyOf({ stream, revision }: AppendCondition): string {
  return `${revision} ${stream}`;
}
