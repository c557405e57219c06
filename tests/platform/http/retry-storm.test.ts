import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { seededRandom } from '#tests/support/random.ts';
import { AS_JSON, createHttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

const SALES = 150;
const CLIENTS = 24;
/** Of the requests: their client is gone before the answer, and sends them again to the other process. */
const DROPPED = 0.3;

let program: TestProgram;
let other: Program;
let company: SeededCompany;
beforeAll(async () => {
  program = await startTestProgram();
  other = await startAnother(program, { roles: new Set(['api'] as const) });
  company = await program.seedCompany({ associates: 4 });
});
afterAll(async () => {
  await other.stop();
  await program.stop();
});

type Sent = { readonly body: Record<string, string>; readonly headers: Record<string, string> };

/** Sends all of the request and hangs up: at once, or when the answer begins. */
async function sendAndDrop(url: string, { body, headers }: Sent, isAnswered: boolean): Promise<void> {
  const sent = request(url, { method: 'POST', headers });
  const closed = new Promise((done) => sent.on('close', done).on('error', done));
  sent.end(JSON.stringify(body));
  await once(sent, isAnswered ? 'response' : 'finish');
  sent.destroy();
  await closed;
}

it('of the requests of many clients a third is dropped and sent again, and each sale is recorded once', {
  tags: ['reliability-26'],
}, async () => {
  const urls = [program.url, other.url] as const;
  const cookies = await Promise.all(
    company.associates.map(async ({ email }) => (await program.signIn(email)).cookieHeader()),
  );
  const before = await program.core.store.head();
  const answered = new Map<string, string>();
  let dropped = 0;

  async function sell(nth: number): Promise<void> {
    const key = `sale-${nth}`;
    const cookie = cookies[nth % cookies.length] ?? '';
    const headers = { ...AS_JSON, cookie, 'idempotency-key': key };
    const campaignId = company.campaigns[0]?.campaignId ?? '';
    const body = { name: 'Roof', campaignId, price: '10', status: 'Closed', customerNumber: key };
    const random = seededRandom(nth);
    let at = nth % 2;
    while (random() < DROPPED) {
      await sendAndDrop(`${urls[at] ?? ''}/api/sales/addsale`, { body, headers }, random() < 0.5);
      at = 1 - at;
      dropped += 1;
    }
    const reply = await createHttpClient(urls[at] ?? '').post('/api/sales/addsale', body, headers);
    expect([reply.status, reply.body.requestedData?.at(-1)?.customer_number]).toEqual([200, key]);
    answered.set(key, reply.body.requestedData.at(-1).id);
  }
  const left = Array.from({ length: SALES }, (_, nth) => nth).values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const nth of left) await sell(nth);
    }),
  );

  expect(dropped).toBeGreaterThan(SALES * DROPPED);
  const recorded = (await program.core.store.readAll({ after: before, limit: 10 * SALES }))
    .filter(({ type }) => type === 'SaleRecorded')
    .map(({ data }) => data as { saleId: string; sale: { customerNumber: string } });
  expect(recorded).toHaveLength(SALES);
  expect(new Map(recorded.map(({ sale, saleId }) => [sale.customerNumber, saleId]))).toEqual(answered);
});
