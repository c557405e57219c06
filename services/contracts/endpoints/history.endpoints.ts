import { type Static, type TObject, Type } from 'typebox';
import { EFFECTS, SUBJECT_KINDS } from '../history/description.ts';
import { VALUE_TYPES } from '../history/values.ts';
import { endpoint } from './endpoint.ts';
import { FileText, Id, listOf, namePageFields, pageFields } from './fields.ts';

/**
 * An object or null, as one schema with two types. A union of two schemas means the same, but the JSON serializer
 * then checks each value against both: twice the work for a list of optional objects.
 */
function orNull<Of extends TObject>(of: Of) {
  return Type.Unsafe<Static<Of> | null>({ ...of, type: ['object', 'null'] });
}

/** A value and what it is in words; null where there is none. */
export const ShownValue = orNull(
  Type.Object({
    value: Type.Unsafe<string | number>({
      type: ['string', 'number'],
      description:
        'money in cents, a date yyyy-mm-dd, a moment UTC ISO-8601, ids of persons, campaigns and goals',
    }),
    text: Type.String({ description: 'the same in words' }),
  }),
);
export type ShownValue = Static<typeof ShownValue>;

export const ShownChange = Type.Object({
  field: Type.String({ description: 'as the event has it' }),
  label: Type.String(),
  type: Type.Enum([...VALUE_TYPES]),
  changed: Type.Boolean({ description: 'false: the event left it as it was' }),
  before: ShownValue,
  after: ShownValue,
});
export type ShownChange = Static<typeof ShownChange>;

const Person = Type.Object({ id: Type.String(), name: Type.String() });

/** One event of the history of a company, in people's words and for programs. */
export const HistoryEntry = Type.Object({
  position: Type.Integer({ description: 'its place in the log; `?as-of=@<position>` shows what was then' }),
  at: Type.String({ description: 'when it happened, UTC ISO-8601' }),
  type: Type.String({ description: 'of the event' }),
  title: Type.String({ description: 'what happened' }),
  effect: Type.Enum([...EFFECTS], { description: 'what became of the subject' }),
  subject: Type.Object({
    kind: Type.Enum([...SUBJECT_KINDS]),
    id: Type.String({ description: 'of a shift: employee, `_` and date' }),
    name: Type.String({ description: 'as the event has it; of a shift its date' }),
  }),
  /** The employee it is about. */
  person: orNull(Person),
  /** The employee who acted; null for the program and the payment provider. */
  actor: orNull(Person),
  origin: Type.String({ description: 'api, import, job, registration, demo, demo bot or billing' }),
  from: Type.String({
    description: 'the origin in words: in the app, by import of book.csv, by the program at midnight',
  }),
  changes: Type.Array(ShownChange, { description: 'every field of the event, in the order to read them' }),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

const tag = 'Audit';

/** A UTC instant, or `@` and a position of the log, as in `?as-of=`; see as-of.ts. */
const Moment = Type.String({
  maxLength: 40,
  description: 'an instant, `2026-11-21T13:00:00Z`, or `@position`',
});

const order = Type.Optional(
  Type.Enum(['newest', 'oldest'], { description: 'which come first; the newest when it is not said' }),
);

/** An event must match all given filters. */
const filters = {
  person: Type.Optional(Type.String({ maxLength: 64, description: 'whom it is about, or who did it' })),
  campaign: Type.Optional(
    Type.String({ maxLength: 64, description: 'that it is about, is in, or was moved away from' }),
  ),
  kind: Type.Optional(
    Type.Enum([...SUBJECT_KINDS], { description: 'what it is about; all but `access` when it is not said' }),
  ),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
};

const refusals = ['invalidAsOf', 'invalidCursor'] as const;

export const getEvents = endpoint({
  method: 'GET',
  path: '/audit/events',
  summary:
    'What happened in the company, in words, with every field before and after; the access to accounts with ' +
    '`kind=access`, by a manager that of associates and the own. Without `limit` at most 500 at once. ' +
    'While events come, a page in the order oldest first goes on without gaps',
  tag,
  query: Type.Object({ ...filters, order, ...pageFields }),
  reply: listOf(HistoryEntry),
  onInvalidInput: 'failedFetch',
  refusals,
});

/** Their rows have a history of their own. */
export const KINDS_WITH_HISTORY = ['sale', 'shift', 'employee', 'campaign', 'goal', 'access'] as const;

export const getHistory = endpoint({
  method: 'GET',
  path: '/audit/history/{kind}/{id}',
  summary:
    'The history of one sale, shift (its id: employee, `_` and date), employee, campaign or goal, oldest first; or of ' +
    'the access to the account of an employee, newest first: sign-ins, refusals, passwords, pay read by others. An ' +
    'associate reads those of the own sales, shifts and account, a manager not the access to accounts of other managers',
  tag,
  params: Type.Object({
    kind: Type.Enum([...KINDS_WITH_HISTORY]),
    id: Id,
  }),
  query: Type.Object(pageFields),
  reply: listOf(HistoryEntry),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidCursor', 'noSuchSale', 'noSuchShift', 'noSuchEmployee', 'noSuchCampaign', 'noSuchGoal'],
});

export const getNames = endpoint({
  method: 'GET',
  path: '/audit/names',
  summary:
    'Everybody and every campaign and goal that the history may be about, by name as it is today; those that were ' +
    'deleted, too',
  tag,
  query: Type.Object(namePageFields),
  reply: listOf(
    Type.Object({
      kind: Type.Enum(['person', 'campaign', 'goal']),
      id: Type.String(),
      name: Type.String(),
      deleted: Type.Boolean(),
    }),
  ),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidCursor'],
});

const Place = Type.Union([Type.Object({ position: Type.Integer(), at: Type.String() }), Type.Null()]);

export const getMoments = endpoint({
  method: 'GET',
  path: '/audit/moments',
  summary:
    'Where the history of the company begins and ends; with `at` also the last event that had happened then. Moments ' +
    'never fall from one event to the next, whatever the clocks of those who acted said',
  tag,
  query: Type.Object({ at: Type.Optional(Moment) }),
  reply: Type.Object({ first: Place, last: Place, at: Type.Optional(Place) }),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidAsOf'],
});

const exported = {
  tag,
  needsIdentity: true,
  query: Type.Object({ ...filters, order }),
  reply: FileText,
  onInvalidInput: 'failedFetch',
} as const;

export const exportCsv = endpoint({
  method: 'GET',
  path: '/audit/events.csv',
  summary:
    'The same, all of it, as CSV with a line for each event; the oldest first unless said otherwise. The changes stand ' +
    'in one cell; an apostrophe stands before what a spreadsheet would take for a formula. Needs a proof of identity within ' +
    'five minutes',
  files: ['text/csv'],
  refusals: ['invalidAsOf', 'confirmIdentity'],
  ...exported,
});

export const exportJsonLines = endpoint({
  method: 'GET',
  path: '/audit/events.jsonl',
  summary: 'The same as JSON Lines: each line an entry as in the list',
  files: ['application/jsonl'],
  refusals: ['invalidAsOf', 'confirmIdentity'],
  ...exported,
});
