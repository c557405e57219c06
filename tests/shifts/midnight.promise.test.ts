import { afterAll, beforeAll, expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { endForgottenShiftsJob } from '#services/shifts/end-forgotten-shifts.job.ts';
import { startProjections } from '#tests/projections/projection-world.ts';
import { type Commands, commandsOf, contextOf, done, smallCompany } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { expectRatio } from '#tests/support/promised.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

const SHIFTS = 160;
const SIGNED_IN = '2026-08-03T14:00:00.000Z';
const AFTER_MIDNIGHT = new Date('2026-08-04T04:00:00.000Z');

let database: TestDatabase;
let world: Awaited<ReturnType<typeof startProjections>>;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await startProjections(database.pool);
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

async function caughtUp(): Promise<void> {
  const head = await world.store.head();
  if (!(await world.runner.progress.waitFor(head, MAX_WAIT_MS))) throw new Error('projections stand still');
}

async function signPeopleIn(commands: Commands, people: number): Promise<void> {
  const { companyId, campaignId } = await smallCompany(commands);
  for (let nth = 0; nth < people; nth += 1) {
    const names = { firstName: 'Ada', lastName: `Nr ${nth}`, email: `ada${nth}@${companyId}.test` };
    const person = { ...names, role: 'sales associate', campaignId };
    const { employeeId } = await done(commands.addEmployee(contextOf(companyId), person));
    const ctx = contextOf(companyId, { actorId: employeeId, now: SIGNED_IN });
    await done(commands.login(ctx, { employeeId, timeZone: 'America/Toronto' }));
  }
}

/** Milliseconds of the job at midnight, until the read models show it. */
async function midnightOf(companies: number): Promise<number> {
  const commands = commandsOf(world.store);
  await Promise.all(Array.from({ length: companies }, () => signPeopleIn(commands, SHIFTS / companies)));
  await caughtUp();
  const { openShifts } = createEmployeeDaysQueries(queriesOn<ReadModels>(database.pool));
  const clock = { now: () => AFTER_MIDNIGHT };
  // A process that has just started: no company is in its memory.
  const { endForgotten } = commandsOf(world.store);
  const job = endForgottenShiftsJob({ clock, openShifts, endForgotten });
  expect(await openShifts()).toHaveLength(SHIFTS);
  const began = performance.now();
  const run = {
    jobId: 'midnight',
    attempt: 1,
    signal: new AbortController().signal,
    log: createLog('silent'),
  };
  await job.handler({}, run);
  await caughtUp();
  const ms = performance.now() - began;
  expect(await openShifts()).toEqual([]);
  return ms;
}

it('a midnight in 40 times as many companies takes at most twice as long', {
  tags: ['reliability-28'],
}, async () => {
  await midnightOf(4);
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    few.push(await midnightOf(4));
    many.push(await midnightOf(SHIFTS));
  }
  expectRatio(
    2,
    { name: `${SHIFTS} shifts in as many companies`, ms: Math.min(...many) },
    { name: `${SHIFTS} shifts in 4 companies`, ms: Math.min(...few) },
  );
});
