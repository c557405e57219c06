import { beforeEach, expect, it } from 'vitest';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createCheckpointProgress, readModelsOf } from '#projections/runner/progress.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';

const database = databaseWorld();
const readModels = readModelsOf(allProjections);
let time: SteppedTime;
let bus: LiveBus;
beforeEach(async () => {
  time = steppedTime();
  bus = createMemoryLiveBus({ log: createLog('silent') });
  await commitTo(5);
});

const commitTo = (position: number) =>
  database.pool.query('UPDATE read.shards SET position = $1', [position]);
const ALL = [0, 1, 2, 3];
/** By a process that holds these of four shards. */
const tell = (position: number, by?: string, shards: readonly number[] = ALL) =>
  bus.publish({
    ...{ kind: 'committed', position, changes: [] },
    ...(by !== undefined && { readModels: by, shards, of: ALL.length }),
  });

/** A process that does not project, and how often it has read the checkpoints. */
function listener(projections: readonly { readonly name: string }[] = allProjections) {
  let reads = 0;
  const pool = {
    query: (text: string, values: readonly unknown[]) => {
      reads += 1;
      return database.pool.query(text, [...values]);
    },
  };
  const deps = { pool: pool as never, projections, bus, scheduler: time.scheduler };
  return { progress: createCheckpointProgress(deps), reads: () => reads };
}

it('no position is reached while a read model has no checkpoint', async () => {
  expect(await listener().progress.waitFor(5, 1_000)).toBe(true);

  const unbuilt = listener([...allProjections, { name: 'not built yet' }]).progress;
  const asked = time.nextPause();
  const waiting = unbuilt.waitFor(5, 1_000);
  // The checkpoints have been read once by then.
  await Promise.race([asked, waiting]);
  await time.pass(1_000);
  expect(await waiting).toBe(false);
});

it('a process that hears of commits reads no checkpoints, however many calls wait', async () => {
  const { progress, reads } = listener();
  tell(6, readModels);
  expect([progress.position(), await progress.waitFor(6, 1_000)]).toEqual([6, true]);
  for (let position = 7; position <= 40; position += 1) {
    const waiting = [progress.waitFor(position, 1_000), progress.waitFor(position, 1_000)];
    await time.pass(100);
    tell(position, readModels);
    expect(await Promise.all(waiting)).toEqual([true, true]);
  }
  expect(reads()).toBe(0);
});

it('a commit of which no news arrived is found a quarter of a second later', {
  tags: ['reliability-18'],
}, async () => {
  const { progress } = listener();
  tell(6, readModels);
  const asked = time.nextPause();
  const waiting = progress.waitFor(7, 5_000);
  await asked;
  await commitTo(7);
  await time.pass(250);
  expect(await waiting).toBe(true);
});

it('after lost news the checkpoints are read at once', async () => {
  const { progress } = listener();
  tell(6, readModels);
  const asked = time.nextPause();
  const waiting = progress.waitFor(7, 5_000);
  await asked;
  await commitTo(7);
  bus.publish({ kind: 'missed' });
  expect(await waiting).toBe(true);
  expect(time.scheduler.now()).toBe(0);
});

it('the news of a version with other read models moves no position, nor does that of rows without an event', async () => {
  const { progress } = listener();
  tell(6, readModels);
  tell(9, readModelsOf([{ name: 'other' }]));
  tell(9);
  tell(-1);
  expect(progress.position()).toBe(6);
});

it('a position is never taken back', async () => {
  const { progress } = listener();
  tell(8, readModels);
  tell(7, readModels);
  bus.publish({ kind: 'missed' });
  const asked = time.nextPause();
  void progress.waitFor(9, 1_000);
  await asked;
  expect(progress.position()).toBe(8);
});

it('a position is reached when the news of every shard has reached it', async () => {
  const { progress, reads } = listener();
  tell(6, readModels);
  tell(9, readModels, [0, 1]);
  expect(progress.position()).toBe(6);
  tell(8, readModels, [2, 3]);
  expect(progress.position()).toBe(8);
  expect(reads()).toBe(0);
});
