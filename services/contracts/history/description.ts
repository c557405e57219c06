import type { Value, ValueType } from './values.ts';

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
  'access',
  'pay',
  'pay-rules',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The thing, the employee and the campaigns that an event concerns, for lists by each of them. */
export type Subject = {
  readonly kind: SubjectKind;
  /** Unique among the subjects of its kind. */
  readonly id: string;
  /** The employee it is about; null for a campaign, a bill and the like. */
  readonly employeeId: string | null;
  /** The campaign as it is after the event, or was when the event deleted something. */
  readonly campaignId: string | null;
  /** The campaign that a sale or an employee was moved away from. */
  readonly formerCampaignId: string | null;
};

type InCampaign = { readonly campaignId: string | null };

/** A subject that belongs to an employee and a campaign. */
export function inCampaign(
  id: string,
  employeeId: string,
  { campaignId }: InCampaign,
  before: InCampaign = { campaignId },
): Omit<Subject, 'kind'> {
  const formerCampaignId = before.campaignId === campaignId ? null : before.campaignId;
  return { id, employeeId, campaignId, formerCampaignId };
}

/** A subject that concerns the whole company. */
export function ofCompany(id: string): Omit<Subject, 'kind'> {
  return { id, employeeId: null, campaignId: null, formerCampaignId: null };
}

/** What became of the subject: it was added, changed, removed, or something happened to it. The words are part of the API. */
export const EFFECTS = ['made', 'changed', 'gone', 'plain'] as const;
export type Effect = (typeof EFFECTS)[number];

/** A field of an event, before and after it; both the same where the event did not touch it. */
export type Change = {
  /** As the event has it. */
  readonly field: string;
  readonly label: string;
  readonly type: ValueType;
  readonly changed: boolean;
  readonly before: Value;
  readonly after: Value;
};

/** An event as people read it. Values are typed and ids are not resolved, see values.ts. */
export type Description = {
  readonly title: string;
  readonly effect: Effect;
  /** What the subject is called: a sale by its name, a shift by its date. */
  readonly name: string;
  readonly changes: readonly Change[];
};

/** Labels and types of fields, in the order in which people read them. Every field of the facts has one. */
export type Labels<Facts> = { readonly [Name in keyof Facts]-?: readonly [label: string, type: ValueType] };

/** Fields that follow from others, so that a title does not name them. */
const DERIVED: ReadonlySet<string> = new Set(['commissionCents']);

export function added(title: string, name: string, changes: readonly Change[]): Description {
  return { title, effect: 'made', name, changes };
}

/** The title names one or two changed fields; with more, or none, it is the given one. */
export function edited(title: string, name: string, changes: readonly Change[]): Description {
  const [first, second, third] = changes.filter(({ changed, field }) => changed && !DERIVED.has(field));
  if (!first || third) return { title, effect: 'changed', name, changes };
  const fields = second ? `${first.label} and ${lower(second.label)}` : first.label;
  return { title: `${fields} changed`, effect: 'changed', name, changes };
}

export function removed(title: string, name: string, changes: readonly Change[]): Description {
  return { title, effect: 'gone', name, changes };
}

export function happened(title: string, name: string, changes: readonly Change[]): Description {
  return { title, effect: 'plain', name, changes };
}

/** Every field before and after. A side that is null is null in all of them. */
export function changesOf<Facts>(
  labels: Labels<Facts>,
  before: Facts | null,
  after: Facts | null,
): readonly Change[] {
  const fields = Object.keys(labels) as (keyof Facts & string)[];
  return fields.map((field) => {
    const [label, type] = labels[field];
    return change(field, label, type, valueIn(before, field), valueIn(after, field));
  });
}

/** A single field; an empty text counts as no value. */
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

function lower(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
