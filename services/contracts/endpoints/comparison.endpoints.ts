import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { DateText } from './fields.ts';
import { HistoryEntry } from './history.endpoints.ts';
import { BillboardRow } from './logs.endpoints.ts';

/** The compared figures of a billboard row. A row may also be missing on one side. */
export const COMPARED = [
  'first_name',
  'last_name',
  'campaign_name',
  'login_time',
  'current_timezone',
  'shift_duration',
  'sales',
  'sales_per_hour',
  'commission',
] as const satisfies readonly (keyof BillboardRow)[];
export type Compared = (typeof COMPARED)[number];

const RowOrNull = Type.Union([BillboardRow, Type.Null()]);

/** A later event that changed the row, and by how much. */
export const LaterEvent = Type.Object({
  entry: HistoryEntry,
  sales: Type.Integer({ description: 'Closed sales that it added to the row; negative: took away' }),
  commission: Type.Number({ description: 'dollars that it added; negative: took away' }),
});
export type LaterEvent = Static<typeof LaterEvent>;

export const ComparedRow = Type.Object({
  employee_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  known_then: RowOrNull,
  known_today: RowOrNull,
  differing: Type.Array(Type.Enum([...COMPARED]), { description: 'figures that are not the same' }),
  events: Type.Array(LaterEvent, {
    description: 'oldest first; sales and commission of the row then plus theirs are those of today',
  }),
});
export type ComparedRow = Static<typeof ComparedRow>;

export const getComparison = endpoint({
  method: 'GET',
  path: '/audit/comparison/{date}',
  summary:
    'The daily billboard of a local date as it was known then and as it is known today: the rows that differ, each ' +
    'with the later events that made the difference. Then is the end of that date where its shifts were worked, with ' +
    'those that midnight closed, or `until`',
  tag: 'Audit',
  params: Type.Object({ date: DateText }),
  query: Type.Object({
    until: Type.Optional(Type.String({ maxLength: 40, description: 'an instant, `2026-11-21T13:00:00Z`' })),
  }),
  reply: Type.Object({
    date: Type.String({ description: 'yyyy-mm-dd' }),
    until: Type.String({ description: 'what "then" is, UTC ISO-8601' }),
    rows: Type.Integer({ description: 'on the billboard then, today or both' }),
    requestedData: Type.Array(ComparedRow),
  }),
  onInvalidInput: 'invalidDate',
  refusals: ['invalidAsOf', 'asOfFuture'],
});
