import type { Replay } from '#contracts/endpoints/replay.endpoints.ts';

/** The duration of a day at single speed, in milliseconds. */
export const REPLAY_MS = 60_000;

const MINUTE = 60_000;
/** The empty board before the first event: a minute of a long day, a share of a short one. */
const LEAD = { most: MINUTE, least: 1000, share: 1 / 30 };

/**
 * Pauses pass quickly: of a stretch without events the first five minutes count in full, the rest up to
 * two hours a fifteenth, and the time beyond that (nights, days until a correction) hardly at all.
 */
const TIERS = [
  { upTo: 5 * MINUTE, share: 1 },
  { upTo: 125 * MINUTE, share: 1 / 15 },
  { upTo: Number.POSITIVE_INFINITY, share: 1 / 600 },
] as const;

/**
 * Maps between playing time and instants. `play` is in milliseconds of playing, 0 to REPLAY_MS; instants are in
 * milliseconds UTC. Between two moments the clock runs evenly and never jumps: a pause only runs faster.
 */
export type Tempo = {
  /** The playing time of each moment, in order. */
  readonly plays: readonly number[];
  instantAt(play: number): number;
  playAt(instant: number): number;
};

export function createTempo({ moments, end }: Pick<Replay, 'moments' | 'end'>): Tempo {
  const instants = moments.map(({ at }) => Date.parse(at));
  const last = Math.max(Date.parse(end), ...instants.slice(-1));
  const first = instants[0] ?? last;
  const lead = Math.max(LEAD.least, Math.min(LEAD.most, (last - first) * LEAD.share));
  const stops = [first - lead, ...instants, last];
  const weights = [0];
  for (const [at, stop] of stops.entries())
    if (at > 0) weights.push((weights.at(-1) ?? 0) + weightOf(stop - (stops[at - 1] ?? stop)));
  const whole = weights.at(-1) ?? 1;
  const plays = weights.map((weight) => (weight / whole) * REPLAY_MS);
  return {
    plays: plays.slice(1, -1),
    instantAt: (play) => (play >= REPLAY_MS ? last : between(plays, stops, play)),
    playAt: (instant) => between(stops, plays, instant),
  };
}

function weightOf(stretch: number): number {
  let [weight, from] = [0, 0];
  for (const { upTo, share } of TIERS) {
    weight += Math.max(0, Math.min(stretch, upTo) - from) * share;
    from = upTo;
  }
  return weight;
}

/** Linear interpolation at `x` through the points (xs, ys), neither of which ever falls. */
function between(xs: readonly number[], ys: readonly number[], x: number): number {
  const after = countUpTo(xs, x);
  if (after === 0) return ys[0] ?? 0;
  if (after === xs.length) return ys.at(-1) ?? 0;
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [xs[after - 1], xs[after], ys[after - 1], ys[after]];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

/** How many of the sorted numbers are at most `limit`. */
export function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
