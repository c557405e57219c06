import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { employeeDays } from '../employee-days/employee-days.projector.ts';

/** The events that a board is made from: those that change the days of employees. */
export type DayEvent = StoredEvent<keyof typeof employeeDays.on>;

/** The name of a person from an event on, and their campaign. */
export type NamedPerson = {
  readonly kind: 'person';
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly campaignId: string | null;
};
export type NamedCampaign = { readonly kind: 'campaign'; readonly campaignId: string; readonly name: string };

/** What may have changed a board: at which position of the log, and at which instant (UTC ISO-8601) that counts. */
export type BoardStep = { readonly position: number; readonly at: string } & (
  | { readonly event: DayEvent }
  | { readonly named: NamedPerson | NamedCampaign }
);
