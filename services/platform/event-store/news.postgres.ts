import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Bell } from './bell.ts';
import { createDedicatedConnection } from './dedicated-connection.ts';

/** Tells other processes that the log has grown, and hears it from them. Best effort: readers also poll. */
export type News = {
  /** Call after a commit. Rings the bell here at once and elsewhere within milliseconds. */
  tell(): void;
  /** Starts hearing; called by the first subscriber, so that a process that only writes holds no connection. */
  listen(): void;
  close(): Promise<void>;
};

const CHANNEL = 'tallyboard_events';
/** NOTIFY takes a lock of the whole cluster and a commit of its own: a burst of appends shares one. */
const NOTIFY_PAUSE_MS = 5;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2000;

export function createNews(deps: {
  readonly pool: pg.Pool;
  readonly listenConfig: pg.ClientConfig;
  readonly bell: Bell;
  readonly log?: Log | undefined;
}): News {
  const { pool, bell, log } = deps;
  const stop = new AbortController();
  const self = newId();
  let wanted = false;
  let notifying: Promise<void> | undefined;
  let listening: Promise<void> | undefined;

  const lost = () => {
    listening = keepListening();
  };
  const connection = createDedicatedConnection({
    config: deps.listenConfig,
    prepare: async (client) => {
      // Our own news rang the bell when it was new.
      client.on('notification', ({ payload }) => {
        if (payload !== self) bell.ring();
      });
      await client.query(`LISTEN ${CHANNEL}`);
    },
    onLost: lost,
    log,
  });

  const keepListening = async (): Promise<void> => {
    let retryMs = FIRST_RETRY_MS;
    while (!stop.signal.aborted) {
      try {
        await connection.get();
        // What was told while nobody listened is to be looked for.
        bell.ring();
        return;
      } catch (err) {
        log?.warn({ err, retryMs }, 'cannot listen for events of other processes yet');
        await sleep(retryMs, undefined, { signal: stop.signal }).catch(() => {});
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      }
    }
  };

  const notify = async (): Promise<void> => {
    // Those who wait in this process come first.
    await turn();
    while (wanted) {
      wanted = false;
      try {
        await pool.query(`NOTIFY ${CHANNEL}, '${self}'`);
      } catch (err) {
        log?.warn({ err }, 'could not tell other processes of new events; they look by themselves');
      }
      await sleep(NOTIFY_PAUSE_MS);
    }
    notifying = undefined;
  };

  return {
    tell() {
      bell.ring();
      if (stop.signal.aborted) return;
      wanted = true;
      notifying ??= notify();
    },
    listen() {
      if (!stop.signal.aborted) listening ??= keepListening();
    },
    async close() {
      stop.abort();
      await notifying;
      await listening;
      await connection.close();
    },
  };
}
