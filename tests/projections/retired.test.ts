import { expect, test } from 'vitest';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { startProjections } from './projection-world.ts';
import { recordSale } from './sale-event.ts';

const LEFT = `SELECT projection FROM read.set_aside
              UNION SELECT table_name FROM information_schema.tables WHERE table_schema = 'read'`;

test('the leader drops the tables of former read models, also after another program wrote them again', async () => {
  const database = await createTestDatabase();
  try {
    await (await startProjections(database.pool)).stop();
    await database.pool.query(`
      CREATE TABLE read.commission (company_id text, day date);
      CREATE TABLE read.past_shifts (company_id text, until bigint);
      ALTER TABLE read.commission ENABLE ROW LEVEL SECURITY;
      ALTER TABLE read.past_shifts ENABLE ROW LEVEL SECURITY;
      INSERT INTO read.set_aside VALUES ('commission', 2, 'sale-x', 'co', 'a reason', now())`);

    const held = await database.pool.connect();
    await held.query('BEGIN; SELECT FROM read.commission');
    const blocked = await startProjections(database.pool);
    expect(await blocked.runner.progress.waitFor(await recordSale(blocked.store, 'co'), MAX_WAIT_MS)).toBe(
      true,
    );
    await blocked.stop();
    expect(await left()).toEqual(expect.arrayContaining(['commission', 'past_shifts']));
    await held.query('ROLLBACK');
    held.release();

    const next = await startProjections(database.pool);
    expect(await next.runner.progress.waitFor(await recordSale(next.store, 'co'), MAX_WAIT_MS)).toBe(true);
    await next.stop();
    for (const gone of ['commission', 'past_shifts']) expect(await left()).not.toContain(gone);
    expect(await left()).toContain('employee_days');
  } finally {
    await database.drop();
  }

  async function left(): Promise<string[]> {
    const { rows } = await database.pool.query<{ projection: string }>(LEFT);
    return rows.map(({ projection }) => projection);
  }
});
