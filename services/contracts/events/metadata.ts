import { type Static, Type } from 'typebox';

/** What every event says about how it came to be. */
export const EventMetadata = Type.Object({
  companyId: Type.String(),
  /** The employee who acted; null when a timed job or the program itself did. */
  actorId: Type.Union([Type.String(), Type.Null()]),
  /** The same for every event of one command; a retried command carries the same id. */
  commandId: Type.String(),
  /** Ties together all that one request, import run or job caused. */
  correlationId: Type.String(),
  /** When it happened by the clock of the command, UTC ISO-8601; decisions take their time from here. */
  at: Type.String(),
  /** By which door it came in. */
  origin: Type.Enum(['api', 'import', 'job', 'registration', 'demo', 'billing']),
});
export type EventMetadata = Static<typeof EventMetadata>;
export type EventOrigin = EventMetadata['origin'];
