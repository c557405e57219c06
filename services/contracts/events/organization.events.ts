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
  | keyof typeof notOfErasures
>;

/** For a fold that follows employees only: the other events of the organization, which it ignores. */
export const notOfEmployees = {
  GoalAdded: null,
  GoalEdited: null,
  GoalDeleted: null,
  CampaignAdded: null,
  CampaignEdited: null,
  CampaignDeleted: null,
} as const;

/** For a fold that does not follow erasures. */
export const notOfErasures = {
  EmployeeErasureRequested: null,
  EmployeeErasureWithdrawn: null,
  EmployeeErasureRefused: null,
  EmployeeErasureOrdered: null,
  EmployeeErased: null,
} as const;
