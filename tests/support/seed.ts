/**
 * Of everything random in the tests, so that one commit says the same on every machine. `SEED=$RANDOM npm test` looks
 * where nobody has looked yet.
 */
export const SEED = Number(process.env.SEED ?? 20261121);
