import type { DomainEvent } from './vocabulary.ts';

/** What the stream `structure-<company>` holds; see streams.ts for why it is one stream. */
export type OrganizationEvent = DomainEvent<
  | 'GoalAdded'
  | 'GoalEdited'
  | 'GoalDeleted'
  | 'CampaignAdded'
  | 'CampaignEdited'
  | 'CampaignDeleted'
  | 'EmployeeAdded'
  | 'EmployeeEdited'
  | 'EmployeeDeleted'
>;
