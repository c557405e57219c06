import type { CampaignFacts } from '../events/campaign.events.ts';
import type { EmployeeFacts } from '../events/employee.events.ts';
import type { GoalFacts } from '../events/goal.events.ts';
import type { JobAidFacts } from '../events/job-aid.events.ts';
import type { SaleFacts } from '../events/sale.events.ts';
import type { Value, ValueType } from './values.ts';

/** A field of what an event tells, before and after it; both the same where the event did not touch it. */
export type Change = {
  /** As the event has it. */
  readonly field: string;
  readonly label: string;
  readonly type: ValueType;
  readonly changed: boolean;
  readonly before: Value;
  readonly after: Value;
};

/** Labels and types of fields, in the order in which people read them; every field of the facts is there. */
type Fields<Facts> = { readonly [Name in keyof Facts]-?: readonly [label: string, type: ValueType] };

export const saleFields: Fields<SaleFacts> = {
  saleName: ['Sale', 'text'],
  status: ['Status', 'status'],
  priceCents: ['Price', 'money'],
  discountPercent: ['Discount', 'percent'],
  commissionCents: ['Commission', 'money'],
  campaignId: ['Campaign', 'campaign'],
  commissionPercent: ['Commission rate', 'percent'],
  taxPercent: ['Tax', 'percent'],
  customerNumber: ['Customer number', 'text'],
  details: ['Details', 'text'],
  entryDate: ['Date', 'date'],
  employeeId: ['Sold by', 'person'],
};
/** What follows from other fields, so that it is no change of its own. */
export const FOLLOWING: ReadonlySet<string> = new Set<keyof SaleFacts>(['commissionCents']);

export const employeeFields: Fields<EmployeeFacts> = {
  firstName: ['First name', 'text'],
  lastName: ['Last name', 'text'],
  email: ['Email', 'text'],
  employeeNumber: ['Employee number', 'text'],
  role: ['Role', 'text'],
  type: ['Type', 'text'],
  managerId: ['Manager', 'person'],
  campaignId: ['Campaign', 'campaign'],
  shiftDuration: ['Shift duration', 'hours'],
};

export const campaignFields: Fields<CampaignFacts> = {
  name: ['Name', 'text'],
  commissionPercent: ['Commission', 'percent'],
  taxPercent: ['Tax', 'percent'],
  goalId: ['Goal', 'goal'],
};

export const goalFields: Fields<GoalFacts> = {
  name: ['Name', 'text'],
  hourlySales: ['Hourly sales', 'number'],
  hourlyDecisions: ['Hourly decisions', 'number'],
};

export const jobAidFields: Fields<JobAidFacts> = { name: ['Name', 'text'], url: ['Address', 'text'] };

/** Every field before and after; a side that is not there is null in all of them. */
export function changes<Facts>(
  fields: Fields<Facts>,
  before: Facts | null,
  after: Facts | null,
): readonly Change[] {
  const names = Object.keys(fields) as (keyof Facts & string)[];
  return names.map((field) => {
    const [label, type] = fields[field];
    return change(field, label, type, valueIn(before, field), valueIn(after, field));
  });
}

/** One field that an event tells by itself. */
export function change(
  field: string,
  label: string,
  type: ValueType,
  before: Value | undefined,
  after: Value | undefined,
): Change {
  const [was, is] = [present(before), present(after)];
  return { field, label, type, changed: was !== is, before: was, after: is };
}

function valueIn<Facts>(facts: Facts | null, field: keyof Facts): Value {
  return (facts?.[field] ?? null) as Value;
}

function present(value: Value | undefined): Value {
  return value === undefined || value === '' ? null : value;
}
