import type * as Esdb from '@eventstore/db-client';
import type { Scheduler } from '../../clock.ts';
import { type BatchAppend, createBatchAppend } from './batch-append.eventstoredb.ts';
import { closeClient } from './wire.eventstoredb.ts';

export type EsdbModule = typeof Esdb;

/** A client of the servers in the URL: it stays with one node, the leader where there are several. */
export type EsdbConnection = {
  readonly esdb: EsdbModule;
  readonly client: Esdb.EventStoreDBClient;
  readonly appends: BatchAppend;
  readonly scheduler: Scheduler;
  /** Aborts when the connection is given up; what listens on it ends, and goes on with the next one. */
  readonly givenUp: AbortSignal;
};

export type EsdbConnections = {
  /** The present connection, or a new one. Throws when `close` was called. */
  connect(): Promise<EsdbConnection>;
  /**
   * Gives a connection up on which an answer was lost: the next one looks for the leader anew. A new one is kept for a
   * moment, or a thousand callers would open a thousand while a server is away.
   */
  giveUp(connection: EsdbConnection): void;
  close(): Promise<void>;
};

const NEW_MS = 250;
/** Longer than the deadline of any call. */
const CALLS_END_MS = 10_000;

export function createEsdbConnections(url: string, scheduler: Scheduler): EsdbConnections {
  let present: Promise<EsdbConnection> | undefined;
  const ends = new Map<EsdbConnection, AbortController>();
  let openedAt = 0;

  const open = async (): Promise<EsdbConnection> => {
    // The client reckons its deadlines in local time: in the hour that a clock change repeats they would be long over, and
    // no leader of a cluster would be found.
    process.env.TZ = 'UTC';
    const esdb = await import('@eventstore/db-client');
    const client = esdb.EventStoreDBClient.connectionString(withDefaults(url));
    const end = new AbortController();
    const appends = createBatchAppend(client, scheduler);
    const connection = { esdb, client, appends, scheduler, givenUp: end.signal };
    ends.set(connection, end);
    openedAt = scheduler.now();
    return connection;
  };

  const dispose = async (connection: EsdbConnection) => {
    ends.get(connection)?.abort();
    ends.delete(connection);
    await closeClient(connection.client);
  };

  return {
    connect() {
      present ??= open().catch((error) => {
        present = undefined;
        throw error;
      });
      return present;
    },
    giveUp(connection) {
      const isNew = scheduler.now() - openedAt < NEW_MS;
      if (isNew || !ends.has(connection) || connection.givenUp.aborted) return;
      present = undefined;
      ends.get(connection)?.abort();
      // Calls that are on their way on it may still be answered.
      scheduler.after(CALLS_END_MS, () => void dispose(connection));
    },
    async close() {
      await present?.catch(() => {});
      await Promise.all([...ends.keys()].map(dispose));
    },
  };
}

/** A node that does not name the leader is left for another one after a second, not after five. */
const DEFAULTS = { gossipTimeout: 1 };

function withDefaults(url: string): string {
  const missing = Object.entries(DEFAULTS).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(url));
  return missing.reduce(
    (long, [name, value]) => `${long}${long.includes('?') ? '&' : '?'}${name}=${value}`,
    url,
  );
}
