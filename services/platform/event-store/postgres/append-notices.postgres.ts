import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { createBackoff } from '../../concurrency/backoff.ts';
import { newId } from '../../ids.ts';
import type { Log } from '../../log.ts';
import { createDedicatedConnection } from '../dedicated-connection.ts';
import type { WakeSignal } from '../wake-signal.ts';

/** Notifies other processes of appends and listens for theirs. Best effort: readers also poll. */
export type News = {
  /** Call after a commit. Wakes readers of this process at once and others within milliseconds. */
  tell(): void;
  /** Starts to listen. The first subscriber calls it, so that a process that only writes holds no connection. */
  listen(): void;
  close(): Promise<void>;
};

const CHANNEL = 'tallyboard_events';
/** NOTIFY takes a cluster-wide lock and a commit, so a burst of appends shares one. */
const NOTIFY_PAUSE_MS = 5;

export function createNews(deps: {
  readonly pool: pg.Pool;
  readonly listenConfig: pg.ClientConfig;
  readonly bell: WakeSignal;
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
      // Own appends have woken the readers already.
      client.on('notification', ({ payload }) => {
        if (payload !== self) bell.ring();
      });
      await client.query(`LISTEN ${CHANNEL}`);
    },
    onLost: lost,
    log,
  });

  const keepListening = async (): Promise<void> => {
    const backoff = createBackoff({ firstMs: 100, signal: stop.signal });
    while (!stop.signal.aborted) {
      try {
        await connection.get();
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
