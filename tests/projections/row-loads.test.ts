import { expect, inject, it } from 'vitest';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { appendHistory, startProjections } from './projection-world.ts';

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
