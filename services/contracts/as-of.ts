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
