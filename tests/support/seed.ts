/**
 * The seed of all randomness in the tests, so that a commit gives the same result on every machine. `SEED=$RANDOM
 * npm test` tries new cases.
 */
export const SEED = Number(process.env.SEED ?? 20261121);

/**
 * How many cases a test tries. A run with a seed of its own, as at night, tries more. A run without one would only try
 * the same cases each time.
 */
export function casesOf({ always, withSeed }: { always: number; withSeed: number }): number {
  return process.env.SEED === undefined ? always : withSeed;
}
