import { expect, it, onTestFinished } from 'vitest';
import { UnwritableEvent } from '#contracts/events/codec.ts';
import type { EventDeclaration } from '#contracts/events/event.ts';
import { events } from '#contracts/events/vocabulary.ts';
import {
  BEAT_MS,
  joinProcesses,
  type RunningProcesses,
} from '#platform/commands/running-processes.postgres.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { commandsOf, contextOf, TODAY } from '#tests/support/command-world.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

const database = databaseWorld();

const OLD = { GoalAdded: 1, GoalEdited: 1 };
const NEW = { GoalAdded: 1, GoalEdited: 2, GoalPainted: 1 };

async function join(reads: Readonly<Record<string, number>>, pool = database.pool) {
  const time = steppedTime();
  const process = await joinProcesses(pool, time.scheduler, reads);
  onTestFinished(process.leave);
  return { ...process, beat: () => time.pass(BEAT_MS), time };
}

/** The versions of the two types that differ. */
const written = ({ readByAll }: Pick<RunningProcesses, 'readByAll'>) => [
  readByAll.GoalEdited,
  readByAll.GoalPainted,
];

it('a new version is written once every running process reads it', async () => {
  const older = await join(OLD);
  const newer = await join(NEW);
  expect(written(newer)).toEqual([1, 0]);
  await older.leave();
  await newer.beat();
  await expect.poll(() => written(newer)).toEqual([2, 1]);
  await newer.leave();
});

it('a process that was killed is waited for as long as it could still be running', async () => {
  const newer = await join(NEW);
  await database.pool.query(`INSERT INTO processes VALUES (gen_random_uuid(), $1, clock_timestamp())`, [OLD]);
  await newer.beat();
  await expect.poll(() => written(newer)).toEqual([1, 0]);
  await database.pool.query(`UPDATE processes SET beat_at = beat_at - interval '16 s' WHERE reads = $1`, [
    OLD,
  ]);
  await newer.beat();
  await expect.poll(() => written(newer)).toEqual([2, 1]);
  await newer.leave();
});

it('an older process that starts beside a newer one begins when that has seen it', async () => {
  const newer = await join(NEW);
  const time = steppedTime();
  const pauses = time.nextPause();
  const joining = joinProcesses(database.pool, time.scheduler, OLD);
  await pauses;
  await newer.beat();
  await expect.poll(() => written(newer)).toEqual([1, 0]);
  await time.pass(2 * BEAT_MS);
  const older = await joining;
  expect(written(older)).toEqual([1, 0]);
  await Promise.all([older.leave(), newer.leave()]);
});

it('after an outage no process is taken for ended because it could not say that it runs', async () => {
  const older = await join(OLD);
  const newer = await join(NEW);
  await database.pool.query('ALTER TABLE processes RENAME TO away');
  for (let beat = 0; beat < 4; beat++) await newer.beat();
  await database.pool.query(`ALTER TABLE away RENAME TO processes`);
  await database.pool.query(`UPDATE processes SET beat_at = beat_at - interval '1 minute' WHERE reads = $1`, [
    OLD,
  ]);
  const beaten = async () => {
    const { rows } = await database.pool.query('SELECT max(beat_at) AS at FROM processes');
    await newer.beat();
    const later = 'SELECT FROM processes WHERE beat_at > $1';
    await expect.poll(async () => (await database.pool.query(later, [rows[0].at])).rowCount).toBe(1);
  };
  for (let beat = 0; beat < 7; beat++) await beaten();
  expect(written(newer)).toEqual([1, 0]);
  for (let beat = 0; beat < 2; beat++) await beaten();
  await expect.poll(() => written(newer)).toEqual([2, 1]);
  await Promise.all([older.leave(), newer.leave()]);
});

it('an event is told in the version that all read, or refused when it cannot be', async () => {
  const declared = events.GoalAdded as EventDeclaration as {
    -readonly [Key in keyof EventDeclaration]: EventDeclaration[Key];
  };
  declared.upcasters = [(data) => data];
  onTestFinished(() => {
    delete declared.upcasters;
    delete declared.downcasters;
  });
  const store = createMemoryEventStore();
  const { addGoal } = commandsOf(store, { readByAll: { GoalAdded: 1 } });
  const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5, entryDate: TODAY };
  await expect(addGoal(contextOf('acme'), goal)).rejects.toThrow(UnwritableEvent);
  declared.downcasters = [(data) => ({ ...(data as object), isFormer: true })];
  expect(await addGoal(contextOf('acme'), goal)).toMatchObject({ ok: true });
  const [added] = await store.readAll({ after: -1, limit: 9 });
  expect(added).toMatchObject({ version: 1, data: { isFormer: true } });
});
