import { afterAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Program } from '#services/main/program.ts';
import { eventStoreServer } from '#tests/platform/event-store/eventstore-server/eventstore-server.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import {
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function eventStoreDb() {
  const server = await eventStoreServer();
  closers.push(server.stop);
  return server.url;
}

it.each([
  ['Postgres', async () => undefined],
  ['EventStoreDB', eventStoreDb],
])(
  'twenty requests with one key at two processes are one sale and twenty times 200, on %s',
  async (_, store) => {
    const eventStoreUrl = await store();
    const first: TestProgram = await startTestProgram({ eventStoreUrl });
    closers.push(first.stop);
    const second: Program = await startAnother(first, { eventStoreUrl, roles: new Set(['api']) });
    closers.push(second.stop);
    const company = await first.seedCompany();
    const [seller] = company.associates;
    const clients = await Promise.all(
      [first, second].map(({ url }) => signIn(createHttpClient(url), seller?.email ?? '')),
    );
    const sale = {
      name: 'Panels',
      campaignId: company.campaigns[0]?.campaignId ?? '',
      price: '10',
      status: 'Closed',
    };
    const key = newId();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (__, at) =>
        (clients[at % 2] as (typeof clients)[0]).post('/api/sales/addsale', sale, { 'idempotency-key': key }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const sales = await clients[0]?.get('/api/sales/getsales/all');
    expect(sales?.body.requestedData).toHaveLength(1);
  },
);
