import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FileText, Id } from './fields.ts';

/** The most of one file; a larger book comes in several files. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 200_000;

/** What a column of a file of sales can be; the first three are needed. */
export const SALE_COLUMNS = [
  ...(['date', 'employee', 'campaign', 'name', 'customer', 'price', 'discount', 'status'] as const),
  'details',
] as const;
export type SaleColumn = (typeof SALE_COLUMNS)[number];
export const NEEDED_COLUMNS: readonly SaleColumn[] = ['date', 'employee', 'campaign'];

export const DATE_FORMATS = ['yyyy-mm-dd', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;

/** How the file is read. A column is its place in the file, from 0; null: the file does not have it. */
export const ImportPlan = Type.Object({
  columns: Type.Object(
    Object.fromEntries(
      SALE_COLUMNS.map((column) => [column, Type.Union([Type.Integer(), Type.Null()])]),
    ) as Record<
      SaleColumn,
      ReturnType<typeof Type.Union<[ReturnType<typeof Type.Integer>, ReturnType<typeof Type.Null>]>>
    >,
  ),
  dates: Type.Enum([...DATE_FORMATS]),
  decimals: Type.Enum(['.', ','], { description: 'the mark before the cents of a price' }),
});
export type ImportPlan = Static<typeof ImportPlan>;

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
  accepted: Type.Integer({ description: 'sales that this import recorded' }),
  known: Type.Integer({ description: 'sales that an earlier import had recorded' }),
  refused: Type.Integer(),
  undone: Type.Integer({ description: 'sales that the undo deleted' }),
  kept: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'sales that the undo left, because they were edited or are deleted; at most a hundred',
  }),
});
export type Import = Static<typeof Import>;

export const RefusedRow = Type.Object({ line: Type.Integer(), column: Type.String(), reason: Type.String() });
export type RefusedRow = Static<typeof RefusedRow>;

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

export const Preview = Type.Object({
  import: Import,
  header: Type.Array(Type.String(), { description: 'the first line of the file' }),
  rows: Type.Array(PreviewRow, { description: 'the first sales as they will be' }),
  good: Type.Integer(),
  refused: Type.Array(RefusedRow, { description: 'the first refused rows' }),
  refusedCount: Type.Integer(),
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
  summary: 'Bring a file of sales: CSV in UTF-8 with a line of column names; nothing is imported yet',
  tag,
  secretReply: true,
  file: { type: 'text/csv', maxBytes: IMPORT_MAX_BYTES },
  query: Type.Object({ name: Type.String({ description: 'of the file' }) }),
  body: Type.Unsafe<UploadedFile>({
    type: 'object',
    properties: { text: { type: 'string', description: 'the file, where it is not sent as it is' } },
  }),
  reply: Preview,
  onInvalidInput: 'notCsvFile',
  refusals: ['notCsvFile', 'emptyFile', 'fileTooLarge'],
});

export const previewImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/preview',
  summary: 'Match the columns, and see what would be imported and what refused',
  tag,
  params,
  body: Type.Object({ plan: Type.String({ description: 'an ImportPlan as JSON' }) }),
  reply: Preview,
  onInvalidInput: 'malformed',
  refusals: ['notFound', 'conflict'],
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
  summary: 'Delete the sales that an import recorded and that are as they were',
  tag,
  params,
  reply: Type.Object({ import: Import }),
  onInvalidInput: 'malformed',
  refusals: ['notFound', 'conflict', 'otherImportRuns'],
});
