import { isLocalDate } from '#contracts/local-date.ts';
import { parsePrice } from '#contracts/money.ts';
import { normalizeName } from '#contracts/normalize-name.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { isCleanText } from '#contracts/text.ts';
import type { Teams } from './crm-teams.ts';
import { productKey } from './names.ts';

export const PIPELINE_COLUMNS = [
  'opportunity_id',
  'sales_agent',
  'product',
  'account',
  'deal_stage',
  'engage_date',
  'close_date',
  'close_value',
] as const;

export type PipelineFields = Readonly<Record<(typeof PIPELINE_COLUMNS)[number], string>>;

/** One opportunity as a sale, ready for the command. */
export type CrmSale = {
  readonly id: string;
  readonly personKey: string;
  readonly productKey: string;
  /** yyyy-mm-dd; null when the row has no date at all. */
  readonly entryDate: string | null;
  readonly name: string;
  readonly customerNumber: string;
  readonly details: string;
  readonly status: SaleStatus;
  /** Dollars; empty when the deal has no value yet. */
  readonly price: string;
};

const STAGES = new Map<string, SaleStatus>([
  ['won', 'Closed'],
  ['engaging', 'Negotiating'],
  ['prospecting', 'Lead'],
  ['lost', 'None'],
]);

/** The book that the rows belong to: who sells, and what is sold. */
export type Book = { readonly teams: Teams; readonly products: ReadonlyMap<string, string> };

/** A row as a sale, or the reason why it is none. Open deals may lack account, dates and value. */
export function readPipelineRow(fields: PipelineFields, { teams, products }: Book): CrmSale | string {
  const { opportunity_id: id, sales_agent: agent, account, close_value: price } = fields;
  if (id === '') return 'opportunity_id is missing';
  if (id.length > 64 || !isCleanText(id)) return 'opportunity_id is not an id';

  const person = normalizeName(agent);
  if (!teams.agents.has(person) && !teams.managers.has(person)) return `nobody is called "${agent}"`;
  const product = productKey(fields.product);
  const productName = products.get(product);
  if (productName === undefined) return `there is no product "${fields.product}"`;
  const status = STAGES.get(fields.deal_stage.toLowerCase());
  if (!status) return `deal_stage "${fields.deal_stage}" is none of Won, Engaging, Prospecting, Lost`;
  if (price !== '' && parsePrice(price) === null) {
    return `close_value "${price}" is no price from 0 to 1,000,000,000 with at most two decimals`;
  }
  const closed = readDate(fields.close_date);
  const engaged = readDate(fields.engage_date);
  if (closed === undefined) return `close_date "${fields.close_date}" is no date`;
  if (engaged === undefined) return `engage_date "${fields.engage_date}" is no date`;

  return {
    id,
    personKey: person,
    productKey: product,
    entryDate: closed ?? engaged,
    name: account === '' ? productName : `${productName} for ${account}`,
    customerNumber: account,
    details: `Opportunity ${id}${engaged === null ? '' : `, engaged ${engaged}`}`,
    status,
    price,
  };
}

/** Reads m/d/yyyy or yyyy-mm-dd; null when empty, undefined when it is no date. */
function readDate(text: string): string | null | undefined {
  if (text === '') return null;
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [, month = '', day = '', year = ''] = american ?? [];
  const date = american ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return isLocalDate(date) ? date : undefined;
}
