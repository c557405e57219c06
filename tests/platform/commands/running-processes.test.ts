import { setImmediate as othersTurn } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
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

beforeEach(async () => void (await database.pool.query('DELETE FROM processes')));

const OLD = { GoalAdded: 1, GoalEdited: 1 };
const NEW = { GoalAdded: 1, GoalEdited: 2, GoalPainted: 1 };

async function join(reads: Readonly<Record<string, number>>) {
  const time = steppedTime();
  let asked: Promise<unknown> = Promise.resolve();
  const pool = {
    query(text: string, values: readonly unknown[]) {
      asked = database.pool.query(text, [...values]);
      return asked;
    },
  };
  const process = await joinProcesses(pool as never, time.scheduler, reads);
  onTestFinished(process.leave);
  /** Lets two seconds pass, and waits for the beat. */
  async function beat(): Promise<void> {
    await time.pass(BEAT_MS);
    await asked.catch(() => {});
    await othersTurn();
  }
  return { ...process, beat };
}

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
  expect(written(newer)).toEqual([2, 1]);
  await newer.leave();
});

it('a process that was killed is waited for as long as it could still be running', async () => {
  const newer = await join(NEW);
  await database.pool.query(`INSERT INTO processes VALUES (gen_random_uuid(), $1, clock_timestamp())`, [OLD]);
  await newer.beat();
  expect(written(newer)).toEqual([1, 0]);
  await database.pool.query(`UPDATE processes SET beat_at = beat_at - interval '16 s' WHERE reads = $1`, [
    OLD,
  ]);
  await newer.beat();
  expect(written(newer)).toEqual([2, 1]);
  await newer.leave();
});

it('an older process that starts beside a newer one begins when that has seen it', async () => {
  const newer = await join(NEW);
  const time = steppedTime();
  const pauses = time.nextPause();
  const joining = joinProcesses(database.pool, time.scheduler, OLD);
  await pauses;
  await newer.beat();
  expect(written(newer)).toEqual([1, 0]);
  await time.pass(2 * BEAT_MS);
  const older = await joining;
  expect(written(older)).toEqual([1, undefined]);
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
  for (let beat = 0; beat < 7; beat++) await newer.beat();
  expect(written(newer)).toEqual([1, 0]);
  for (let beat = 0; beat < 2; beat++) await newer.beat();
  expect(written(newer)).toEqual([2, 1]);
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
