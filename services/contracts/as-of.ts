import { isLocalDate } from './local-date.ts';

/**
 * The query parameter of reads that can show the past. `?as-of=2026-11-21T13:00:00Z` asks for the state at that
 * instant, `?as-of=@1234` for the state right after the event at that position of the log.
 */
export const AS_OF = 'as-of';

/** The header of such a reply: `<position> <instant>`, the last event that the reply covers and its time. */
export const AS_OF_HEADER = 'x-tallyboard-as-of';

/** A position of the log, or a UTC instant with milliseconds. */
export type AsOf =
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'instant'; readonly instant: string };

/** The value of the parameter. */
export function formatAsOf(asOf: AsOf): string {
  return asOf.kind === 'position' ? `@${asOf.position}` : asOf.instant;
}

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
