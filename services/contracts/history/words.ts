import type { EventOrigin } from '../events/metadata.ts';
import type { ShiftEndReason } from '../events/shift.events.ts';
import type { EventData, StoredEvent } from '../events/vocabulary.ts';
import {
  type Change,
  campaignFields,
  change,
  changes,
  employeeFields,
  FOLLOWING,
  goalFields,
  jobAidFields,
  saleFields,
} from './fields.ts';
import type { HistoryEventType } from './subject.ts';

/** What became of the subject: it came into being, changed, went, or something just happened to it. */
export const EFFECTS = ['made', 'changed', 'gone', 'plain'] as const;
export type Effect = (typeof EFFECTS)[number];

/** An event as people read it; values are typed and ids are not resolved, see values.ts. */
export type Words = {
  readonly title: string;
  readonly effect: Effect;
  /** What the subject is called: of a sale its name, of a shift its date. */
  readonly name: string;
  readonly changes: readonly Change[];
};

type Telling<Type extends HistoryEventType> = (data: EventData<Type>) => Words;

const ENDINGS: Readonly<Record<ShiftEndReason, string>> = {
  logout: 'Shift ended by signing out',
  midnight: 'Shift closed automatically at midnight',
  'employee deleted': 'Shift ended, as the employee was deleted',
};

const tellings: { readonly [Type in HistoryEventType]: Telling<Type> } = {
  SaleRecorded: ({ sale }) => made('Sale recorded', sale.saleName, changes(saleFields, null, sale)),
  SaleEdited: ({ before, after }) =>
    edited('Sale edited', after.saleName, changes(saleFields, before, after)),
  SaleDeleted: ({ before }) => gone('Sale deleted', before.saleName, changes(saleFields, before, null)),
  ShiftStarted: ({ startedAt, timeZone, setDuration, loginDate }) =>
    made('Shift started', loginDate, [
      change('startedAt', 'Begin', 'moment', null, startedAt),
      change('setDuration', 'Shift duration', 'hours', null, setDuration),
      change('timeZone', 'Time zone', 'text', null, timeZone),
    ]),
  ShiftResumed: ({ resumedAt, timeZone, loginDate }) =>
    happened('Shift resumed', loginDate, [
      change('resumedAt', 'Resumed', 'moment', null, resumedAt),
      change('timeZone', 'Time zone', 'text', null, timeZone),
    ]),
  ShiftEnded: ({ endedAt, reason, loginDate }) =>
    happened(ENDINGS[reason], loginDate, [change('endedAt', 'End', 'moment', null, endedAt)]),
  ShiftDurationSet: ({ before, after, loginDate }) =>
    edited('Shift duration set', loginDate, [change('duration', 'Shift duration', 'hours', before, after)]),
  EmployeeAdded: ({ employee }) =>
    made('Employee added', nameOf(employee), changes(employeeFields, null, employee)),
  EmployeeEdited: ({ before, after }) =>
    edited('Employee edited', nameOf(after), changes(employeeFields, before, after)),
  EmployeeDeleted: ({ before }) =>
    gone('Employee deleted', nameOf(before), changes(employeeFields, before, null)),
  CampaignAdded: ({ campaign, entryDate }) =>
    made('Campaign added', campaign.name, [
      ...changes(campaignFields, null, campaign),
      change('entryDate', 'Date', 'date', null, entryDate),
    ]),
  CampaignEdited: ({ before, after }) =>
    edited('Campaign edited', after.name, changes(campaignFields, before, after)),
  CampaignDeleted: ({ before }) =>
    gone('Campaign deleted', before.name, changes(campaignFields, before, null)),
  GoalAdded: ({ goal, entryDate }) =>
    made('Goal added', goal.name, [
      ...changes(goalFields, null, goal),
      change('entryDate', 'Date', 'date', null, entryDate),
    ]),
  GoalEdited: ({ before, after }) => edited('Goal edited', after.name, changes(goalFields, before, after)),
  GoalDeleted: ({ before }) => gone('Goal deleted', before.name, changes(goalFields, before, null)),
  JobAidAdded: ({ jobAid }) => made('Job aid added', jobAid.name, changes(jobAidFields, null, jobAid)),
  JobAidEdited: ({ before, after }) =>
    edited('Job aid edited', after.name, changes(jobAidFields, before, after)),
  JobAidDeleted: ({ before }) => gone('Job aid deleted', before.name, changes(jobAidFields, before, null)),
  CompanyRegistered: ({ name, employeeCount, superEmployeeId }) =>
    made('Company registered', name, [
      change('name', 'Name', 'text', null, name),
      change('employeeCount', 'Employees', 'text', null, employeeCount),
      change('superEmployeeId', 'Registered by', 'person', null, superEmployeeId),
    ]),
  CompanyVerified: ({ verifiedAt }) =>
    happened('Email of the company proven', 'the company', [
      change('verifiedAt', 'Proven', 'moment', null, verifiedAt),
    ]),
  CompanyExpired: ({ expiredAt }) =>
    gone('Registration expired', 'the company', [change('expiredAt', 'Expired', 'moment', null, expiredAt)]),
  CompanyTerminated: ({ terminatedAt }) =>
    gone('Company closed for good', 'the company', [
      change('terminatedAt', 'Closed', 'moment', null, terminatedAt),
    ]),
  SubscriptionStarted: ({ provider, providerSubscriptionId, status, seats, ...more }) =>
    made('Subscription started', 'the subscription', [
      change('status', 'Status', 'status', null, status),
      change('seats', 'Employees paid for', 'number', null, seats),
      ...dates(more),
      change('provider', 'Paid through', 'text', null, provider),
      change('providerSubscriptionId', 'Number there', 'text', null, providerSubscriptionId),
      change('providerPaymentMethodId', 'Card there', 'text', null, more.providerPaymentMethodId),
    ]),
  SubscriptionStatusChanged: ({ before, after, ...more }) =>
    edited('Subscription status changed', 'the subscription', [
      change('status', 'Status', 'status', before, after),
      ...dates(more),
    ]),
  SubscriptionSeatsChanged: ({ before, after }) =>
    edited('Number of employees paid for changed', 'the subscription', [
      change('seats', 'Employees paid for', 'number', before, after),
    ]),
  SubscriptionCardChanged: ({ providerPaymentMethodId }) =>
    happened('Card changed', 'the subscription', [
      change('providerPaymentMethodId', 'Card there', 'text', null, providerPaymentMethodId),
    ]),
  SubscriptionPaymentFailed: ({ invoiceId, failedAt }) =>
    happened('Payment failed', 'the subscription', [
      change('failedAt', 'Failed', 'moment', null, failedAt),
      change('invoiceId', 'Invoice there', 'text', null, invoiceId),
    ]),
  SubscriptionCanceled: ({ canceledAt, refundCents }) =>
    gone('Subscription canceled', 'the subscription', [
      change('canceledAt', 'Canceled', 'moment', null, canceledAt),
      change('refundCents', 'Refund', 'money', null, refundCents),
    ]),
};

/** What an event says, in people's words. */
export function wordsOf({ type, data }: Pick<StoredEvent<HistoryEventType>, 'type' | 'data'>): Words {
  return (tellings[type] as (told: unknown) => Words)(data);
}

const ORIGINS: Readonly<Record<EventOrigin, string>> = {
  api: 'in the app',
  import: 'by import',
  job: 'by the program',
  registration: 'at registration',
  demo: 'with the demo company',
  billing: 'by the payments',
};

/** From where an event came, as the end of a sentence. */
export function originWords({ type, data, metadata }: StoredEvent): string {
  if (type === 'ShiftEnded' && data.reason === 'midnight') return 'by the program at midnight';
  return ORIGINS[metadata.origin];
}

function made(title: string, name: string, fields: readonly Change[]): Words {
  return { title, effect: 'made', name, changes: fields };
}

function gone(title: string, name: string, fields: readonly Change[]): Words {
  return { title, effect: 'gone', name, changes: fields };
}

function happened(title: string, name: string, fields: readonly Change[]): Words {
  return { title, effect: 'plain', name, changes: fields };
}

/** One or two fields are named in the title, and what follows from them is not. */
function edited(title: string, name: string, fields: readonly Change[]): Words {
  const [first, second, third] = fields.filter(({ changed, field }) => changed && !FOLLOWING.has(field));
  const said = () => {
    if (!first || third) return title;
    return second ? `${first.label} and ${lower(second.label)} changed` : `${first.label} changed`;
  };
  return { title: said(), effect: 'changed', name, changes: fields };
}

function lower(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

function dates({ trialEndsAt, nextBillingAt }: { trialEndsAt: string | null; nextBillingAt: string | null }) {
  return [
    change('trialEndsAt', 'Trial ends', 'moment', null, trialEndsAt),
    change('nextBillingAt', 'Next bill', 'moment', null, nextBillingAt),
  ];
}
