import { expect, inject, it } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { appendHistory, startProjections } from './projection-world.ts';
import { appendToSale, recordSale, saleFacts } from './sale-event.ts';

it('rows are found by their key, also while a table is small', async () => {
  const database = await createTestDatabase({ template: inject('migratedDatabase') });
  const { pool } = database;
  /** How often whole tables and indexes of the days of employees were searched, as the server has counted. */
  async function searches() {
    const { rows } = await pool.query<{ scans: number; searches: number }>(
      `SELECT seq_scan::integer AS scans, idx_scan::integer AS searches FROM pg_stat_user_tables
        WHERE schemaname = 'read' AND relname = 'employee_days'`,
    );
    return rows[0] ?? { scans: 0, searches: 0 };
  }
  async function projecting(): Promise<number> {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'tallyboard projections' AND datname = current_database()`,
    );
    return rowCount ?? 0;
  }
  /** By a process of its own, whose memory is empty. When its connection is gone, the server has counted its searches. */
  async function projectByItself(events: Parameters<typeof appendHistory>[1]): Promise<void> {
    const process = await startProjections(pool);
    const last = await appendHistory(process.store, events);
    expect(await process.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
    await process.stop();
    await expect.poll(projecting).toBe(0);
  }
  const events = [...workingHistory({ events: 600, companies: 12, employees: 4, days: 2 })];
  try {
    await projectByItself(events.slice(0, 500));
    const before = await searches();
    await projectByItself(events.slice(500));
    const after = await searches();
    expect(after.searches).toBeGreaterThan(before.searches);
    expect(after.scans).toBe(before.scans);
  } finally {
    await database.drop();
  }
});

it('rows hold any text, whether they are new, changed, or loaded again', async () => {
  const database = await createTestDatabase({ template: inject('migratedDatabase') });
  const names = [
    '"',
    '\\',
    '\\"',
    '{',
    '{}',
    'NULL',
    'null',
    ' a ',
    'a,b',
    'a\n\t\rb',
    "'",
    '',
    '𝒜 é 🙂',
    '$1',
  ];
  const stored = async () => {
    const sql = 'SELECT sale_id, sale_name, details FROM read.sales ORDER BY sale_id';
    return (await database.pool.query({ text: sql, rowMode: 'array' })).rows;
  };
  const ids = names.map((_, at) => `sale-${String(at).padStart(2, '0')}`);
  try {
    const first = await startProjections(database.pool);
    let last = 0;
    for (const [at, saleName] of names.entries())
      last = await recordSale(first.store, 'odd', { saleName }, ids[at]);
    expect(await first.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
    expect(await stored()).toEqual(ids.map((id, at) => [id, names[at], saleFacts().details]));
    await first.stop();
    const second = await startProjections(database.pool);
    for (const [at, saleName] of names.entries()) {
      const data = {
        saleId: ids[at],
        before: saleFacts({ saleName }),
        after: saleFacts({ saleName, details: saleName }),
      };
      last = await appendToSale(second.store, 'odd', ids[at] as string, { type: 'SaleEdited', data });
    }
    expect(await second.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
    const after = ids.map((id, at) => [id, names[at], names[at]]);
    expect(await stored()).toEqual(after);
    await second.stop();
    await rebuild({ pool: database.pool, store: second.store, projections: allProjections });
    expect(await stored()).toEqual(after);
  } finally {
    await database.drop();
  }
});
