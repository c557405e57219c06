/**
 * A second implementation of commission and sales per hour in whole numbers of any size. It shares nothing with the
 * program, not even the parsing of numbers.
 */
type Ratio = { readonly over: bigint; readonly under: bigint };

/** Reads a decimal exactly: `12.5` is 125/10. */
export function ratioOf(decimal: string | number): Ratio {
  const [whole = '', fraction = ''] = String(decimal).split('.');
  return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) };
}

/** Whole cents as dollars: `1234.50`. */
export function dollarsOf(cents: number | bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** To the nearest whole number, a half away from zero. */
export function rounded({ over, under }: Ratio): bigint {
  const sign = over < 0n === under < 0n ? 1n : -1n;
  const [size, by] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const down = size / by;
  return sign * (2n * (size % by) >= by ? down + 1n : down);
}

const minus = (a: Ratio, b: Ratio): Ratio => ({
  over: a.over * b.under - b.over * a.under,
  under: a.under * b.under,
});
const times = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.over, under: a.under * b.under });
const percentOf = (a: Ratio, percent: Ratio) => times(times(a, percent), { over: 1n, under: 100n });

export type ExactTerms = {
  /** Dollars. */
  readonly price: string;
  readonly tax: string | number;
  readonly discount: string | number;
  readonly rate: string | number;
};

/** Section 5 of the specification, rounded to whole cents, never below 0. */
export function exactCommissionCents({ price, tax, discount, rate }: ExactTerms): bigint {
  const full = ratioOf(price);
  const kept = minus(minus(full, percentOf(full, ratioOf(tax))), percentOf(full, ratioOf(discount)));
  const cents = rounded(times(percentOf(kept, ratioOf(rate)), { over: 100n, under: 1n }));
  return cents < 0n ? 0n : cents;
}

/** Sales per hour in hundredths, from the counted milliseconds of the shift; null for no hours. */
export function exactHundredthsPerHour(closedSales: number, countedMs: number): bigint | null {
  if (countedMs === 0) return null;
  return rounded({ over: BigInt(closedSales) * 100n * 3_600_000n, under: BigInt(countedMs) });
}
