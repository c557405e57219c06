import {
  type DATE_FORMATS,
  NEEDED_COLUMNS,
  type RefusedRow,
  type SaleColumn,
  type SalesPlan,
} from '#contracts/endpoints/imports.endpoints.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import { EARLIEST_DATE, isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { parsePercent, parsePrice } from '#contracts/money.ts';
import { SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import { isCleanText, normalizeName, readShortText, TEXT_MAX } from '#contracts/text.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { sha256 } from '#platform/digest.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { SalesCommands } from '#services/sales/sales.commands.ts';
import {
  type Company,
  type CompanyQueries,
  type ContextOf,
  isRefused,
  type Named,
  placesOf,
  type Recorded,
  rowsByColumn,
  type Survey,
  type Undone,
} from './file-rows.ts';
import type { ImportRecord } from './imports.postgres.ts';

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

/** The plan that fits the columns and the first rows of a file. */
export function guessSales({ header, first }: Survey): SalesPlan {
  const columns = placesOf(header, NAMES);
  // A date or a price is short.
  const values = (column: SaleColumn) =>
    first.map((row) => row[columns[column] ?? -1] ?? '').filter((value) => value.length <= TEXT_MAX);
  return { columns, dates: datesOf(values('date')), decimals: decimalsOf(values('price')) };
}

/** A first part above 12 is a day, a second one, too. */
function datesOf(dates: readonly string[]): SalesPlan['dates'] {
  const parts = dates.map((date) => date.split(/[./-]/).map(Number));
  if (dates.some((date) => /^\d{4}-/.test(date))) return 'yyyy-mm-dd';
  if (parts.some(([first = 0]) => first > 12)) return 'dd/mm/yyyy';
  if (parts.some(([, second = 0]) => second > 12)) return 'mm/dd/yyyy';
  if (dates.some((date) => date.includes('.'))) return 'dd/mm/yyyy';
  return dates.some((date) => date.includes('/')) ? 'mm/dd/yyyy' : 'yyyy-mm-dd';
}

function decimalsOf(prices: readonly string[]): SalesPlan['decimals'] {
  const ends = (mark: string) =>
    prices.filter((price) => new RegExp(`\\${mark}\\d{1,2}\\D*$`).test(price)).length;
  return ends(',') > ends('.') ? ',' : '.';
}

/** Reads the rows of a file by a plan. A date after `latest` is refused. */
export async function* readSales(
  text: string,
  plan: SalesPlan,
  company: Company,
  latest: LocalDate,
): AsyncGenerator<SaleRow | RefusedRow> {
  const counts = new Map<string, number>();
  for await (const row of rowsByColumn(text, plan.columns)) {
    if (isRefused(row)) {
      yield row;
      continue;
    }
    const { line, value } = row;
    const sale = readSale(value, plan, company, latest);
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
  plan: SalesPlan,
  { employees, campaigns }: Company,
  latest: LocalDate,
): Omit<SaleRow, 'line' | 'key'> | Omit<RefusedRow, 'line'> {
  const no = (column: SaleColumn, reason: string) => ({ column, reason });
  for (const column of NEEDED_COLUMNS) if (value(column) === '') return no(column, 'is empty');
  const date = readDate(value('date'), plan.dates);
  if (date === null) return no('date', `"${value('date')}" is no date like ${plan.dates}`);
  if (date < EARLIEST_DATE) return no('date', `"${value('date')}" is before the year 2000`);
  if (date > latest) return no('date', `"${value('date')}" is a date to come`);
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
function readPrice(text: string, decimals: SalesPlan['decimals']): string | null {
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

export type SalesDeps = {
  readonly store: Pick<EventStore, 'read'>;
  readonly queries: CompanyQueries;
  readonly sales: Pick<SalesCommands, 'recordSale' | 'deleteSale'>;
};

/** `known`: an earlier import has recorded this row, and it is still there. */
export async function recordSale(
  { sales, store }: SalesDeps,
  { companyId, head }: ImportRecord,
  { line, key, employee, campaign, date, name, customer, price, discount, status, details }: SaleRow,
  ctx: ContextOf,
): Promise<Recorded> {
  // A sale that was deleted since, maybe by an undo, is recorded anew under the next id.
  for (let again = 0; ; again += 1) {
    const outcome = await sales.recordSale(ctx('row', key, String(again)), {
      ...{ employeeId: employee.id, campaignId: campaign.id, entryDate: date },
      ...{ name, customerNumber: customer, discount, status, details, actorIsManager: true },
      ...(price !== '' && { price }),
    });
    if (!outcome.ok) return { line, column: '', reason: messages[outcome.code] };
    const { saleId } = outcome.value;
    if (outcome.position > (head ?? 0)) return { id: saleId };
    const events = await store.read(streams.sale(companyId, saleId));
    if (events.at(-1)?.type !== 'SaleDeleted') return 'known';
  }
}

/** Deletes a sale that is as it was recorded. */
export async function undoSale(
  { sales, store }: SalesDeps,
  { companyId }: ImportRecord,
  saleId: string,
  ctx: CommandContext,
): Promise<Undone> {
  const [recorded] = (await store.read(streams.sale(companyId, saleId), { limit: 1 })).map(decodeEvent);
  if (recorded?.type !== 'SaleRecorded') return 'kept';
  const outcome = await sales.deleteSale(ctx, { saleId, onlyIf: recorded.data.sale, actorIsManager: true });
  return outcome.ok ? 'deleted' : 'kept';
}
