import { type Static, Type } from 'typebox';

/** How an event came about; every event has it. */
export const EventMetadata = Type.Object({
  companyId: Type.String(),
  /** The employee who acted; null when a timed job or the program itself did. */
  actorId: Type.Union([Type.String(), Type.Null()]),
  /** The same for every event of one command; a retried command carries the same id. */
  commandId: Type.String(),
  /** The same for all events that one request, import run or job caused. */
  correlationId: Type.String(),
  /** The time of the command, UTC ISO-8601; decisions use this time. */
  at: Type.String(),
  /** The way into the program. */
  origin: Type.Enum(['api', 'import', 'job', 'registration', 'demo', 'billing']),
});
export type EventMetadata = Static<typeof EventMetadata>;
export type EventOrigin = EventMetadata['origin'];
