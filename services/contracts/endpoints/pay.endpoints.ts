import { type Static, Type } from 'typebox';
import { LINE_KINDS } from '../pay/statement.ts';
import { endpoint } from './endpoint.ts';
import { DateText, FileText, Id, OrNull, ShortText } from './fields.ts';

/** Dollars; negative: taken back. */
const Amount = Type.Number({ description: 'dollars' });

export const Period = Type.Object({
  from: Type.String({ description: 'yyyy-mm-dd, its name in the calls below' }),
  to: Type.String({ description: 'yyyy-mm-dd, inclusive' }),
});

/** `open`: it still grows. `in review`: its period is over. `paid` and `imported` never change. */
export const STATEMENT_STATES = ['open', 'in review', 'approved', 'paid', 'imported'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];
const State = Type.Enum([...STATEMENT_STATES], {
  description: 'open while its period lasts; imported: paid before the company paid by statements',
});

/** What a statement comes to. */
const totals = {
  earned: Amount,
  adjustments: Amount,
  bonuses: Type.Number({ description: 'dollars: bonuses, corrections and their counter lines' }),
  carried: Type.Number({ description: 'dollars from the statement before, never above 0' }),
  payable: Type.Number({ description: 'dollars, never below 0' }),
  carried_over: Type.Number({ description: 'dollars for the next statement, never above 0' }),
};

export const StatementSummary = Type.Object({
  ...Period.properties,
  state: State,
  ...totals,
  approved_by: OrNull(Type.String),
  approved_by_name: OrNull(Type.String),
  approved_at: OrNull(Type.String),
  is_own: Type.Boolean({ description: 'approved by its owner, the only manager' }),
  changed: Type.Boolean({ description: 'changed after it was approved, and so in review again' }),
  approved_total: Type.Union([Type.Number(), Type.Null()], {
    description: 'dollars: the sum of the lines that were approved last',
  }),
  approved_through: Type.Union([Type.Integer(), Type.Null()], {
    description: 'position up to which they were read: as of it, the statement is as it was approved',
  }),
  version: Type.String({ description: 'of its lines: an approval that names it approves just these' }),
  returned_for: OrNull(Type.String),
  locked_at: OrNull(Type.String),
});
export type StatementSummary = Static<typeof StatementSummary>;

/** What an adjustment changes, and why it is there. */
export const Adjusted = Type.Object({
  from: Type.String({ description: 'first day of the statement that the sale was paid on last' }),
  rate: Type.Number({ description: 'percent of commission at that time' }),
  at: Type.String({ description: 'UTC ISO-8601: when it changed' }),
  cause: Type.String({ description: 'what changed it' }),
});
export type Adjusted = Static<typeof Adjusted>;

export const StatementRow = Type.Object({
  kind: Type.Enum([...LINE_KINDS]),
  id: Type.String({ description: 'of the sale; of a bonus, a correction or a counter line, its own' }),
  name: Type.String({ description: 'of the sale, or the reason' }),
  campaign: Type.String(),
  amount: Amount,
  waived: Type.Number({ description: 'dollars that are not taken back any more' }),
  due: OrNull(Type.Number),
  due_now: Type.Union([Type.Number(), Type.Null()], {
    description:
      'of a sale, what it is due now: another amount than `due` where it changed after it was paid',
  }),
  is_undone: Type.Boolean({ description: 'of a bonus or a correction: there is a counter line' }),
  since: Type.Integer({ description: 'position of the event that made it so' }),
  adjusts: Type.Union([Adjusted, Type.Null()], { description: 'of an adjustment' }),
});
export type StatementRow = Static<typeof StatementRow>;

/** A Closed sale that is not payable before a manager confirms it. */
export const PendingSale = Type.Object({
  id: Type.String(),
  name: Type.String(),
  campaign: Type.String(),
  amount: Amount,
  since: Type.Integer({ description: 'position of the event that made it so' }),
});
export type PendingSale = Static<typeof PendingSale>;

export const Statement = Type.Object({
  employee_id: Type.String(),
  name: Type.String(),
  ...StatementSummary.properties,
  lines: Type.Array(StatementRow),
  pending: Type.Array(PendingSale, { description: 'not part of the sums: they wait for a manager' }),
});
export type Statement = Static<typeof Statement>;

export const PayrollRow = Type.Object({
  employee_id: Type.String(),
  name: Type.String(),
  employee_number: Type.String(),
  ...StatementSummary.properties,
  lines: Type.Integer(),
  pending: Type.Integer({ description: 'Closed sales that wait for a manager' }),
});
export type PayrollRow = Static<typeof PayrollRow>;

export const Exposure = Type.Object({
  amount: Type.Number({ description: 'dollars that are paid and could still be taken back' }),
  until: Type.Union([Type.String(), Type.Null()], {
    description: 'UTC ISO-8601: after it nothing of them can; null where there is no end, or no amount',
  }),
});
export type Exposure = Static<typeof Exposure>;

const tag = 'Pay';
const params = Type.Object({ from: DateText });
const ofPerson = Type.Object({ employeeId: Type.Optional(Id) });

export const getStatements = endpoint({
  method: 'GET',
  path: '/pay/statements',
  summary:
    "The caller's statements, newest first, and how much of what is paid can be taken back; for a manager those of " +
    'an employee of the company',
  tag,
  asOf: true,
  query: ofPerson,
  reply: Type.Object({ requestedData: Type.Array(StatementSummary), exposure: Exposure }),
  onInvalidInput: 'failedFetch',
  refusals: ['restricted', 'noSuchEmployee'],
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/pay/statements/{from}',
  summary: 'The statement of the period that begins on a date, line by line, for the same people',
  tag,
  asOf: true,
  params,
  query: ofPerson,
  reply: Type.Object({ requestedData: Type.Array(Statement) }),
  onInvalidInput: 'failedFetch',
  refusals: ['restricted', 'noSuchEmployee', 'noSuchPayPeriod'],
});

export const getPayroll = endpoint({
  method: 'GET',
  path: '/pay/payroll/{from}',
  summary: 'Everybody who has a statement for the period, with what it comes to',
  tag,
  asOf: true,
  params,
  reply: Type.Object({ ...Period.properties, requestedData: Type.Array(PayrollRow) }),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchPayPeriod'],
});

/** Statements that were refused do not hold up the others. */
const decided = Type.Object({
  message: Type.String(),
  done: Type.Array(Type.String({ description: 'ids of employees' })),
  refused: Type.Array(
    Type.Object({ employee_id: Type.String(), error: Type.String(), message: Type.String() }),
  ),
});

export const approveStatements = endpoint({
  method: 'POST',
  path: '/pay/payroll/{from}/approve',
  summary:
    'Approve the statements of a period that is over: of one employee, or all that are in review. A manager ' +
    'does not approve their own while there is another manager. With `versions`, only what was seen',
  tag,
  waitsLikeRead: true,
  params,
  query: ofPerson,
  body: Type.Optional(
    Type.Object({
      versions: Type.Optional(
        Type.String({
          description:
            '`<employee id>=<version>&…`, as the manager saw them: another version is not approved',
        }),
      ),
    }),
  ),
  reply: decided,
  onInvalidInput: 'failedEdit',
  refusals: [
    ...(['noSuchPayPeriod', 'payPeriodNotOver', 'noSuchEmployee', 'ownStatement'] as const),
    ...(['statementLocked', 'statementChanged'] as const),
  ],
});

export const returnStatement = endpoint({
  method: 'POST',
  path: '/pay/payroll/{from}/return',
  summary: 'Return an approved statement to review, with a reason',
  tag,
  waitsLikeRead: true,
  params,
  body: Type.Object({ employeeId: Id, reason: ShortText }),
  reply: decided,
  onInvalidInput: 'failedEdit',
  refusals: [
    ...(['noSuchPayPeriod', 'payPeriodNotOver', 'noSuchEmployee', 'payReasonMissing'] as const),
    ...(['invalidText', 'statementLocked'] as const),
  ],
});

export const lockPayroll = endpoint({
  method: 'POST',
  path: '/pay/payroll/{from}/lock',
  summary:
    'Lock and pay all approved statements of a period, or that of one employee. Nothing of them changes any more; what ' +
    'is recorded later is an adjustment in a later statement',
  tag,
  waitsLikeRead: true,
  params,
  query: ofPerson,
  reply: decided,
  onInvalidInput: 'failedEdit',
  refusals: [
    ...(['noSuchPayPeriod', 'payPeriodNotOver', 'statementNotApproved', 'statementChanged'] as const),
    ...(['noSuchEmployee', 'approvedByOwner', 'earlierStatementOpen'] as const),
  ],
});

export const exportPayroll = endpoint({
  method: 'GET',
  path: '/pay/payroll/{from}/csv',
  summary: 'The locked statements of a period for the payroll program, a line for each person',
  tag,
  params,
  reply: FileText,
  files: ['text/csv'],
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchPayPeriod'],
});
