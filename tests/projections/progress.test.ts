import { afterAll, beforeAll, expect, it } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('UPDATE read.checkpoints SET position = 5');
});
afterAll(() => database.drop());

it('a position is reached only when every read model is there and has it', async () => {
  const time = steppedTime();
  const progressOf = (projections: readonly { readonly name: string }[]) =>
    createCheckpointProgress({ pool: database.pool, projections, scheduler: time.scheduler });
  expect(await progressOf(allProjections).waitFor(5, 1_000)).toBe(true);

  const unbuilt = progressOf([...allProjections, { name: 'not built yet' }]);
  const asked = time.nextPause();
  const waiting = unbuilt.waitFor(5, 1_000);
  // The checkpoints have been read once by then.
  await Promise.race([asked, waiting]);
  await time.pass(1_000);
  expect(await waiting).toBe(false);
});
