import { Gauge, type Registry } from 'prom-client';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { SealLinks } from './seal-links.postgres.ts';

export type SealLag = {
  /** Positions of the log not yet sealed. */
  readonly positions: number;
  /** Age of the oldest event not yet sealed; 0 when there is none. */
  readonly seconds: number;
};

export type SealLagDeps = {
  readonly links: Pick<SealLinks, 'progress'>;
  readonly store: Pick<EventStore, 'head' | 'readAll'>;
};

/** How far the chains are behind the log. Throws when the database or the store is away. */
export async function readSealLag({ links, store }: SealLagDeps): Promise<SealLag> {
  const after = await links.progress();
  const positions = Math.max(0, (await store.head()) - after);
  const [next] = positions > 0 ? await store.readAll({ after, limit: 1 }) : [];
  const seconds = next ? Math.max(0, (Date.now() - Date.parse(next.recordedAt)) / 1000) : 0;
  return { positions, seconds };
}

/** Gauges, read at each scrape. An alert should watch the second one. */
export function registerSealMetrics(registry: Registry, deps: SealLagDeps): void {
  const gauge = (name: string, help: string, figure: (lag: SealLag) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // While the database is away the gauge keeps its last value.
        const lag = await readSealLag(deps).catch(() => null);
        if (lag) this.set(figure(lag));
      },
    });
  gauge('tallyboard_seal_lag_positions', 'Positions of the log not yet sealed', (lag) => lag.positions);
  gauge('tallyboard_seal_lag_seconds', 'Age of the oldest event not yet sealed', (lag) => lag.seconds);
}
