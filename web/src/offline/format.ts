import { isLocalDate } from '#contracts/local-date.ts';
import { formatDate, formatDateTime, formatMoney, formatNumber, formatPercent } from '../ui/format.ts';

/** A value that is no instant is shown unchanged: a file may contain anything. */
const shown = (format: (text: string) => string) => (text: string) =>
  Number.isNaN(new Date(text).getTime()) ? text : format(text);

/** Whole cents. */
export const money = (cents: number): string => formatMoney(cents / 100);
export const percent = formatPercent;
export const count = formatNumber;
/** UTC ISO-8601, shown in the zone of the browser. */
export const instant = shown(formatDateTime);
/** yyyy-mm-dd. */
export const dayOf = (text: string): string => (isLocalDate(text) ? formatDate(text) : text);
