import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import type { Scheduler } from '../../clock.ts';
import { createBackoff } from '../../concurrency/backoff.ts';
import { isDatabaseUnavailable } from '../../database-errors.ts';
import { newId } from '../../ids.ts';
import type { Log } from '../../log.ts';
import type { WakeSignal } from '../catch-up.ts';
import type { EventPlace, RecordedEvent } from '../event-store.port.ts';
import type { Committed } from './appender.postgres.ts';
import { createDedicatedConnection } from './dedicated-connection.postgres.ts';

/** Notifies other processes of appends and listens for theirs. Best effort: readers also poll. */
export type News = {
  /** Call after a commit. Wakes readers of this process at once and others within milliseconds. */
  tell(newest: EventPlace): void;
  /** Starts to listen. The first subscriber calls it, so that a process that only writes holds no connection. */
  listen(): void;
  /** Looks at the log on the listening connection, as long as that is open; not while another look has it. */
  look(check: (client: pg.Client) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

const CHANNEL = 'tallyboard_events';
/** NOTIFY takes a cluster-wide lock and a commit, so a burst of appends shares one. */
const NOTIFY_PAUSE_MS = 5;

export function createNews(deps: {
  readonly pool: pg.Pool;
  readonly listenConfig: pg.ClientConfig;
  readonly bell: WakeSignal;
  /** Gets the newest event of each append that another process tells of; undefined: that process does not name it. */
  readonly onNews?: ((newest: EventPlace | undefined) => void) | undefined;
  /** Each time that it begins to listen, before the bell rings: what was told before was not heard. */
  readonly onListening?: (() => void) | undefined;
  readonly onLost?: (() => void) | undefined;
  readonly log?: Pick<Log, 'warn'> | undefined;
  readonly scheduler: Scheduler;
}): News {
  const { pool, bell, onNews, log, scheduler } = deps;
  const stop = new AbortController();
  const self = newId();
  let untold: EventPlace | undefined;
  let notifying: Promise<void> | undefined;
  let listening: Promise<void> | undefined;
  let looking: pg.Client | undefined;

  const lost = () => {
    deps.onLost?.();
    listening = keepListening();
  };
  const connection = createDedicatedConnection({
    config: deps.listenConfig,
    prepare: async (client) => {
      client.on('notification', ({ payload = '' }) => {
        // A process of an older version names only itself.
        const [from, position, id] = payload.split(' ');
        // Own appends have woken the readers already.
        if (from === self) return;
        onNews?.(id === undefined ? undefined : { position: Number(position), id });
        bell.ring();
      });
      await client.query(`LISTEN ${CHANNEL}`);
    },
    onLost: lost,
    log,
  });

  const keepListening = async (): Promise<void> => {
    const backoff = createBackoff({ firstMs: 100, signal: stop.signal, scheduler });
    while (!stop.signal.aborted) {
      try {
        await connection.get();
        deps.onListening?.();
        // Notifications before this moment were lost, so let the readers look.
        bell.ring();
        return;
      } catch (err) {
        log?.warn({ err, retryMs: backoff.nextMs }, 'cannot listen for events of other processes yet');
        await backoff.pause();
      }
    }
  };

  const notify = async (): Promise<void> => {
    // Readers of this process go first.
    await turn();
    while (untold) {
      const { position, id } = untold;
      untold = undefined;
      try {
        await pool.query(`NOTIFY ${CHANNEL}, '${self} ${position} ${id}'`);
      } catch (err) {
        log?.warn({ err }, 'could not tell other processes of new events; they look by themselves');
      }
      await scheduler.pause(NOTIFY_PAUSE_MS);
    }
    notifying = undefined;
  };

  return {
    tell(newest) {
      bell.ring();
      if (stop.signal.aborted) return;
      untold = newest;
      notifying ??= notify();
    },
    listen() {
      if (!stop.signal.aborted) listening ??= keepListening();
    },
    async look(check) {
      if (stop.signal.aborted) return;
      const client = await connection.get();
      if (looking === client) return;
      looking = client;
      try {
        await check(client);
      } catch (error) {
        if (isDatabaseUnavailable(error)) connection.drop();
        throw error;
      } finally {
        if (looking === client) looking = undefined;
      }
    },
    async close() {
      stop.abort();
      await notifying;
      await listening;
      await connection.close();
    },
  };
}

/** The newest events of the log, as far as this process wrote them itself without a gap. */
type LogTail = {
  add(events: readonly TailEvent[]): void;
  /** Another process wrote the event at this position. */
  hear(position: number): void;
  /** Drops all events, so that subscribers read the log. */
  clear(): void;
  /**
   * All events after `position` that were committed or heard of before this call, or undefined when the tail may lack some
   * of them.
   */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
};

/** JSON stays text until it is read, so that a subscriber gets what a read would give. */
export type TailEvent = Omit<RecordedEvent, 'data' | 'metadata'> & {
  readonly data: string;
  readonly metadata: string;
};

/**
 * Serves a subscriber at the end of the log without a read. Positions have gaps only where another process wrote, so
 * a run of consecutive positions is complete.
 */
export function createLogTail(limits: { readonly events: number; readonly bytes: number }): LogTail {
  let run: TailEvent[] = [];
  let bytes = 0;
  let heard = -1;
  return {
    add(events) {
      for (const event of events) {
        if (event.position !== (run.at(-1)?.position ?? event.position - 1) + 1) {
          run = [];
          bytes = 0;
        }
        run.push(event);
        bytes += event.data.length + event.metadata.length;
      }
      if (run.length > limits.events || bytes > limits.bytes) {
        // Half of them at once: removing one from the front of an array costs its whole length.
        run = bytes > limits.bytes ? [] : run.slice(-Math.ceil(limits.events / 2));
        bytes = run.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
      }
    },
    hear(position) {
      heard = Math.max(heard, position);
    },
    clear() {
      run = [];
      bytes = 0;
    },
    after(position, limit) {
      const first = run[0];
      if (!first || position < first.position - 1) return undefined;
      const start = position + 1 - first.position;
      if (start > run.length || (start === run.length && heard > position)) return undefined;
      return run.slice(start, start + limit).map((event) => ({
        ...event,
        data: JSON.parse(event.data),
        metadata: JSON.parse(event.metadata),
      }));
    },
  };
}

/** What an append committed, for the tail. */
export function tailEvents({ appends, recordedAt }: Committed): TailEvent[] {
  return appends.flatMap(({ encoded, last }) => {
    const { ids } = encoded;
    return ids.map((id, index) => ({
      id,
      stream: encoded.stream,
      revision: last.revision - ids.length + 1 + index,
      position: last.position - ids.length + 1 + index,
      type: encoded.types[index] as string,
      version: encoded.versions[index] as number,
      data: encoded.data[index] as string,
      metadata: encoded.metadata[index] as string,
      recordedAt,
    }));
  });
}
