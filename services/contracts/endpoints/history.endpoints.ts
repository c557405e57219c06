import { Type } from 'typebox';
import { SUBJECT_KINDS } from '../history/description.ts';
import { HistoryEntry } from '../history/entry.ts';
import { endpoint } from './endpoint.ts';
import { FileText, Id, listOf, namePageFields, pageFields } from './fields.ts';

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
  kind: Type.Optional(Type.Enum([...SUBJECT_KINDS], { description: 'what it is about' })),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
};

const refusals = ['invalidAsOf', 'invalidCursor'] as const;

export const getEvents = endpoint({
  method: 'GET',
  path: '/audit/events',
  summary:
    'What happened in the company, in words, with every field before and after. Without `limit` at most 500 at once. ' +
    'While events come, a page in the order oldest first goes on without gaps',
  tag,
  query: Type.Object({ ...filters, order, ...pageFields }),
  reply: listOf(HistoryEntry),
  onInvalidInput: 'failedFetch',
  refusals,
});

export const getHistory = endpoint({
  method: 'GET',
  path: '/audit/history/{kind}/{id}',
  summary:
    'The history of one sale, shift (its id: employee, `_` and date), employee, campaign or goal, oldest first. An ' +
    'associate reads those of the own sales and shifts',
  tag,
  params: Type.Object({
    kind: Type.Enum(['sale', 'shift', 'employee', 'campaign', 'goal']),
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
  query: Type.Object({ ...filters, order }),
  reply: FileText,
  onInvalidInput: 'failedFetch',
} as const;

export const exportCsv = endpoint({
  method: 'GET',
  path: '/audit/events.csv',
  summary:
    'The same, all of it, as CSV with a line for each event; the oldest first unless said otherwise. The changes stand ' +
    'in one cell; a cell that a spreadsheet would take for a formula begins with an apostrophe',
  files: ['text/csv'],
  refusals: ['invalidAsOf'],
  ...exported,
});

export const exportJsonLines = endpoint({
  method: 'GET',
  path: '/audit/events.jsonl',
  summary: 'The same as JSON Lines: each line an entry as in the list',
  files: ['application/jsonl'],
  refusals: ['invalidAsOf'],
  ...exported,
});
