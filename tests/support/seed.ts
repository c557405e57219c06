/**
 * The seed of all randomness in the tests, so that a commit gives the same result on every machine. `SEED=$RANDOM
 * npm test` tries new cases.
 */
export const SEED = Number(process.env.SEED ?? 20261121);
