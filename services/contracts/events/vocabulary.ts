import { type Static, Type } from 'typebox';
import { accessEvents } from './access.events.ts';
import { campaignEvents } from './campaign.events.ts';
import { claimEvents } from './claim.events.ts';
import { companyEvents } from './company.events.ts';
import { employeeEvents } from './employee.events.ts';
import type { EventDeclaration } from './event.ts';
import { goalEvents } from './goal.events.ts';
import { jobAidEvents } from './job-aid.events.ts';
import { payEvents } from './pay.events.ts';
import { saleEvents } from './sale.events.ts';
import { shiftEvents } from './shift.events.ts';
import { subscriptionEvents } from './subscription.events.ts';

/** Every event of the product. The codec refuses a type that is not here. */
export const events = {
  ...saleEvents,
  ...shiftEvents,
  ...goalEvents,
  ...campaignEvents,
  ...employeeEvents,
  ...jobAidEvents,
  ...companyEvents,
  ...subscriptionEvents,
  ...accessEvents,
  ...payEvents,
  ...claimEvents,
} as const satisfies Record<string, EventDeclaration>;

export type EventType = keyof typeof events;
export type EventData<Type extends EventType> = Static<(typeof events)[Type]['data']>;

/** An event as a decider returns it, without metadata. Narrow on `type`. */
export type DomainEvent<Type extends EventType = EventType> = {
  [Each in Type]: { readonly type: Each; readonly data: EventData<Each> };
}[Type];

/** A stored event with its place in the log. */
export type StoredEvent<Type extends EventType = EventType> = DomainEvent<Type> & {
  readonly id: string;
  readonly stream: string;
  /** Index in its stream, from 0. */
  readonly revision: number;
  /** Place in the log of all events; it grows and may have gaps. */
  readonly position: number;
  readonly metadata: EventMetadata;
};

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
  origin: Type.Enum(['api', 'import', 'job', 'registration', 'demo', 'demo bot', 'billing']),
});
export type EventMetadata = Static<typeof EventMetadata>;
export type EventOrigin = EventMetadata['origin'];
