import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { ReadModel } from './read-model.ts';

export type Lag = {
  readonly projection: string;
  /** Positions of the log not yet projected. */
  readonly positions: number;
  /** When the oldest event not yet projected was recorded; null when there is none. */
  readonly since: string | null;
  /** Age of that event; 0 when there is none. */
  readonly seconds: number;
  /** Events set aside because they could not be projected. */
  readonly setAside: number;
};

/**
 * How far each read model that is built is behind the log, by its hindmost shard. Throws when the database is away. Ages
 * are by the clock of the database server, which also dates the events in it: that of this machine may differ. On
 * EventStoreDB they depend on the clocks of the two servers.
 */
export async function readLag(
  pool: pg.Pool,
  store: Pick<EventStore, 'head' | 'readAll'>,
  models: readonly ReadModel[],
): Promise<Lag[]> {
  const head = await store.head();
  const { rows } = await pool.query<{ projection: string; version: number; position: string; aside: string }>(
    `SELECT projection, version, position,
            (SELECT count(*) FROM read.set_aside a WHERE a.projection = c.projection) AS aside
       FROM read.checkpoints c`,
  );
  const built = rows.filter(({ projection, version }) =>
    models.some((model) => model.name === projection && model.version === version),
  );
  return Promise.all(
    built.map(async ({ projection, position, aside }) => {
      const since = head > Number(position) ? await recordedAfter(store, Number(position)) : null;
      return {
        projection,
        positions: Math.max(0, head - Number(position)),
        since,
        seconds: since === null ? 0 : await ageOf(pool, since),
        setAside: Number(aside),
      };
    }),
  );
}

async function recordedAfter(store: Pick<EventStore, 'readAll'>, after: number): Promise<string | null> {
  const [next] = await store.readAll({ after, limit: 1 });
  return next?.recordedAt ?? null;
}

async function ageOf(pool: pg.Pool, instant: string): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    'SELECT extract(epoch FROM clock_timestamp() - $1::timestamptz)::float8 AS seconds',
    [instant],
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/** Registers the gauges, read at each scrape, and returns the counter that an alert should watch. */
export function registerProjectionMetrics(
  registry: Registry,
  read: () => Promise<readonly Lag[]>,
): Counter<'projection'> {
  let reading: Promise<readonly Lag[]> | undefined;
  const readOnce = () => {
    reading ??= read()
      .catch(() => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = (name: string, help: string, figure: (lag: Lag) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['projection'],
      registers: [registry],
      async collect() {
        // While the database is away the last known values stand.
        for (const lag of await readOnce()) this.set({ projection: lag.projection }, figure(lag));
      },
    });
  gauge(
    'tallyboard_projection_lag_positions',
    'Positions of the log not yet projected',
    (lag) => lag.positions,
  );
  gauge(
    'tallyboard_projection_lag_seconds',
    'Age of the oldest event not yet projected',
    (lag) => lag.seconds,
  );
  gauge('tallyboard_projection_set_aside', 'Events set aside until a rebuild', (lag) => lag.setAside);
  return new Counter({
    name: 'tallyboard_projection_set_aside_total',
    help: 'Events that could not be projected and were set aside',
    labelNames: ['projection'],
    registers: [registry],
  });
}
