import type { DomainEvent } from '#contracts/events/vocabulary.ts';

/** The events that a board is made from: what is sold, and who works. */
export type DayEvent = DomainEvent<
  | 'SaleRecorded'
  | 'SaleEdited'
  | 'SaleDeleted'
  | 'ShiftStarted'
  | 'ShiftResumed'
  | 'ShiftEnded'
  | 'ShiftDurationSet'
>;

/** What somebody is called from an event on, and what his campaign is called. */
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
