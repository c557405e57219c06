import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { aStream, events, hear, ids } from './store-under-test.ts';

const folder = serverFolder();
let server: EmbeddedPostgres;
let port: number;
const start = () => startEmbeddedPostgres({ directory: join(folder.path, 'pg'), password: 'test', port });

beforeAll(async () => {
  port = await keptPort();
  server = await start();
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

it('a store says so while Postgres is away and goes on when it is back, subscriptions included', async () => {
  const pool = createPool(server.url('postgres'), { max: 4 });
  await migrate(pool);
  const store = createPostgresEventStore({ pool });
  const [before, after] = [events(3), events(3)];
  const heard = hear(store, { after: 0 }, (all) => all.length >= 6);
  await store.append(aStream(), before, 'no stream');

  await server.stop();
  await expect(store.append(aStream(), after, 'no stream')).rejects.toThrow(/^Postgres does not answer/);
  await expect(store.read(aStream())).rejects.toThrow(EventStoreUnavailable);
  await expect(store.readAll({ limit: 1 })).rejects.toThrow(EventStoreUnavailable);
  await expect(store.head()).rejects.toThrow(EventStoreUnavailable);

  server = await start();
  await vi.waitFor(() => store.append(aStream(), after, 'no stream'), WAIT_OPTIONS);
  expect(ids(await heard)).toEqual(ids([...before, ...after]));
  await store.close();
  await pool.end();
});
