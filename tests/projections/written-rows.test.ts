import { expect, test } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { startProjections } from './projection-world.ts';
import { recordSale } from './sale-event.ts';

test('a Closed sale writes at most five rows', async () => {
  const database = await createTestDatabase();
  try {
    const { store, runner, stop } = await startProjections(database.pool);
    const position = await recordSale(store, 'co', { status: 'Closed' });
    expect(await runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
    await stop();
    const written: Record<string, number> = {};
    for (const { name } of allProjections.flatMap(({ tables }) => Object.values(tables))) {
      // A batch writes everything in the transaction that moves the checkpoints.
      const { rowCount } = await database.pool.query(
        `SELECT FROM read.${name} WHERE xmin = ANY (ARRAY(SELECT DISTINCT c.xmin FROM read.shards c))`,
      );
      if (rowCount) written[name] = rowCount;
    }
    expect(written).toEqual({ sales: 1, employee_days: 1, history: 1, history_moments: 1, pay_sales: 1 });
  } finally {
    await database.drop();
  }
});
