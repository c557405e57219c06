import { streams } from '../events/streams.ts';
import type { HistoryEventType, SubjectKind } from './subject.ts';

/** The kind of subject that each type of event is about. */
export const kindOfType: { readonly [Type in HistoryEventType]: SubjectKind } = {
  SaleRecorded: 'sale',
  SaleEdited: 'sale',
  SaleDeleted: 'sale',
  ShiftStarted: 'shift',
  ShiftResumed: 'shift',
  ShiftEnded: 'shift',
  ShiftDurationSet: 'shift',
  EmployeeAdded: 'employee',
  EmployeeEdited: 'employee',
  EmployeeDeleted: 'employee',
  CampaignAdded: 'campaign',
  CampaignEdited: 'campaign',
  CampaignDeleted: 'campaign',
  GoalAdded: 'goal',
  GoalEdited: 'goal',
  GoalDeleted: 'goal',
  JobAidAdded: 'job-aid',
  JobAidEdited: 'job-aid',
  JobAidDeleted: 'job-aid',
  CompanyRegistered: 'company',
  CompanyVerified: 'company',
  CompanyExpired: 'company',
  CompanyTerminated: 'company',
  SubscriptionStarted: 'subscription',
  SubscriptionStatusChanged: 'subscription',
  SubscriptionSeatsChanged: 'subscription',
  SubscriptionCardChanged: 'subscription',
  SubscriptionPaymentFailed: 'subscription',
  SubscriptionCanceled: 'subscription',
};

/** The types of event that are about subjects of these kinds. */
export function typesOf(...kinds: readonly SubjectKind[]): HistoryEventType[] {
  const types = Object.keys(kindOfType) as HistoryEventType[];
  return types.filter((type) => kinds.includes(kindOfType[type]));
}

const streamOfKind: { readonly [Kind in SubjectKind]: (companyId: string, id: string) => string } = {
  sale: streams.sale,
  // The id of a shift is made like the end of its stream's name.
  shift: (companyId, id) => streams.shift(companyId, id, '').slice(0, -1),
  employee: streams.structure,
  campaign: streams.structure,
  goal: streams.structure,
  'job-aid': streams.jobAid,
  company: streams.company,
  subscription: streams.subscription,
};

/** The stream that holds the events about a subject. */
export function streamOf(companyId: string, kind: SubjectKind, id: string): string {
  return streamOfKind[kind](companyId, id);
}
