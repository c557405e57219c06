import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FileText, Id } from './fields.ts';

/** The most of one file; a larger book comes in several files. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 200_000;

/** The most characters of a line, and of a row that takes several; a cell of a spreadsheet has at most 32,767. */
export const IMPORT_MAX_LINE = 100_000;
export const IMPORT_MAX_COLUMNS = 1_000;

/** The most people of one file. */
export const IMPORT_MAX_PEOPLE = 5_000;

export const IMPORT_KINDS = ['sales', 'people'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What a column of a file of sales can be; the first three are needed. */
export const SALE_COLUMNS = [
  ...(['date', 'employee', 'campaign', 'name', 'customer', 'price', 'discount', 'status'] as const),
  'details',
] as const;
export type SaleColumn = (typeof SALE_COLUMNS)[number];
export const NEEDED_COLUMNS: readonly SaleColumn[] = ['date', 'employee', 'campaign'];

/** What a column of a file of people can be; email and a name are needed. `name` is the full name. */
export const PEOPLE_COLUMNS = [
  ...(['email', 'firstName', 'lastName', 'name', 'number', 'role', 'campaign', 'manager'] as const),
  'duration',
] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

export const DATE_FORMATS = ['yyyy-mm-dd', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;

const Place = Type.Union([Type.Integer(), Type.Null()]);

/** A column is its place in the file, from 0; null: the file does not have it. */
function placesOf<Column extends string>(columns: readonly Column[]) {
  return Type.Object(
    Object.fromEntries(columns.map((column) => [column, Place])) as Record<Column, typeof Place>,
  );
}

export const SalesPlan = Type.Object({
  columns: placesOf(SALE_COLUMNS),
  dates: Type.Enum([...DATE_FORMATS]),
  decimals: Type.Enum(['.', ','], { description: 'the mark before the cents of a price' }),
});
export type SalesPlan = Static<typeof SalesPlan>;

export const PeoplePlan = Type.Object({
  people: placesOf(PEOPLE_COLUMNS),
  campaign: Type.String({
    description: 'id of the campaign of rows that name none; empty: they are refused',
  }),
});
export type PeoplePlan = Static<typeof PeoplePlan>;

/** How the file is read: the plan says what it holds. */
export const ImportPlan = Type.Union([SalesPlan, PeoplePlan]);
export type ImportPlan = Static<typeof ImportPlan>;

export const isOfPeople = (plan: ImportPlan): plan is PeoplePlan => 'people' in plan;

export const IMPORT_STATES = ['uploaded', 'running', 'done', 'undoing', 'undone'] as const;

export const Import = Type.Object({
  id: Type.String(),
  file_name: Type.String(),
  by: Type.String({ description: 'the employee who brought it' }),
  at: Type.String({ description: 'UTC ISO-8601' }),
  state: Type.Enum([...IMPORT_STATES]),
  plan: ImportPlan,
  total: Type.Integer({ description: 'rows of the file' }),
  read: Type.Integer({ description: 'rows that are through' }),
  accepted: Type.Integer({ description: 'sales that this import recorded, or people that it added' }),
  known: Type.Integer({ description: 'sales that an earlier import had recorded, or people who were there' }),
  refused: Type.Integer(),
  undone: Type.Integer({ description: 'sales or people that the undo deleted' }),
  kept: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'sales or people that the undo left, because of what happened since; at most a hundred',
  }),
});
export type Import = Static<typeof Import>;

export type RefusedRow = { readonly line: number; readonly column: string; readonly reason: string };

export const Refusal = Type.Object({
  column: Type.String(),
  reason: Type.String(),
  count: Type.Integer({ description: 'rows that it refuses' }),
  lines: Type.Array(Type.Integer(), { description: 'the first of them' }),
});
export type Refusal = Static<typeof Refusal>;

const PreviewRow = Type.Object({
  line: Type.Integer(),
  date: Type.String(),
  employee: Type.String(),
  campaign: Type.String(),
  name: Type.String(),
  customer: Type.String(),
  price: Type.String(),
  discount: Type.Number(),
  status: Type.String(),
});
export type PreviewRow = Static<typeof PreviewRow>;

const PreviewPerson = Type.Object({
  line: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  number: Type.String(),
  role: Type.String(),
  campaign: Type.String(),
  manager: Type.String(),
  duration: Type.String(),
});
export type PreviewPerson = Static<typeof PreviewPerson>;

export const Preview = Type.Object({
  import: Import,
  header: Type.Array(Type.String(), { description: 'the first line of the file' }),
  rows: Type.Array(PreviewRow, { description: 'the first sales as they will be' }),
  people: Type.Array(PreviewPerson, { description: 'the first people as they will be' }),
  good: Type.Integer(),
  known: Type.Integer({ description: 'rows of people who are there already' }),
  seats: Type.Integer({ description: 'employees of the company now' }),
  refusals: Type.Array(Refusal, { description: 'the most frequent reasons of refused rows' }),
  refusalCount: Type.Integer({ description: 'all reasons' }),
  refusedCount: Type.Integer({ description: 'all refused rows' }),
});
export type Preview = Static<typeof Preview>;

const tag = 'Import';
const params = Type.Object({ id: Id });

export const getImports = endpoint({
  method: 'GET',
  path: '/imports',
  summary: 'The newest imports, with their progress',
  tag,
  reply: Type.Object({ requestedData: Type.Array(Import) }),
  onInvalidInput: 'failedFetch',
});

/** The body is the file itself, `text/csv`. */
export type UploadedFile = Uint8Array | { readonly text?: unknown };

export const uploadImport = endpoint({
  method: 'POST',
  path: '/imports',
  summary:
    'Bring a file of sales or people: CSV in UTF-8 with a line of column names; nothing is imported yet',
  tag,
  secretReply: true,
  file: { type: 'text/csv', maxBytes: IMPORT_MAX_BYTES },
  query: Type.Object({ name: Type.String({ description: 'of the file' }) }),
  body: Type.Unsafe<UploadedFile>({
    type: 'object',
    properties: {
      text: { type: 'string', description: 'the file, where it is not sent as it is; at most 256 kB' },
    },
  }),
  reply: Preview,
  onInvalidInput: 'notCsvFile',
  refusals: [
    ...(['notCsvFile', 'emptyFile', 'fileTooLarge', 'lineTooLong', 'tooManyColumns'] as const),
    ...(['tooManyPeople', 'tooLarge'] as const),
  ],
});

export const previewImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/preview',
  summary: 'Match the columns, and see what would be imported and what refused',
  tag,
  params,
  body: Type.Object({
    plan: Type.Optional(Type.String({ description: 'an ImportPlan as JSON' })),
    kind: Type.Optional(
      Type.Enum([...IMPORT_KINDS], { description: 'instead of a plan: what the file holds' }),
    ),
  }),
  reply: Preview,
  onInvalidInput: 'malformed',
  refusals: ['notFound', 'conflict', 'tooManyPeople'],
});

export const getRefusedRows = endpoint({
  method: 'GET',
  path: '/imports/{id}/refused.csv',
  summary: 'The rows that an import will refuse, or has refused so far, each with its reason',
  tag,
  files: ['text/csv'],
  params,
  reply: FileText,
  onInvalidInput: 'failedFetch',
  refusals: ['notFound'],
});

export const startImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/start',
  summary: 'Import the good rows of a file, one import at a time',
  tag,
  params,
  reply: Type.Object({ import: Import }),
  onInvalidInput: 'malformed',
  refusals: ['notFound', 'conflict', 'otherImportRuns', 'emptyFile'],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/undo',
  summary: 'Delete the sales or people that an import brought and that are as they were',
  tag,
  params,
  reply: Type.Object({ import: Import }),
  onInvalidInput: 'malformed',
  refusals: ['notFound', 'conflict', 'otherImportRuns'],
});
