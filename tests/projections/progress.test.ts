import { beforeAll, expect, it } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

const database = databaseWorld();
beforeAll(async () => {
  await database.pool.query('UPDATE read.shards SET position = 5');
});

it('no position is reached while a read model has no checkpoint', async () => {
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
