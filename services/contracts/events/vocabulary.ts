import type { Static, TSchema } from 'typebox';
import { campaignEvents } from './campaign.events.ts';
import { companyEvents } from './company.events.ts';
import { employeeEvents } from './employee.events.ts';
import { goalEvents } from './goal.events.ts';
import { jobAidEvents } from './job-aid.events.ts';
import type { EventMetadata } from './metadata.ts';
import { saleEvents } from './sale.events.ts';
import { shiftEvents } from './shift.events.ts';
import { subscriptionEvents } from './subscription.events.ts';

/** Every event this product knows. A type that is not here is refused at the door. */
export const eventSchemas = {
  ...saleEvents,
  ...shiftEvents,
  ...goalEvents,
  ...campaignEvents,
  ...employeeEvents,
  ...jobAidEvents,
  ...companyEvents,
  ...subscriptionEvents,
} as const satisfies Record<string, TSchema>;

export type EventType = keyof typeof eventSchemas;
export type EventData<Type extends EventType> = Static<(typeof eventSchemas)[Type]>;

/** A fact as a decider returns it: no envelope yet. Narrow on `type`. */
export type DomainEvent<Type extends EventType = EventType> = {
  [Each in Type]: { readonly type: Each; readonly data: EventData<Each> };
}[Type];

/** A stored fact with its place in the log. */
export type StoredEvent<Type extends EventType = EventType> = DomainEvent<Type> & {
  readonly id: string;
  readonly stream: string;
  /** Place in its stream, from 0. */
  readonly revision: number;
  /** Place in the whole log; grows, may have gaps. */
  readonly position: number;
  readonly metadata: EventMetadata;
};
