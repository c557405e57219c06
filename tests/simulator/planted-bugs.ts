import type { Scheduler } from '#platform/clock.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Outlet } from '#services/gateway/channel.ts';
import type { Viewer } from './process.ts';

/** A mistake in one port of every process; the product has none of them. */
export type PlantedBug = {
  readonly store?: (store: EventStore, scheduler: Scheduler) => EventStore;
  readonly bus?: (bus: LiveBus) => LiveBus;
  readonly outlet?: (outlet: Outlet<Viewer>) => Outlet<Viewer>;
  readonly sendsKeys?: false;
  readonly looksAtLog?: false;
  /** Changes statements on their way to the server; to texts of the same length. */
  readonly rewrite?: (sql: string) => string;
  /** A crash takes back the checkpoints of the last step, and leaves its rows. */
  readonly losesCheckpoints?: true;
};

export const NO_BUG: PlantedBug = {};

const ACK_MS = 30;
const UNCHECKED_MS = 300;
/** Each of them alone would refuse the session. */
const REFUSED = [
  ['WHERE NOT e.deleted', 'WHERE true         '],
  ['where "revoked_at" is null', 'where true                '],
  ['delete from "sessions"', 'select 1 from sessions'],
] as const;
const FENCE = 'USING (shard, position, generation)';

type Planted = {
  readonly bug: PlantedBug;
  /** The finding that gives it away. */
  readonly isFoundBy: RegExp;
  /** Finds it quickly. Plans change with the simulator, so others are tried after it. */
  readonly seed: number;
};

export const PLANTED: Readonly<Record<string, Planted>> = {
  'an append is acknowledged before it is written': {
    bug: {
      store: (store, scheduler) => ({
        ...store,
        async append(stream, events, expected, condition) {
          if (!stream.startsWith('sale-')) return store.append(stream, events, expected, condition);
          const head = await store.head();
          scheduler.after(
            ACK_MS,
            () => void store.append(stream, events, expected, condition).catch(() => {}),
          );
          const revision = typeof expected === 'number' ? expected + events.length : events.length - 1;
          return { outcome: 'appended', revision, position: head, repeated: false };
        },
      }),
    },
    isFoundBy: /: 0 in the log, 1 acknowledged/,
    seed: 1,
  },
  'a checkpoint is written apart from its rows': {
    bug: { losesCheckpoints: true },
    isFoundBy: /SQL says/,
    seed: 6,
  },
  'a viewer is not told what was missed': {
    bug: {
      bus: (bus) => ({
        ...bus,
        subscribe: (handle) => bus.subscribe((message) => message.kind !== 'missed' && handle(message)),
      }),
    },
    isFoundBy: /REST says|the sales of REST have/,
    seed: 18,
  },
  'two changes of a company reach a viewer in the wrong order': {
    bug: {
      outlet(outlet) {
        let kept: Parameters<typeof outlet.push> | undefined;
        return {
          ...outlet,
          push(viewers, change) {
            if (!kept) kept = [viewers, change];
            else {
              outlet.push(viewers, change);
              outlet.push(...kept);
              kept = undefined;
            }
          },
        };
      },
    },
    isFoundBy: /leads from/,
    seed: 1,
  },
  'a key is not honoured': {
    bug: { sendsKeys: false },
    isFoundBy: /: 1 in the log, 0 acknowledged/,
    seed: 3,
  },
  'a leader is not fenced': {
    bug: { rewrite: (sql) => sql.replace(FENCE, 'USING (shard)'.padEnd(FENCE.length)) },
    isFoundBy: /SQL says/,
    seed: 19,
  },
  'another log is not looked for': {
    bug: { looksAtLog: false },
    isFoundBy: /a process goes on with another log/,
    seed: 5,
  },
  'the conditions of an append are not checked': {
    bug: {
      store: (store, scheduler) => ({
        ...store,
        async append(stream, events, expected, condition) {
          // Without a wait it would be luck whether something comes between.
          if (condition) await new Promise<void>((resolve) => void scheduler.after(UNCHECKED_MS, resolve));
          return store.append(stream, events, expected);
        },
      }),
    },
    isFoundBy: /stands behind/,
    seed: 2,
  },
  'the session of a deleted employee goes on': {
    bug: {
      rewrite: (sql) => REFUSED.reduce((text, [refused, allowed]) => text.replace(refused, allowed), sql),
    },
    isFoundBy: /\(deleted\) is answered|a deleted employee was answered/,
    seed: 14,
  },
};
