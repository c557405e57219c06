import type { EventData, EventType, StoredEvent } from '../events/vocabulary.ts';

/** What an event is about, as people list and filter it. */
export const SUBJECT_KINDS = [
  'sale',
  'shift',
  'employee',
  'campaign',
  'goal',
  'job-aid',
  'company',
  'subscription',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Whom and what an event concerns, for lists by person and campaign. */
export type Subject = {
  readonly kind: SubjectKind;
  /** Unique among those of its kind; of a shift it is `shiftId(employee, date)`. */
  readonly id: string;
  /** The person it is about; of what is nobody's (a campaign, a bill) null. */
  readonly employeeId: string | null;
  /** The campaign as it is after the event, or was when that deleted something. */
  readonly campaignId: string | null;
  /** The campaign that a sale or an employee was moved away from. */
  readonly formerCampaignId: string | null;
};

/** A shift is known by its employee and that one's local date. */
export function shiftId(employeeId: string, loginDate: string): string {
  return `${employeeId}_${loginDate}`;
}

type In<Type extends EventType> = { readonly data: EventData<Type>; readonly companyId: string };
type InCampaign = { readonly campaignId: string | null };

/** What each type of event is about; CompanyErased is the trace of nobody and is in no history. */
const subjects: { readonly [Type in Exclude<EventType, 'CompanyErased'>]: (event: In<Type>) => Subject } = {
  SaleRecorded: ({ data }) => sale(data.saleId, data.sale),
  SaleEdited: ({ data }) => sale(data.saleId, data.after, data.before),
  SaleDeleted: ({ data }) => sale(data.saleId, data.before),
  ShiftStarted: shift,
  ShiftResumed: shift,
  ShiftEnded: shift,
  ShiftDurationSet: shift,
  EmployeeAdded: ({ data }) => employee(data.employeeId, data.employee),
  EmployeeEdited: ({ data }) => employee(data.employeeId, data.after, data.before),
  EmployeeDeleted: ({ data }) => employee(data.employeeId, data.before),
  CampaignAdded: campaign,
  CampaignEdited: campaign,
  CampaignDeleted: campaign,
  GoalAdded: goal,
  GoalEdited: goal,
  GoalDeleted: goal,
  JobAidAdded: jobAid,
  JobAidEdited: jobAid,
  JobAidDeleted: jobAid,
  CompanyRegistered: company,
  CompanyVerified: company,
  CompanyExpired: company,
  CompanyTerminated: company,
  SubscriptionStarted: subscription,
  SubscriptionStatusChanged: subscription,
  SubscriptionSeatsChanged: subscription,
  SubscriptionCardChanged: subscription,
  SubscriptionPaymentFailed: subscription,
  SubscriptionCanceled: subscription,
};

export type HistoryEventType = keyof typeof subjects;
export const HISTORY_EVENT_TYPES = Object.keys(subjects) as HistoryEventType[];

/** What a decoded event is about. */
export function subjectOf({ type, data, metadata }: StoredEvent<HistoryEventType>): Subject {
  const about = subjects[type] as (event: In<EventType>) => Subject;
  return about({ data, companyId: metadata.companyId });
}

function sale(
  id: string,
  now: { employeeId: string; campaignId: string },
  before: InCampaign = now,
): Subject {
  return inCampaign({ kind: 'sale', id, employeeId: now.employeeId }, now, before);
}

function employee(id: string, now: InCampaign, before: InCampaign = now): Subject {
  return inCampaign({ kind: 'employee', id, employeeId: id }, now, before);
}

function inCampaign(
  { kind, id, employeeId }: Pick<Subject, 'kind' | 'id' | 'employeeId'>,
  { campaignId }: InCampaign,
  { campaignId: former }: InCampaign,
): Subject {
  return { kind, id, employeeId, campaignId, formerCampaignId: former === campaignId ? null : former };
}

function shift({
  data: { employeeId, loginDate },
}: {
  data: { employeeId: string; loginDate: string };
}): Subject {
  const id = shiftId(employeeId, loginDate);
  return { kind: 'shift', id, employeeId, campaignId: null, formerCampaignId: null };
}

function campaign({ data: { campaignId } }: { data: { campaignId: string } }): Subject {
  return { kind: 'campaign', id: campaignId, employeeId: null, campaignId, formerCampaignId: null };
}

function goal({ data }: { data: { goalId: string } }): Subject {
  return ofNobody('goal', data.goalId);
}

function jobAid({ data }: { data: { jobAidId: string } }): Subject {
  return ofNobody('job-aid', data.jobAidId);
}

function company({ companyId }: { companyId: string }): Subject {
  return ofNobody('company', companyId);
}

function subscription({ companyId }: { companyId: string }): Subject {
  return ofNobody('subscription', companyId);
}

function ofNobody(kind: SubjectKind, id: string): Subject {
  return { kind, id, employeeId: null, campaignId: null, formerCampaignId: null };
}
