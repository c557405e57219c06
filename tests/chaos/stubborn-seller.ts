import { randomUUID } from 'node:crypto';
import { createHttpClient, type HttpClient } from '#tests/support/http-client.ts';

/** What the program told this seller, by the customer number that makes each of the sales unmistakable. */
export type Seller = {
  /** Sales that the program said are recorded. */
  readonly acknowledged: ReadonlySet<string>;
  /** Records one sale after the other until the program is gone. */
  sellUntilGone(url: string): Promise<void>;
};

type Draft = { readonly customerNumber: string; readonly key: string };

/**
 * Somebody who records sales and does not give up: what got no answer is sent again with the same
 * Idempotency-Key once the program is back.
 */
export function createSeller(signedIn: ReadonlyMap<string, string>, campaignId: string): Seller {
  const acknowledged = new Set<string>();
  let unanswered: Draft | undefined;

  async function sell(browser: HttpClient): Promise<void> {
    unanswered ??= { customerNumber: randomUUID(), key: randomUUID() };
    const { customerNumber, key } = unanswered;
    const form = { name: 'Roof', campaignId, price: '100.00', status: 'Closed', customerNumber };
    const reply = await browser.post('/api/sales/addsale', form, { 'idempotency-key': key });
    if (reply.status === 503) return;
    if (reply.status !== 200) throw new Error(`addsale: ${reply.status} ${JSON.stringify(reply.body)}`);
    acknowledged.add(customerNumber);
    unanswered = undefined;
  }

  return {
    acknowledged,
    async sellUntilGone(url) {
      const browser = createHttpClient(url);
      for (const [name, value] of signedIn) browser.cookies.set(name, value);
      for (;;) {
        try {
          await sell(browser);
        } catch (error) {
          // fetch says so when nobody listens or the connection breaks; anything else is a finding.
          if (error instanceof TypeError) return;
          throw error;
        }
      }
    },
  };
}
