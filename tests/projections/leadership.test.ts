import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { leadWhenPossible } from '#projections/runner/leadership.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('the connection of the leader waits a minute for a statement, and no longer', async () => {
  const ending = new AbortController();
  const set: string[] = [];
  await leadWhenPossible({
    pool: database.pool,
    log: createLog('silent'),
    scheduler: systemScheduler,
    signal: ending.signal,
    async work(connection) {
      const { rows } = await connection.query('SHOW statement_timeout');
      set.push(rows[0].statement_timeout);
      ending.abort();
    },
  });
  expect(set).toEqual(['1min']);
});
