import { randomUUID } from 'node:crypto';
import { createHttpClient, type HttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';

/** A sale as the program acknowledged it. */
export type Acknowledged = {
  readonly id: string;
  readonly customerNumber: string;
  readonly price: number;
  readonly edits: number;
};

/** A seller who records, edits and deletes sales. */
export type Seller = {
  /** The acknowledged sales by id, without deleted ones. */
  readonly sales: ReadonlyMap<string, Acknowledged>;
  readonly deleted: ReadonlySet<string>;
  /** Sends one change after the other until the program is gone; `onAnswer` is called for each answered one. */
  sellUntilGone(url: string, onAnswer: () => void): Promise<void>;
  /** Repeats an unanswered request, so that none is open. */
  settle(url: string): Promise<void>;
};

type Intent = {
  readonly send: (browser: HttpClient, headers: Record<string, string>) => Promise<HttpReply>;
  /** Records the acknowledged change. */
  readonly done: (reply: HttpReply) => void;
  readonly key: string;
};

/** The seller does not give up: an unanswered request is repeated with the same Idempotency-Key. */
export function createSeller(signedIn: ReadonlyMap<string, string>, campaignId: string): Seller {
  const sales = new Map<string, Acknowledged>();
  const deleted = new Set<string>();
  let unanswered: Intent | undefined;
  let turns = 0;

  function next(): Intent {
    turns++;
    const last = [...sales.values()].at(-1);
    if (last && turns % 3 !== 1) return turns % 15 === 0 ? remove(last) : edit(last);
    return add();
  }

  function add(): Intent {
    const customerNumber = randomUUID();
    const form = { name: 'Roof', campaignId, price: '100.00', status: 'Closed', customerNumber };
    return {
      key: randomUUID(),
      send: (browser, headers) => browser.post('/api/sales/addsale', form, headers),
      done({ body }) {
        const [{ id }] = body.requestedData;
        sales.set(id, { id, customerNumber, price: 100, edits: 0 });
      },
    };
  }

  function edit(sale: Acknowledged): Intent {
    const after = { ...sale, price: sale.price + 10, edits: sale.edits + 1 };
    const form = { status: 'Closed', price: after.price };
    return {
      key: randomUUID(),
      send: (browser, headers) => browser.patch(`/api/sales/editsale/${sale.id}`, form, headers),
      done: () => sales.set(sale.id, after),
    };
  }

  function remove({ id }: Acknowledged): Intent {
    return {
      key: randomUUID(),
      send: (browser, headers) => browser.delete(`/api/sales/delete/${id}`, undefined, headers),
      done() {
        sales.delete(id);
        deleted.add(id);
      },
    };
  }

  async function act(browser: HttpClient): Promise<void> {
    unanswered ??= next();
    const reply = await unanswered.send(browser, { 'idempotency-key': unanswered.key });
    if (reply.status === 503) return;
    if (reply.status !== 200) throw new Error(`a sale: ${reply.status} ${JSON.stringify(reply.body)}`);
    unanswered.done(reply);
    unanswered = undefined;
  }

  function browse(url: string): HttpClient {
    const browser = createHttpClient(url);
    for (const [name, value] of signedIn) browser.cookies.set(name, value);
    return browser;
  }

  return {
    sales,
    deleted,
    async sellUntilGone(url, onAnswer) {
      const browser = browse(url);
      for (;;) {
        try {
          await act(browser);
          onAnswer();
        } catch (error) {
          // fetch throws this when the server is gone or the connection breaks; any other error is a finding.
          if (error instanceof TypeError) return;
          throw error;
        }
      }
    },
    async settle(url) {
      while (unanswered) await act(browse(url));
    },
  };
}
