import type pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/local-date.ts';
import { createWakeSignal } from '#platform/event-store/catch-up.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createNews, type News } from '#platform/event-store/postgres/append-news.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { aStream, events, hear, ids } from './store-under-test.ts';

const NEWEST = { position: 1, id: newId() };
/** Between two notifications of one process. */
const PAUSE_MS = 5;

const database = databaseWorld();
const opened: Process[] = [];
const ending = new AbortController();
afterEach(async () => {
  for (const { close, time } of opened.splice(0)) {
    const closed = close();
    await time.pass(PAUSE_MS);
    await closed;
  }
});

type Process = News & {
  readonly time: SteppedTime;
  readonly warnings: string[];
  /** Resolves at the next ring. */
  rung(): Promise<unknown>;
};

function openProcess(listenConfig: pg.ClientConfig = { connectionString: database.url }): Process {
  const time = steppedTime();
  const bell = createWakeSignal(time.scheduler);
  const warnings: string[] = [];
  const log = { warn: (...given: unknown[]) => void warnings.push(`${given[1]}`) };
  const { pool } = database;
  const news = createNews({ pool, listenConfig, bell, scheduler: time.scheduler, log });
  const process = { ...news, time, warnings, rung: () => bell.next(DAY_MS, ending.signal).rung };
  opened.push(process);
  return process;
}

/** Resolves when it is sure to hear everything from now on. */
async function listening(process: Process): Promise<void> {
  const ready = process.rung();
  process.listen();
  await ready;
}

const listeners = (action: string) =>
  database.pool.query(`SELECT ${action} FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`);

it('a process hears of the appends of another one, and listens again after a lost connection', async () => {
  const [writer, reader] = [openProcess(), openProcess()];
  await listening(reader);
  const heard = reader.rung();
  writer.tell(NEWEST);
  await heard;

  const again = reader.rung();
  await listeners('pg_terminate_backend(pid)');
  await again;
  await writer.time.pass(PAUSE_MS);
  const later = reader.rung();
  writer.tell(NEWEST);
  await later;
  expect((await listeners('pid')).rowCount).toBe(1);
});

it('a process looks at the log once at a time', async () => {
  const process = openProcess();
  let looks = 0;
  const check = async (client: pg.Client) => {
    looks += 1;
    await client.query('SELECT pg_sleep(0.1)');
  };
  await Promise.all([process.look(check), process.look(check)]);
  expect(looks).toBe(1);
  await process.look(check);
  expect(looks).toBe(2);
});

it('a process wakes its own readers at once, and only once', async () => {
  const [process, other] = [openProcess(), openProcess()];
  await listening(process);
  let rings = 0;
  const count = (): Promise<void> =>
    process.rung().then(() => {
      rings += 1;
      return count();
    });
  void count();
  process.tell(NEWEST);
  await process.time.nextPause();
  expect(rings).toBe(1);
  // The notification of the other process comes after its own.
  other.tell(NEWEST);
  await expect.poll(() => rings).toBe(2);
});

it('an append of which no news comes is found a quarter of a second later', {
  tags: ['reliability-18'],
}, async () => {
  const time = steppedTime();
  const reader = createPostgresEventStore({ pool: database.pool, scheduler: time.scheduler });
  const [told, silent] = [database.pool, withoutNews(database.pool)].map((pool) =>
    createPostgresEventStore({ pool }),
  ) as [EventStore, EventStore];
  const [first, second] = [events(1), events(1)];
  const found: string[] = [];
  const heard = hear(reader, { after: await told.head() }, (all) => {
    found.splice(0, 2, ...ids(all));
    return all.length === 2;
  });
  await expect.poll(async () => (await listeners('pid')).rowCount).toBe(1);
  await told.append(aStream(), first, 'no stream');
  await expect.poll(() => found).toEqual(ids(first));
  await silent.append(aStream(), second, 'no stream');
  await time.pass(250);
  expect(ids(await heard)).toEqual(ids([...first, ...second]));
  await Promise.all([reader, told, silent].map((store) => store.close()));
});

/** Its notifications are lost. */
function withoutNews(pool: pg.Pool): pg.Pool {
  const query = (text: string, values?: unknown[]) =>
    text.startsWith('NOTIFY') ? Promise.resolve() : pool.query(text, values);
  return new Proxy(pool, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) });
}

it('a process that cannot listen tries again, and says so', async () => {
  const process = openProcess({ connectionString: `${database.url}_that_is_not_there` });
  const pause = process.time.nextPause();
  process.listen();
  await pause;
  expect(process.warnings).toEqual(['cannot listen for events of other processes yet']);
  const next = process.time.nextPause();
  await process.time.pass(100);
  await next;
  expect(process.warnings).toHaveLength(2);
});
