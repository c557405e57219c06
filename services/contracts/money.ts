/** Integer cents (CAD). Only requests and replies use text such as `$1234.50`. */
export type Cents = number;

export const MAX_PRICE_CENTS: Cents = 1_000_000_000_00;

const PRICE = /^\$?(\d{1,10})(?:\.(\d{1,2}))?$/;

/**
 * Reads a price as a form or program sends it: `1234.5`, `"1234.50"` or `"$1234.50"`.
 * Returns cents, or null when it is not a price: negative, more than two decimals, above 1,000,000,000.
 */
export function parsePrice(input: string | number): Cents | null {
  const match = PRICE.exec(String(input).trim());
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= MAX_PRICE_CENTS ? cents : null;
}

const AMOUNT = /^(-?)\$?(\d{1,7})(?:\.(\d{1,2}))?$/;
const MAX_AMOUNT_CENTS: Cents = 1_000_000_00;

/**
 * Reads an amount that is added to pay, or with a minus taken from it. Null when it is none: 0, more than two decimals,
 * beyond 1,000,000.00 on either side.
 */
export function parseAmount(input: string | number): Cents | null {
  const [, minus, dollars, decimals = ''] = AMOUNT.exec(String(input).trim()) ?? [];
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
  if (!(cents > 0 && cents <= MAX_AMOUNT_CENTS)) return null;
  return minus ? -cents : cents;
}

/** Cents as the API shows a price: currency prefix, no grouping, two decimals (`$1234.50`). */
export function formatPrice(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `$${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Cents as a plain JSON number of dollars, for the fields that the API shows as numbers. */
export function centsToNumber(cents: Cents): number {
  return cents / 100;
}

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
