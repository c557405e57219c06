import fc from 'fast-check';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { anyHistory } from '#tests/support/histories/random-histories.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { SEED } from '#tests/support/seed.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, DECISIONS_ON_PAY, sorted } from './oracle.ts';
import { appendHistory, dumpReadModels, startProjections } from './projection-world.ts';

const HISTORIES = 10;

test('on random histories the rebuilt read models equal the live ones and an oracle in SQL', {
  tags: ['reliability-15'],
}, async () => {
  console.log(`projections: ${HISTORIES} random histories, SEED=${SEED}`);
  const rowsSeen: Record<string, number> = {};
  let periodsSeen = 0;
  await fc.assert(
    fc.asyncProperty(anyHistory({ steps: 250, name: 'random', withAccess: true }), async (history) => {
      const database = await createTestDatabase();
      try {
        const { store, runner, stop } = await startProjections(database.pool);
        const last = await appendHistory(store, history);
        expect(await runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
        const live = await dumpReadModels(database.pool);
        const outcome = await rebuild({ pool: database.pool, store, projections: allProjections });
        expect(outcome).toMatchObject({ ok: true, events: history.length });
        await stop();
        periodsSeen += await expectOneCommission(database.pool);

        expect(await dumpReadModels(database.pool)).toEqual(live);
        expect(sorted(live)).toEqual(sorted(await askOracle(database.pool)));
        const { rows } = await database.pool.query('SELECT * FROM read.set_aside');
        expect(rows).toEqual([]);
        for (const [table, lines] of Object.entries(live)) {
          rowsSeen[table] = (rowsSeen[table] ?? 0) + lines.length;
        }
      } finally {
        await database.drop();
      }
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
  // Empty tables would prove nothing.
  for (const [table, rows] of Object.entries(rowsSeen))
    if (!DECISIONS_ON_PAY.includes(table)) expect(rows, table).toBeGreaterThan(HISTORIES);
  expect(periodsSeen).toBeGreaterThan(HISTORIES);
});

/** The report, the total and the list of sales have the same commission, for each person and period. */
async function expectOneCommission(pool: pg.Pool): Promise<number> {
  const queries = createQueries(queriesOn<ReadModels>(pool));
  const read = async <Row extends object>(sql: string) => (await pool.query<Row>(sql)).rows;
  const people = await read<{ company_id: string; employee_id: string }>(
    'SELECT DISTINCT company_id, employee_id FROM read.employee_days',
  );
  const days = (await read<{ day: string }>('SELECT DISTINCT day FROM read.employee_days')).map(
    ({ day }) => day,
  );
  const periods = days.flatMap((from) => days.filter((to) => to >= from).map((to) => ({ from, to })));
  const cents = (rows: readonly { commission: number }[]) =>
    rows.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
  for (const { company_id, employee_id } of people) {
    const list = await queries.salesOfEmployee(company_id, employee_id, { limit: 10_000 });
    for (const { from, to } of periods) {
      const asked = { employeeId: employee_id, from, to };
      const log = await queries.shiftLog(company_id, new Date().toISOString(), { limit: 10_000 }, asked);
      const listed = list.rows.filter(
        ({ status, entry_date }) => status === 'Closed' && entry_date >= from && entry_date <= to,
      );
      const total = await queries.commissionOf(company_id, employee_id, { from, to });
      expect([cents(log.rows), cents(listed)], `${employee_id} ${from} to ${to}`).toEqual([total, total]);
    }
  }
  return people.length * periods.length;
}
