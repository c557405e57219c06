import type { Static } from 'typebox';
import { campaignEvents } from './campaign.events.ts';
import { companyEvents } from './company.events.ts';
import { employeeEvents } from './employee.events.ts';
import type { EventDeclaration } from './event.ts';
import { goalEvents } from './goal.events.ts';
import { jobAidEvents } from './job-aid.events.ts';
import type { EventMetadata } from './metadata.ts';
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
} as const satisfies Record<string, EventDeclaration>;

export type EventType = keyof typeof events;
export type EventData<Type extends EventType> = Static<(typeof events)[Type]['data']>;

/** The version that an event of this type is written with. */
export function currentVersion(type: EventType): number {
  const { upcasters = [] }: EventDeclaration = events[type];
  return upcasters.length + 1;
}

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
