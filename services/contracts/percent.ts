/** A plain decimal: no sign, no exponent, no `Infinity`. */
const DECIMAL = /^\d{1,9}(?:\.\d{1,6})?$/;

/** Reads a non-negative number as a form or a program sends it; null for anything else. */
export function parseDecimal(input: string | number): number | null {
  const text = String(input).trim();
  return DECIMAL.test(text) ? Number(text) : null;
}

/** Reads a percentage from 0 to 100 with at most six decimals; null for anything else. */
export function parsePercent(input: string | number): number | null {
  const read = parseDecimal(input);
  return read !== null && read <= 100 ? read : null;
}
