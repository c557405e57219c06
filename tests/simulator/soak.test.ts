import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { planOfADay } from './plan.ts';
import { NO_BUG } from './planted-bugs.ts';
import { simulate } from './simulate.ts';
import { createSimulatedDatabase } from './simulated-database.ts';

/** More than what a day of one company can need, and less than a process that is never let go. */
const GROWTH_MB = 10;

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
  const heaps: number[] = [];
  const findings = await simulate(1, database, NO_BUG, plan, (step) => {
    // Everything has been used by then.
    if (step === plan.length >> 1 || step === plan.length - 1) heaps.push(heapMb());
  });
  await database.drop();
  expect(findings).toEqual([]);
  const [noon = 0, midnight = 0] = heaps;
  expect(midnight - noon).toBeLessThan(GROWTH_MB);
});
