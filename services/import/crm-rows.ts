import { EARLIEST_DATE, isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import { parsePrice } from '#contracts/money.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { isCleanText, normalizeName, readShortText } from '#contracts/text.ts';
import { readCsv } from './csv-file.ts';
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
  /** yyyy-mm-dd; null when the row has no date. */
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

/** The sellers and products that rows refer to. */
export type Book = {
  readonly teams: Teams;
  readonly products: ReadonlyMap<string, string>;
  /** A row with a date after it is refused. */
  readonly latestDate: LocalDate;
};

/** A row as a sale, or why it is invalid. Open deals may lack account, dates and value. */
export function readPipelineRow(
  fields: PipelineFields,
  { teams, products, latestDate }: Book,
): CrmSale | string {
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
  const isOff = (date: string | null) => date !== null && (date < EARLIEST_DATE || date > latestDate);
  if (isOff(closed)) return `close_date "${fields.close_date}" is before the year 2000 or to come`;
  if (isOff(engaged)) return `engage_date "${fields.engage_date}" is before the year 2000 or to come`;

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

/** Reads m/d/yyyy or yyyy-mm-dd; null when empty, undefined when invalid. */
function readDate(text: string): string | null | undefined {
  if (text === '') return null;
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [, month = '', day = '', year = ''] = american ?? [];
  const date = american ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return isLocalDate(date) ? date : undefined;
}

export type Refused = { readonly file: string; readonly line: number; readonly reason: string };

/** The refused rows: how many there are of each kind, and the first ones in full. */
export type Refusals = {
  add(refused: Refused): void;
  count(): number;
  first(): readonly Refused[];
  /** The kinds of reasons, the most frequent one first. */
  kinds(): readonly (readonly [reason: string, count: number])[];
};

const IN_FULL = 50;
const MOST_KINDS = 20;

/** A million refused rows take no more memory than some. */
export function createRefusals(): Refusals {
  const first: Refused[] = [];
  const kinds = new Map<string, number>();
  let count = 0;
  return {
    add(refused) {
      count += 1;
      if (first.length < IN_FULL) first.push(refused);
      const kind = refused.reason.replaceAll(/"[^"]*"|\b\S*\d\S*/g, '…');
      const known = kinds.has(kind) || kinds.size < MOST_KINDS ? kind : 'other reasons';
      kinds.set(known, (kinds.get(known) ?? 0) + 1);
    },
    count: () => count,
    first: () => first,
    kinds: () => [...kinds].toSorted(([, a], [, b]) => b - a),
  };
}

type Agent = { readonly key: string; readonly name: string; readonly managerKey: string };
type Manager = { readonly key: string; readonly name: string };

/** Managers, and agents with their manager. Keys are normalised names. */
type Teams = { readonly managers: Map<string, Manager>; readonly agents: Map<string, Agent> };

/** Reads `sales_agent,manager`. A person in both columns is a manager. */
export async function readTeams(file: string, refused: Refusals): Promise<Teams> {
  const managers = new Map<string, Manager>();
  const agents = new Map<string, Agent>();
  for await (const row of readCsv(file, ['sales_agent', 'manager'])) {
    const reason = 'problem' in row ? row.problem : add(row.fields.sales_agent, row.fields.manager);
    if (reason) refused.add({ file, line: row.line, reason });
  }
  for (const key of managers.keys()) agents.delete(key);
  return { managers, agents };

  function add(agent: string, manager: string): string | undefined {
    const name = readShortText(agent);
    const managerName = readShortText(manager);
    if (!name) return 'sales_agent is no name';
    if (!managerName) return 'manager is no name';
    const key = normalizeName(name);
    const managerKey = normalizeName(managerName);
    const known = agents.get(key);
    if (known && known.managerKey !== managerKey) return `${name} already has another manager`;
    managers.set(managerKey, managers.get(managerKey) ?? { key: managerKey, name: managerName });
    agents.set(key, known ?? { key, name, managerKey });
    return undefined;
  }
}

/** Product names by their normalised form, in the order of the file. */
export async function readProducts(file: string, refused: Refusals): Promise<Map<string, string>> {
  const products = new Map<string, string>();
  for await (const row of readCsv(file, ['product'])) {
    if ('problem' in row) {
      refused.add({ file, line: row.line, reason: row.problem });
      continue;
    }
    const name = readShortText(row.fields.product);
    if (name) products.set(productKey(name), products.get(productKey(name)) ?? name);
    else refused.add({ file, line: row.line, reason: 'product is no name' });
  }
  return products;
}
