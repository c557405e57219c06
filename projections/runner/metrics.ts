import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { ReadModel } from './read-model.ts';

export type Lag = {
  readonly projection: string;
  /** Positions of the log not yet projected. */
  readonly positions: number;
  /** Age of the oldest event not yet projected; 0 when there is none. */
  readonly seconds: number;
  /** Events set aside because they could not be projected. */
  readonly setAside: number;
};

/** How far each read model that is built is behind the log, by its hindmost shard. Throws when the database is away. */
export async function readLag(
  pool: pg.Pool,
  store: EventStore,
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
    built.map(async ({ projection, position, aside }) => ({
      projection,
      positions: Math.max(0, head - Number(position)),
      seconds: head > Number(position) ? await ageOfNext(store, Number(position)) : 0,
      setAside: Number(aside),
    })),
  );
}

async function ageOfNext(store: EventStore, after: number): Promise<number> {
  const [next] = await store.readAll({ after, limit: 1 });
  return next ? Math.max(0, (Date.now() - Date.parse(next.recordedAt)) / 1000) : 0;
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
