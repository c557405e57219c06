import pg from 'pg';
import { KEEP_ALIVE } from '../../database.ts';
import { isDatabaseUnavailable } from '../../database-errors.ts';
import type { Log } from '../../log.ts';
import { EventStoreUnavailable } from '../event-store.port.ts';

export type DedicatedConnection = {
  /** The open connection, opened on first use and after a loss. Rejects when Postgres is away. */
  get(): Promise<pg.Client>;
  /** Closes the connection, which counts as a loss; the next `get` opens another one. */
  drop(): void;
  close(): Promise<void>;
};

export type DedicatedConnectionOptions = {
  /** With the client of the pool whose settings these are. */
  readonly config: pg.ClientConfig & Pick<pg.PoolConfig, 'Client'>;
  /** Runs on each new connection before `get` resolves. */
  readonly prepare?: (client: pg.Client) => Promise<unknown>;
  readonly onLost?: () => void;
  readonly log?: Pick<Log, 'warn'> | undefined;
};

const CONNECT_TIMEOUT_MS = 5000;

/** One Postgres connection outside the pool, for LISTEN and for work that must not wait for a free connection. */
export function createDedicatedConnection(options: DedicatedConnectionOptions): DedicatedConnection {
  let current: Promise<pg.Client> | undefined;
  let closed = false;

  const open = async (): Promise<pg.Client> => {
    const Client = (options.config.Client ?? pg.Client) as typeof pg.Client;
    const client = new Client({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...KEEP_ALIVE,
      ...options.config,
    });
    client.on('error', (err) => options.log?.warn({ err }, 'a connection to Postgres was lost'));
    await client.connect();
    try {
      await options.prepare?.(client);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    return client;
  };

  const forget = (connection: Promise<pg.Client>) => {
    if (current !== connection) return false;
    current = undefined;
    return true;
  };

  const openAndWatch = (): Promise<pg.Client> => {
    const opening = open();
    const lost = () => {
      if (forget(opening)) options.onLost?.();
    };
    opening.then(
      (client) => client.once('end', lost),
      () => forget(opening),
    );
    return opening;
  };

  const drop = () => {
    const dropped = current;
    if (!dropped) return;
    current = undefined;
    dropped.then((client) => client.end()).catch(() => {});
    options.onLost?.();
  };

  return {
    get() {
      if (closed) return Promise.reject(new Error('Connection terminated: the event store is closed'));
      current ??= openAndWatch();
      return current;
    },
    drop,
    async close() {
      closed = true;
      const last = current;
      current = undefined;
      await last?.then((client) => client.end()).catch(() => {});
    },
  };
}

/** EventStoreUnavailable for an outage, the error itself for a bug. */
export function outageOr(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  return new EventStoreUnavailable(`Postgres does not answer: ${(error as Error).message}`, { cause: error });
}
