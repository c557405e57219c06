import { expect, it } from 'vitest';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { aStream, events, hear, ids } from './store-under-test.ts';

const database = databaseWorld();
const MANY = 50;
/** The first look, those while it begins to listen, and one after each of the two events of another process. */
const FEW = 8;

/** How often the log was read on the connections of the pool, by any reader. */
function countReads(): () => number {
  let reads = 0;
  const { query } = database.pool;
  database.pool.query = ((...asked: Parameters<typeof query>) => {
    if ((asked[0] as { text?: string }).text?.includes('FROM events')) reads += 1;
    return query.apply(database.pool, asked);
  }) as typeof query;
  return () => reads;
}

it('a subscriber gets what its own process wrote without a query, and what another one wrote', async () => {
  // In time that stands still, nothing is found by looking again after a while.
  const time = steppedTime();
  const { pool } = database;
  const store = createPostgresEventStore({ pool, scheduler: time.scheduler });
  const other = createPostgresEventStore({ pool });
  const after = await store.head();
  const reads = countReads();
  const sent = events(2 * MANY + 2);
  const waiting = new Map<number, () => void>();
  const arrived = (count: number) => new Promise<void>((resolve) => waiting.set(count, resolve));
  const heard = hear(store, { after }, (all) => {
    waiting.get(all.length)?.();
    return all.length >= sent.length;
  });
  for (const [nth, event] of sent.entries()) {
    const isOthers = nth === 0 || nth === MANY;
    const next = arrived(nth + 1);
    await (isOthers ? other : store).append(aStream(), [event], 'no stream');
    await next;
  }
  expect(ids(await heard)).toEqual(ids(sent));
  expect(reads()).toBeLessThanOrEqual(FEW);
  let isClosed = false;
  const closed = Promise.all([store.close(), other.close()]).finally(() => {
    isClosed = true;
  });
  // The pauses between its last notifications.
  while (!isClosed) await time.pass(5);
  await closed;
});
