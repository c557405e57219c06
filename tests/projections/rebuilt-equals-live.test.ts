import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { anyHistory } from '#tests/support/histories/random-histories.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { SEED } from '#tests/support/seed.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, sorted } from './oracle.ts';
import { appendHistory, dumpReadModels, startProjections } from './projection-world.ts';

const HISTORIES = 10;

test('on random histories the rebuilt read models equal the live ones and an oracle in SQL', async () => {
  console.log(`projections: ${HISTORIES} random histories, SEED=${SEED}`);
  const rowsSeen: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(anyHistory({ steps: 250, name: 'random' }), async (history) => {
      const database = await createTestDatabase();
      try {
        const { store, runner, stop } = await startProjections(database.pool);
        const last = await appendHistory(store, history);
        expect(await runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
        const live = await dumpReadModels(database.pool);
        const outcome = await rebuild({ pool: database.pool, store, projections: allProjections });
        expect(outcome).toMatchObject({ ok: true, events: history.length });
        await stop();

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
  for (const rows of Object.values(rowsSeen)) expect(rows).toBeGreaterThan(HISTORIES);
});
