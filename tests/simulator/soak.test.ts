import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { planOfADay } from './plan.ts';
import { NO_BUG } from './planted-bugs.ts';
import { simulate } from './simulate.ts';
import { createSimulatedDatabase } from './simulated-database.ts';
import { openWorld } from './world.ts';

/** More than half a day of one company can need. */
const GROWTH_MB = 2;
/** A process that is cut off closes nothing, so the simulator keeps some of it. */
const OF_A_PROCESS_MB = 4;

/** Of virtual time in which every timer falls due as often as it would. Half a minute takes a second. */
const MINUTES = Number(process.env.SIMULATOR_SOAK_MINUTES ?? 0.5);
const MINUTE_MS = 60_000;
/** However many minutes pass: nearly all of it is what V8 compiles in the first hour. */
const OF_TIME_ALONE_MB = 1;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

it('a day with its midnights and faults loses nothing, doubles nothing and keeps no memory', {
  tags: ['reliability-24'],
}, async () => {
  const database = await createSimulatedDatabase();
  const plan = planOfADay(1);
  const looks: { readonly heap: number; readonly starts: number }[] = [];
  const findings = await simulate(1, database, NO_BUG, plan, (step, starts) => {
    // Everything has been used by then.
    if (step === plan.length >> 1 || step === plan.length - 1) looks.push({ heap: heapMb(), starts });
  });
  await database.drop();
  expect(findings).toEqual([]);
  const [noon, midnight] = looks;
  if (!noon || !midnight) throw new Error('the day was too short');
  const most = GROWTH_MB + OF_A_PROCESS_MB * (midnight.starts - noon.starts);
  expect(midnight.heap - noon.heap).toBeLessThan(most);
});

it('time alone keeps no memory and no timer', {
  tags: ['reliability-24'],
  timeout: 3_600_000 * 12,
}, async () => {
  const database = await createSimulatedDatabase();
  const world = await openWorld(1, database);
  await world.start();
  const look = async (minutes: number) => {
    await world.time.pass(minutes * MINUTE_MS);
    return { heap: heapMb(), timers: world.time.waiting() };
  };
  // V8 compiles most of what runs meanwhile.
  await look(0.5);
  const first = await look(0.5);
  const last = await look(MINUTES);
  await world.close();
  await database.drop();
  expect(last.timers).toBe(first.timers);
  expect(last.heap - first.heap).toBeLessThan(OF_TIME_ALONE_MB);
});
