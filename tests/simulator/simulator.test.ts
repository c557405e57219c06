import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { simulateAll } from './simulate.ts';

/** The first ones, in which every planted bug is found, and one that found something once. */
const FIXED = [...Array.from({ length: 20 }, (_, at) => at + 1), 621_904_789];
const FRESH = 4;
const wanted = Number(process.env.SIMULATOR_SEEDS ?? FIXED.length + FRESH);
/** One seed again, alone. */
const one = process.env.SIMULATOR_SEED;

function seeds(): number[] {
  if (one !== undefined) return [Number(one)];
  const first = randomInt(1_000_000, 1_000_000_000);
  const fresh = Array.from({ length: Math.max(FRESH, wanted - FIXED.length) }, (_, at) => first + at);
  console.log(`Simulator seeds: 1 to 20, ${FIXED.at(-1)}, ${fresh[0]} to ${fresh.at(-1)}`);
  return [...FIXED, ...fresh];
}

it('in no simulation is anything lost, doubled, out of order or shown otherwise than it is', {
  tags: ['reliability-54'],
  timeout: 3_600_000 * 12,
}, async () => {
  const found = await simulateAll(seeds());
  expect(found.map(({ seed, findings }) => [`SIMULATOR_SEED=${seed}`, ...findings].join('\n  '))).toEqual([]);
});
