import { randomUUID } from 'node:crypto';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { createHttpClient, type HttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import { answered } from './answered.ts';

/** A sale that the program acknowledged, as the seller knows it. */
export type KnownSale = {
  readonly id: string;
  readonly customerNumber: string;
  /** The number of acknowledged edits. */
  readonly edits: number;
  /** The last change of this sale was not answered: it may have been made or not. */
  readonly doubt?: 'edit' | 'removal';
};

/** Records, edits and deletes sales, as a seller does. */
export type Seller = {
  readonly hasKeys: boolean;
  /** The acknowledged sales by id, without deleted ones. */
  readonly sales: ReadonlyMap<string, KnownSale>;
  readonly deleted: ReadonlySet<string>;
  /** The customer numbers of new sales that were not answered. */
  readonly unanswered: ReadonlySet<string>;
  /** Sends one change after the other until one is not answered; calls `onAnswer` after each that is. */
  work(url: string, onAnswer: () => void): Promise<void>;
  /** Repeats an unanswered change until it is answered. A seller without keys has none to repeat. */
  settle(url: string): Promise<void>;
};

type Change = {
  readonly key: string;
  readonly send: (browser: HttpClient, headers: Record<string, string>) => Promise<HttpReply>;
  /** Records the acknowledged change. */
  readonly done: (reply: HttpReply) => void;
  /** Records that the change was not answered and will not be repeated. */
  readonly unknown: () => void;
};

const PRICE = 100;
/** By how much each edit raises the price, so that the price tells the number of edits. */
const RISE = 10;

/**
 * With keys, a seller repeats an unanswered change with the same Idempotency-Key until it is answered. Without keys,
 * a repetition could make a second sale, so the seller leaves such a change in doubt.
 */
export function createSeller(
  signedIn: ReadonlyMap<string, string>,
  campaignId: string,
  { hasKeys }: Pick<Seller, 'hasKeys'>,
): Seller {
  const sales = new Map<string, KnownSale>();
  const deleted = new Set<string>();
  const unanswered = new Set<string>();
  let pending: Change | undefined;
  let turns = 0;

  function next(): Change {
    turns++;
    const last = [...sales.values()].findLast(({ doubt }) => doubt === undefined);
    if (last && turns % 3 !== 1) return turns % 15 === 0 ? remove(last) : edit(last);
    return add();
  }

  function add(): Change {
    const customerNumber = randomUUID();
    const form = { name: 'Roof', campaignId, price: PRICE, status: 'Closed', customerNumber };
    return {
      key: randomUUID(),
      send: (browser, headers) => browser.post('/api/sales/addsale', form, headers),
      done({ body }) {
        const [{ id }] = body.requestedData;
        sales.set(id, { id, customerNumber, edits: 0 });
      },
      unknown: () => unanswered.add(customerNumber),
    };
  }

  function edit(sale: KnownSale): Change {
    const after = { ...sale, edits: sale.edits + 1 };
    const form = { status: 'Closed', price: priceAfter(after.edits) };
    return {
      key: randomUUID(),
      send: (browser, headers) => browser.patch(`/api/sales/editsale/${sale.id}`, form, headers),
      done: () => sales.set(sale.id, after),
      unknown: () => sales.set(sale.id, { ...sale, doubt: 'edit' }),
    };
  }

  function remove(sale: KnownSale): Change {
    return {
      key: randomUUID(),
      send: (browser, headers) => browser.delete(`/api/sales/delete/${sale.id}`, undefined, headers),
      done() {
        sales.delete(sale.id);
        deleted.add(sale.id);
      },
      unknown: () => sales.set(sale.id, { ...sale, doubt: 'removal' }),
    };
  }

  /** False when the change was not answered. */
  async function act(browser: HttpClient): Promise<boolean> {
    const change = pending ?? next();
    pending = change;
    const headers: Record<string, string> = hasKeys ? { 'idempotency-key': change.key } : {};
    const reply = await answered(change.send(browser, headers));
    if (reply) change.done(reply);
    else if (hasKeys) return false;
    else change.unknown();
    pending = undefined;
    return reply !== undefined;
  }

  function browse(url: string): HttpClient {
    const browser = createHttpClient(url);
    for (const [name, value] of signedIn) browser.cookies.set(name, value);
    return browser;
  }

  return {
    hasKeys,
    sales,
    deleted,
    unanswered,
    async work(url, onAnswer) {
      const browser = browse(url);
      while (await act(browser)) onAnswer();
    },
    async settle(url) {
      while (pending) await act(browse(url));
    },
  };
}

export const priceAfter = (edits: number): number => PRICE + edits * RISE;

/** How often a sale may have been edited, given what its seller knows. */
export const possibleEdits = ({ edits, doubt }: KnownSale): number[] =>
  doubt === 'edit' ? [edits, edits + 1] : [edits];

/** Compares the listed sales with what their seller knows; returns a sentence for each difference. */
export function differences(
  { sales, deleted, unanswered }: Pick<Seller, 'sales' | 'deleted' | 'unanswered'>,
  listed: readonly Sale[],
): string[] {
  const found: string[] = [];
  const byId = new Map(listed.map((sale) => [sale.id, sale]));
  for (const sale of sales.values()) {
    const seen = byId.get(sale.id);
    const prices = possibleEdits(sale).map((edits) => `$${priceAfter(edits)}.00`);
    if (!seen && sale.doubt !== 'removal') found.push(`the acknowledged sale ${sale.id} is lost`);
    if (seen && !prices.includes(seen.price))
      found.push(`the sale ${sale.id} costs ${seen.price}, not ${prices.join(' or ')}`);
  }
  const numbers = new Set<string>();
  for (const { id, customer_number: number } of listed) {
    if (deleted.has(id)) found.push(`the deleted sale ${id} is listed`);
    else if (!sales.has(id) && !unanswered.has(number))
      found.push(`the seller did not record the sale ${id}`);
    if (numbers.has(number)) found.push(`the sale to customer ${number} is listed twice`);
    numbers.add(number);
  }
  return found;
}
