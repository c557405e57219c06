import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPostgresLiveBus } from '#platform/live/live-bus.postgres.ts';
import { createLog } from '#platform/log.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { committed, describeLiveBus, listenOn, uncommitted } from './live-bus.suite.ts';

// One for each test: news of the test before may still be on its way in the same.
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const PING_MS = 5_000;
const open = () => createPostgresLiveBus({ connectionString: database.url, log: createLog('silent') });

describeLiveBus('Postgres', open, 3);

describe('live bus on Postgres, its limits', () => {
  it('leaves the keys out of a message that a notification cannot carry', async () => {
    const [near, far] = [listenOn(await open()), listenOn(await open())];
    const keys = Array.from({ length: 300 }, (_, at) => ({
      employee_id: `employee-${at}`,
      date: '2026-11-21',
    }));
    near.bus.publish(committed(9, keys));
    await vi.waitFor(() => expect(far.heard).toEqual([committed(9, [])]), WAIT_OPTIONS);
    expect(near.heard).toEqual([committed(9, keys)]);
    await Promise.all([near.bus.close(), far.bus.close()]);
  });

  it('says that news was missed when even that is too long', async () => {
    const [near, far] = [listenOn(await open()), listenOn(await open())];
    const changes = Array.from({ length: 300 }, (_, at) => ({
      model: 'employee-days',
      companyId: `company-${at}`,
      keys: [],
    }));
    near.bus.publish({ kind: 'committed', position: 3, changes });
    await vi.waitFor(() => expect(far.heard).toEqual([{ kind: 'missed' }]), WAIT_OPTIONS);
    await Promise.all([near.bus.close(), far.bus.close()]);
  });

  it('leaves out uncommitted rows that a notification cannot carry: the commit announces them anyway', async () => {
    const [near, far] = [listenOn(await open()), listenOn(await open())];
    near.bus.publish(uncommitted(3, 'x'.repeat(9_000)));
    near.bus.publish(committed(3));
    await vi.waitFor(() => expect(far.heard).toEqual([committed(3)]), WAIT_OPTIONS);
    expect(near.heard).toHaveLength(2);
    await Promise.all([near.bus.close(), far.bus.close()]);
  });

  it('reconnects by itself, reports the loss of messages on both sides, and works again', {
    tags: ['reliability-18'],
  }, async () => {
    const [near, far] = [listenOn(await open()), listenOn(await open())];
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'tallyboard news' AND datname = current_database()`,
    );
    near.bus.publish(committed(1));
    await vi.waitFor(() => {
      expect(near.heard).toContainEqual({ kind: 'missed' });
      expect(far.heard).toContainEqual({ kind: 'missed' });
    }, WAIT_OPTIONS);
    near.bus.publish(committed(2));
    await vi.waitFor(() => expect(far.heard.at(-1)).toEqual(committed(2)), WAIT_OPTIONS);
    await Promise.all([near.bus.close(), far.bus.close()]);
  });

  it('has one statement under way at a time, also while it pings', async () => {
    const time = steppedTime();
    const { query } = pg.Client.prototype;
    let [underWay, most] = [0, 0];
    const counting = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...asked: unknown[]
    ) {
      most = Math.max(most, ++underWay);
      return (Reflect.apply(query, this, asked) as unknown as Promise<unknown>).finally(() => --underWay);
    });
    // From before it is connected, the time of its pings passes.
    const opening = createPostgresLiveBus({
      connectionString: database.url,
      log: createLog('silent'),
      scheduler: time.scheduler,
    });
    await time.pass(PING_MS);
    const { bus } = listenOn(await opening);
    const far = listenOn(await open());
    most = 0;
    for (let round = 1; round <= 3; round += 1) {
      bus.publish(committed(round));
      await time.pass(PING_MS);
      await vi.waitFor(() => expect(far.heard.at(-1)).toEqual(committed(round)), WAIT_OPTIONS);
    }
    expect(most).toBe(1);
    counting.mockRestore();
    await Promise.all([bus.close(), far.bus.close()]);
  });

  it('refuses to start without a server', async () => {
    const connectionString = 'postgres://nobody@127.0.0.1:1/none';
    await expect(createPostgresLiveBus({ connectionString, log: createLog('silent') })).rejects.toThrow();
  });
});
