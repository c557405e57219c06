import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReadAllOptions } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { readLag } from '#projections/runner/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { recordSale } from './sale-event.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await database.drop();
});

const HOUR_MS = 3_600_000;

it.each([
  ['ahead of', HOUR_MS],
  ['behind', -HOUR_MS],
])(
  'an event that is not projected has its age, also where the clock of the process is %s that of the database',
  {
    tags: ['reliability-53'],
  },
  async (_, skew) => {
    const store = createPostgresEventStore({ pool: database.pool });
    await recordSale(store, 'acme');
    const halfAnHourAgo = (instant: string) => new Date(Date.parse(instant) - HOUR_MS / 2).toISOString();
    const log = {
      head: store.head,
      readAll: async (options: ReadAllOptions) =>
        (await store.readAll(options)).map((event) => ({
          ...event,
          recordedAt: halfAnHourAgo(event.recordedAt),
        })),
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew });
    const lags = await readLag(database.pool, log, allProjections);
    expect(lags.length).toBe(allProjections.length);
    for (const { positions, seconds } of lags) {
      expect(positions).toBeGreaterThan(0);
      expect(seconds).toBeGreaterThan(1790);
      expect(seconds).toBeLessThan(2700);
    }
    await store.close();
  },
);
