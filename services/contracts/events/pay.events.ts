import { type Static, Type } from 'typebox';
import {
  change,
  changesOf,
  edited,
  happened,
  type Labels,
  ofCompany,
  type Subject,
} from '../history/description.ts';
import { type PayPeriod, PaySchedule } from '../pay/pay-periods.ts';
import { StatementLine } from '../pay/statement.ts';
import { event, NOTHING_PERSONAL } from './event.ts';
import type { DomainEvent } from './vocabulary.ts';

/** Integer cents; a negative one is taken back. */
const cents = Type.Integer();
const statement = {
  employeeId: Type.String(),
  /** Local dates of the period, both inclusive. */
  from: Type.String(),
  to: Type.String(),
};
/** SHA-256 of the lines, as hexadecimal digits. */
const digest = Type.String();

type OfStatement = PayPeriod & { readonly employeeId: string };

/** The pay of a person. */
function ofPay({ employeeId }: { readonly employeeId: string }): Omit<Subject, 'kind'> {
  return { id: employeeId, employeeId, campaignId: null, formerCampaignId: null };
}

const rules = (_data: unknown, companyId: string) => ofCompany(companyId);

const periodName = ({ from, to }: PayPeriod) => `${from} to ${to}`;
const ofPerson = ({ employeeId }: OfStatement) =>
  change('employeeId', 'Employee', 'person', null, employeeId);

const scheduleLabels: Labels<PaySchedule> = {
  rhythm: ['Paid', 'text'],
  firstDay: ['From', 'date'],
  timeZone: ['Time zone', 'text'],
};

export const EXTRA_KINDS = ['bonus', 'correction', 'counter'] as const;
export type ExtraKind = (typeof EXTRA_KINDS)[number];

const EXTRA_TITLES: Readonly<Record<ExtraKind, string>> = {
  bonus: 'Bonus added',
  correction: 'Correction added',
  counter: 'Line of a statement undone',
};

/** A line that a manager added to a statement. */
export const ExtraLine = Type.Object({
  lineId: Type.String(),
  kind: Type.Enum([...EXTRA_KINDS]),
  cents,
  reason: Type.String(),
  saleId: Type.Union([Type.String(), Type.Null()]),
  /** The line that a counter line undoes; null for the others. */
  undoes: Type.Union([Type.String(), Type.Null()]),
});
export type ExtraLine = Static<typeof ExtraLine>;

export const payEvents = {
  /** In the stream of the company's pay rules, as is the next. */
  PayScheduleSet: event({
    data: Type.Object({ before: Type.Union([PaySchedule, Type.Null()]), after: PaySchedule }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'pay-rules',
      subject: rules,
      describe: ({ before, after }) =>
        edited('Pay schedule set', 'pay schedule', changesOf(scheduleLabels, before, after)),
    },
  }),
  ClawbackWindowSet: event({
    data: Type.Object({
      /** Days after payment; null: without end. */
      before: Type.Union([Type.Integer(), Type.Null()]),
      after: Type.Union([Type.Integer(), Type.Null()]),
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'pay-rules',
      subject: rules,
      describe: ({ before, after }) =>
        edited('Clawback window set', 'clawback', [
          change('after', 'Days after payment', 'number', before, after),
        ]),
    },
  }),
  /** In a campaign of which it is true, a Closed sale of an associate is payable when a manager confirmed it. */
  SalesVerificationSet: event({
    data: Type.Object({ campaignId: Type.String(), before: Type.Boolean(), after: Type.Boolean() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'pay-rules',
      subject: rules,
      describe: ({ campaignId, after }) =>
        edited(after ? 'Sales have to be confirmed' : 'Sales need no confirmation', 'verification', [
          change('campaignId', 'Campaign', 'campaign', null, campaignId),
        ]),
    },
  }),
  /** In the stream of the person's pay, as are all that follow. */
  SaleConfirmed: event({
    data: Type.Object({
      employeeId: Type.String(),
      saleId: Type.String(),
      /** Of the event in the sale's stream that the manager saw: a later change waits again. */
      saleRevision: Type.Integer(),
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'pay',
      subject: ofPay,
      describe: ({ employeeId }) =>
        happened('Sale confirmed', 'a manager confirmed it', [
          change('employeeId', 'Employee', 'person', null, employeeId),
        ]),
    },
  }),
  StatementApproved: event({
    data: Type.Object({
      ...statement,
      totalCents: cents,
      lines: Type.Integer(),
      digest,
      /** The position of the log up to which the lines were read. */
      through: Type.Integer(),
      /** The approver's own, as the company has no other manager. */
      isOwn: Type.Boolean(),
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'pay',
      subject: ofPay,
      describe: (data) =>
        happened(
          data.isOwn ? 'Statement approved by the only manager, its owner' : 'Statement approved',
          periodName(data),
          [ofPerson(data), change('totalCents', 'Total', 'money', null, data.totalCents)],
        ),
    },
  }),
  StatementReturned: event({
    data: Type.Object({ ...statement, reason: Type.String() }),
    personal: { own: ['reason'] },
    history: {
      kind: 'pay',
      subject: ofPay,
      describe: (data) =>
        happened('Statement returned to review', periodName(data), [
          ofPerson(data),
          change('reason', 'Reason', 'text', null, data.reason),
        ]),
    },
  }),
  /** Never changes again. What is recorded behind `through` is an adjustment in a later statement. */
  StatementLocked: event({
    data: Type.Object({
      ...statement,
      through: Type.Integer(),
      lines: Type.Array(StatementLine),
      digest,
      payableCents: cents,
      carriedOver: Type.Array(StatementLine),
      /** Days within which a reduction is taken back, from this payment on; null: without end. */
      clawbackDays: Type.Union([Type.Integer(), Type.Null()]),
      /** Paid before the company had a schedule here. */
      isImported: Type.Boolean(),
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'pay',
      subject: ofPay,
      describe: (data) =>
        happened(
          data.isImported ? 'Sales of the past counted as paid' : 'Statement locked and paid',
          periodName(data),
          [
            ofPerson(data),
            change('payableCents', 'Payable', 'money', null, data.payableCents),
            change('lines', 'Lines', 'number', null, data.lines.length),
            change('digest', 'Digest', 'text', null, data.digest),
          ],
        ),
    },
  }),
  PayLineAdded: event({
    data: Type.Object({ ...statement, line: ExtraLine }),
    personal: { within: { line: ['reason'] } },
    history: {
      kind: 'pay',
      subject: ofPay,
      describe: (data) =>
        happened(EXTRA_TITLES[data.line.kind], periodName(data), [
          ofPerson(data),
          change('cents', 'Amount', 'money', null, data.line.cents),
          change('reason', 'Reason', 'text', null, data.line.reason),
        ]),
    },
  }),
} as const;

/** What the stream `payrules-<company>` holds. */
export type PayRulesEvent = DomainEvent<'PayScheduleSet' | 'ClawbackWindowSet' | 'SalesVerificationSet'>;
/** What the stream `pay-<company>_<employee>` holds. */
export type PayEvent = DomainEvent<Exclude<keyof typeof payEvents, PayRulesEvent['type']>>;
