import { locale } from '../../ui/locale.ts';

/** Exact amounts keep all their decimals. */
const MOST_DECIMALS = 20;

/** An exact decimal of dollars in the locale of the person, not rounded: `$12.3141375`. */
export function formatExactMoney(decimal: string): string {
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'CAD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: MOST_DECIMALS,
  }).format(decimal as `${number}`);
}

/** A decimal that may be periodic (`0.666666…`), in the locale of the person. */
export function formatQuotient(decimal: string): string {
  const goesOn = decimal.endsWith('…');
  const digits = goesOn ? decimal.slice(0, -1) : decimal;
  const written = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: goesOn ? digits.length - digits.indexOf('.') - 1 : 0,
    maximumFractionDigits: MOST_DECIMALS,
  }).format(digits as `${number}`);
  return goesOn ? `${written}…` : written;
}

const [HOUR_MS, MINUTE_MS, SECOND_MS] = [3_600_000, 60_000, 1_000];

/** Milliseconds as `5 h 23 min 10 s`; fractions of a second are left out. */
export function formatSpan(milliseconds: number): string {
  const parts = [
    [Math.floor(milliseconds / HOUR_MS), 'h'],
    [Math.floor((milliseconds % HOUR_MS) / MINUTE_MS), 'min'],
    [Math.floor((milliseconds % MINUTE_MS) / SECOND_MS), 's'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return said.length > 0 ? said.join(' ') : '0 s';
}
