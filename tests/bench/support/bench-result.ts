/** One line of a benchmark: ours beside a baseline of the same run. Only the ratio is comparable. */
export type BenchRow = {
  /** What was done. */
  readonly what: string;
  readonly ours: number;
  /** Unit of `ours` and `baseline`, e.g. `appends/s` or `ms`. */
  readonly unit: string;
  readonly baseline: number;
  /** What the baseline is. */
  readonly against: string;
  /** ours ÷ baseline. */
  readonly ratio: number;
  /** What was asked, in words: `≥ 4×`, `p50 ≤ 2.5×`. */
  readonly reach: string;
  readonly reached: boolean;
};

export type BenchResult = {
  readonly name: string;
  readonly rows: readonly BenchRow[];
  /** What a reader needs to trust the figures: settings, server versions, spread. */
  readonly notes: readonly string[];
};

export type Bench = { readonly run: () => Promise<BenchResult> };

/** A row where more is better: reached when ours is at least `factor` times the baseline. */
export function atLeast(factor: number, row: Omit<BenchRow, 'ratio' | 'reach' | 'reached'>): BenchRow {
  const ratio = row.ours / row.baseline;
  return { ...row, ratio, reach: `≥ ${factor}×`, reached: ratio >= factor };
}

/** A row where less is better (times): reached when ours is at most `factor` times the baseline. */
export function atMost(factor: number, row: Omit<BenchRow, 'ratio' | 'reach' | 'reached'>): BenchRow {
  const ratio = row.ours / row.baseline;
  return { ...row, ratio, reach: `≤ ${factor}×`, reached: ratio <= factor };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Nearest-rank percentile, `share` from 0 to 1. Throws on an empty list: a bench without samples is a bug. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (found === undefined) throw new Error('no samples');
  return found;
}
