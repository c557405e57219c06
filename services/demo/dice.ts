/** Random numbers that are always the same for the same words: a demo that anybody can talk about. */
export type Dice = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** One of the values, as often as their weights say. */
  weighted<Value extends string>(weights: Readonly<Record<Value, number>>): Value;
};

/** FNV-1a over the words, then mulberry32: small, and good enough for a story. */
export function createDice(...words: readonly (string | number)[]): Dice {
  let seed = 0x811c9dc5;
  for (const letter of words.join('\n')) {
    seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (values) => {
      const picked = values[between(0, values.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    weighted: (weights) => {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error('the weights are all zero');
    },
  };
}
