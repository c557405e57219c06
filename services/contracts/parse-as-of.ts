import type { AsOf } from './as-of.ts';
import { isLocalDate } from './local-date.ts';

const POSITION = /^@(\d{1,15})$/;
/** An unescaped plus of the offset arrives as a space. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+\- ]\d{2}:\d{2})$/;

/** Reads the parameter; null when it is not a moment. A time without `Z` or offset has no zone and is refused. */
export function parseAsOf(text: unknown): AsOf | null {
  if (typeof text !== 'string') return null;
  const [, position] = POSITION.exec(text) ?? [];
  if (position !== undefined) return { kind: 'position', position: Number(position) };
  const [, date = '', time = '', zone = ''] = INSTANT.exec(text) ?? [];
  // Date also reads dates that are not in the calendar, and a year 0.
  if (!isLocalDate(date) || date.startsWith('0000')) return null;
  const at = new Date(`${date}${time}${zone.replace(' ', '+')}`);
  return Number.isNaN(at.getTime()) ? null : { kind: 'instant', instant: at.toISOString() };
}
