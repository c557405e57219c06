import {
  type DATE_FORMATS,
  type ImportPlan,
  NEEDED_COLUMNS,
  type RefusedRow,
  SALE_COLUMNS,
  type SaleColumn,
} from '#contracts/endpoints/imports.endpoints.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { parsePercent, parsePrice } from '#contracts/money.ts';
import { SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import { isCleanText, normalizeName, readShortText } from '#contracts/text.ts';
import { sha256 } from '#platform/digest.ts';
import { readRows } from './csv-file.ts';

/** What a row may name: employees by email, number or full name, campaigns by name; null: two have this name. */
export type Company = {
  readonly employees: ReadonlyMap<string, Named | null>;
  readonly campaigns: ReadonlyMap<string, Named | null>;
};
type Named = { readonly id: string; readonly name: string };

/** A row as a sale, ready for the command. */
export type SaleRow = {
  readonly line: number;
  /** The same for equal rows of any file: what is in it, and which of its equals it is. */
  readonly key: string;
  readonly employee: Named;
  readonly campaign: Named;
  readonly date: string;
  readonly name: string;
  readonly customer: string;
  /** Dollars; empty when the deal has no value yet. */
  readonly price: string;
  readonly discount: number;
  readonly status: SaleStatus;
  readonly details: string;
};

/** The lines of a text, without making a list of them. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? undefined : end);
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    from = end === -1 ? text.length : end + 1;
  }
}

/** The separator of the first line: the one that is there most often. */
function separatorOf(text: string): string {
  const [first = ''] = linesOf(text);
  const count = (separator: string) => first.split(separator).length;
  return [';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best), ',');
}

/** Work goes on in portions, so that requests are answered in between. */
const PORTION = 500;

async function* rowsOf(text: string) {
  let at = 0;
  for await (const row of readRows(linesOf(text), separatorOf(text))) {
    at += 1;
    if (at % PORTION === 0) await new Promise(setImmediate);
    yield row;
  }
}

/** The names that spreadsheets and other programs give these columns. */
const NAMES: Readonly<Record<SaleColumn, readonly string[]>> = {
  date: ['date', 'entry date', 'close date', 'closed', 'day'],
  employee: [
    'employee',
    'employee number',
    'employee email',
    'email',
    'agent',
    'sales agent',
    'seller',
    'rep',
  ],
  campaign: ['campaign', 'product', 'offer'],
  name: ['name', 'sale', 'sale name', 'deal', 'title'],
  customer: ['customer', 'customer number', 'account', 'client'],
  price: ['price', 'amount', 'value', 'close value', 'total'],
  discount: ['discount', 'discount (%)', 'discount %'],
  status: ['status', 'stage', 'deal stage'],
  details: ['details', 'notes', 'note', 'comment', 'description'],
};

export type Survey = { readonly header: readonly string[]; readonly rows: number; readonly plan: ImportPlan };

/** The columns of a file and the number of its rows, with a guess of its plan; null without a row. */
export async function survey(text: string, most: number): Promise<Survey | null> {
  let header: readonly string[] | undefined;
  let plan: ImportPlan | undefined;
  const seen = { dates: [] as string[], prices: [] as string[] };
  let rows = 0;
  for await (const row of rowsOf(text)) {
    if (!header) {
      if ('problem' in row) return null;
      header = row.values;
      plan = { columns: columnsOf(header), dates: 'yyyy-mm-dd', decimals: '.' };
      continue;
    }
    rows += 1;
    if (rows > most) break;
    if ('problem' in row || !plan || rows > 1000) continue;
    seen.dates.push(row.values[plan.columns.date ?? -1] ?? '');
    seen.prices.push(row.values[plan.columns.price ?? -1] ?? '');
  }
  if (!header || !plan || rows === 0) return null;
  return { header, rows, plan: { ...plan, dates: datesOf(seen.dates), decimals: decimalsOf(seen.prices) } };
}

/** The names of the columns; none for a file without them. */
export async function headerOf(text: string): Promise<readonly string[]> {
  for await (const row of rowsOf(text)) return 'values' in row ? row.values : [];
  return [];
}

function columnsOf(header: readonly string[]): ImportPlan['columns'] {
  const plain = header.map((name) => normalizeName(name).replaceAll('_', ' '));
  const place = (column: SaleColumn) => {
    const at = NAMES[column].map((name) => plain.indexOf(name)).find((found) => found >= 0);
    return [column, at ?? null] as const;
  };
  return Object.fromEntries(SALE_COLUMNS.map(place)) as ImportPlan['columns'];
}

/** A first part above 12 is a day, a second one, too. */
function datesOf(dates: readonly string[]): ImportPlan['dates'] {
  const parts = dates.map((date) => date.split(/[./-]/).map(Number));
  if (dates.some((date) => /^\d{4}-/.test(date))) return 'yyyy-mm-dd';
  if (parts.some(([first = 0]) => first > 12)) return 'dd/mm/yyyy';
  if (parts.some(([, second = 0]) => second > 12)) return 'mm/dd/yyyy';
  if (dates.some((date) => date.includes('.'))) return 'dd/mm/yyyy';
  return dates.some((date) => date.includes('/')) ? 'mm/dd/yyyy' : 'yyyy-mm-dd';
}

function decimalsOf(prices: readonly string[]): ImportPlan['decimals'] {
  const ends = (mark: string) =>
    prices.filter((price) => new RegExp(`\\${mark}\\d{1,2}\\D*$`).test(price)).length;
  return ends(',') > ends('.') ? ',' : '.';
}

/** A row that is a sale, or the reason why it is none. */
export type ReadRow = SaleRow | RefusedRow;
export const isRefused = (row: object): row is RefusedRow => 'reason' in row;

/** Reads the rows of a file by a plan. The columns of the plan must be in the file. */
export async function* readSales(text: string, plan: ImportPlan, company: Company): AsyncGenerator<ReadRow> {
  const counts = new Map<string, number>();
  let width = 0;
  for await (const row of rowsOf(text)) {
    if (width === 0) {
      width = 'values' in row ? row.values.length : 1;
      continue;
    }
    if ('problem' in row) {
      yield { line: row.line, column: '', reason: row.problem };
      continue;
    }
    const { line, values } = row;
    if (values.length !== width) {
      yield { line, column: '', reason: `has ${values.length} fields, the first line has ${width}` };
      continue;
    }
    const value = (column: SaleColumn) => values[plan.columns[column] ?? -1] ?? '';
    const sale = readSale(value, plan, company);
    if ('reason' in sale) {
      yield { line, ...sale };
      continue;
    }
    const { employee, campaign, ...rest } = sale;
    const contents = sha256(JSON.stringify([employee.id, campaign.id, rest]));
    const nth = (counts.get(contents) ?? 0) + 1;
    counts.set(contents, nth);
    yield { line, key: `${contents} ${nth}`, ...sale };
  }
}

const STATUSES = new Map(SALE_STATUSES.map((status) => [status.toLowerCase(), status]));

function readSale(
  value: (column: SaleColumn) => string,
  plan: ImportPlan,
  { employees, campaigns }: Company,
): Omit<SaleRow, 'line' | 'key'> | Omit<RefusedRow, 'line'> {
  const no = (column: SaleColumn, reason: string) => ({ column, reason });
  for (const column of NEEDED_COLUMNS) if (value(column) === '') return no(column, 'is empty');
  const date = readDate(value('date'), plan.dates);
  if (date === null) return no('date', `"${value('date')}" is no date like ${plan.dates}`);
  const employee = employees.get(normalizeName(value('employee')));
  if (!employee) {
    const why = employee === null ? 'two people are called' : 'nobody is called';
    return no('employee', `${why} "${value('employee')}"`);
  }
  const campaign = campaigns.get(normalizeName(value('campaign')));
  if (!campaign) {
    const why = campaign === null ? 'two campaigns are called' : 'there is no campaign';
    return no('campaign', `${why} "${value('campaign')}"`);
  }
  const price = readPrice(value('price'), plan.decimals);
  if (price === null) return no('price', `"${value('price')}" is no price from 0 to 1,000,000,000`);
  const discount = value('discount') === '' ? 0 : parsePercent(value('discount').replace(/\s*%$/, ''));
  if (discount === null) return no('discount', `"${value('discount')}" is no percentage from 0 to 100`);
  const status = value('status') === '' ? 'Closed' : STATUSES.get(value('status').toLowerCase());
  if (!status) return no('status', `"${value('status')}" is none of ${SALE_STATUSES.join(', ')}`);
  if (status === 'Closed' && price === '') return no('price', 'is empty, and a Closed sale needs one');
  const customer = readShortText(value('customer'));
  if (customer === null) return no('customer', 'holds characters that cannot be stored, or more than 255');
  const name = readShortText(
    value('name') || (customer === '' ? campaign.name : `${campaign.name} for ${customer}`),
  );
  if (name === null) return no('name', 'holds characters that cannot be stored, or more than 255');
  const details = value('details');
  if (!isCleanText(details, { lines: true })) return no('details', 'holds characters that cannot be stored');
  return { employee, campaign, date, name, customer, price, discount, status, details };
}

function readDate(text: string, format: (typeof DATE_FORMATS)[number]): string | null {
  const parts = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(text.replace(/[T ]\d.*$/, ''));
  if (!parts) return null;
  const [, first = '', second = '', third = ''] = parts;
  const [year, month, day] =
    format === 'yyyy-mm-dd'
      ? [first, second, third]
      : format === 'dd/mm/yyyy'
        ? [third, second, first]
        : [third, first, second];
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return isLocalDate(date) ? date : null;
}

/** Dollars as the command takes them, without signs and marks of thousands; null when it is no price. */
function readPrice(text: string, decimals: ImportPlan['decimals']): string | null {
  const plain = text.replaceAll(/[$€£\s']|CAD/g, '');
  if (plain === '') return '';
  const grouped = decimals === '.' ? /^\d{1,3}(,\d{3})+(\.|$)/ : /^\d{1,3}(\.\d{3})+(,|$)/;
  const thousands = decimals === '.' ? ',' : '.';
  const digits = grouped.test(plain) ? plain.replaceAll(thousands, '') : plain;
  const dollars = decimals === ',' ? digits.replace(',', '.') : digits;
  // A mark that is not the chosen one would make another price of it.
  if (decimals === ',' && digits.includes('.')) return null;
  return parsePrice(dollars) === null ? null : dollars;
}
