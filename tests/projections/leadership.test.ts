import { expect, it } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { leadWhenPossible } from '#projections/runner/leadership.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const database = databaseWorld();

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
