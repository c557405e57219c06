import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiUnderTest, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let api: ApiUnderTest;
let company: Company;
let associate: HttpClient;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(new URL(database.url));
  api = await startApi(proxy.url);
  company = await api.company();
  associate = await api.signedIn(company.associate);
});
afterAll(async () => {
  await api.close();
  await proxy.close();
  await database.drop();
});

const sale = (name: string) => ({ name, campaignId: company.campaignId, price: '10', status: 'Closed' });
const keyed = (key: string) => ({ 'idempotency-key': key });

/** Sends half of a sign-in and resets its connection; returns the status of the answer that went nowhere. */
async function hangUp(path: string): Promise<number> {
  const socket = connect(api.port, '127.0.0.1');
  const begun = once(api.app.server, 'request') as Promise<[unknown, ServerResponse]>;
  socket.write(`POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
  socket.write('Content-Length: 100\r\n\r\n{"username":');
  const [, response] = await begun;
  const closed = once(response, 'close');
  socket.resetAndDestroy();
  await closed;
  return response.statusCode;
}

describe('a database that becomes unavailable', () => {
  it('is answered 503 with a time to retry, and everything recovers by itself', {
    tags: ['asvs-16.5.2'],
  }, async () => {
    const sold = () => associate.get('/sales/getsales/all');
    expect((await sold()).status).toBe(200);
    await proxy.cut();

    const login = { username: company.manager.email, password: PASSWORD };
    const replies = await Promise.all([
      associate.post('/sales/addsale', sale('lost'), keyed('kept')),
      associate.post('/sales/addsale', sale('never')),
      associate.get(`/logs/getlogsdaily/2026-01-01`),
      // A new URL: the reply cache may still answer a recent one.
      associate.get('/sales/getsales/all?limit=5'),
      associate.patch('/sales/update/salesperhour'),
      api.client().post('/login', login, AS_JSON),
    ]);
    for (const { status, headers, body } of replies) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toEqual({
        message: 'The service is briefly unavailable. Please try again in a few seconds',
        error: 'unavailable',
      });
    }

    await proxy.mend();
    await expect.poll(async () => (await sold()).status, { message: 'reads work again' }).toBe(200);
    const again = () => associate.post('/sales/addsale', sale('lost'), keyed('kept'));
    await expect.poll(async () => (await again()).status, { message: 'writes work again' }).toBe(200);
    const newest = async () => (await sold()).body.requestedData[0]?.sale_name;
    await expect.poll(newest, { message: 'name of the newest sale' }).toBe('lost');
    expect((await api.client().post('/login', login)).status).toBe(200);
  });

  it('in the middle of many sales loses no acknowledged sale and stores none twice', async () => {
    const browser = await api.signedIn(company.colleague);
    const acknowledged = new Set<string>();
    const names = Array.from({ length: 200 }, (_, index) => `sale-${index}`);
    const work = [...names];
    const seller = async () => {
      for (let name = work.shift(); name !== undefined; name = work.shift()) {
        const key = keyed(`once-${name}`);
        for (let done = false; !done; ) {
          const reply = await browser.post('/sales/addsale', sale(name), key);
          expect([200, 503]).toContain(reply.status);
          done = reply.status === 200;
        }
        acknowledged.add(name);
      }
    };
    const sellers = [seller(), seller(), seller(), seller()];
    for (const count of [40, 100, 150]) {
      await expect
        .poll(() => acknowledged.size, { message: 'acknowledged sales' })
        .toBeGreaterThanOrEqual(count);
      await proxy.cut();
      await proxy.mend();
    }
    await Promise.all(sellers);
    await expect
      .poll(async () => (await browser.get('/sales/getsales/all')).body.requestedData?.length, {
        message: 'listed sales',
      })
      .toBeGreaterThanOrEqual(names.length);
    const listed = (await browser.get('/sales/getsales/all')).body.requestedData;
    const soldNames = listed.map((each: { sale_name: string }) => each.sale_name);
    expect(soldNames).toHaveLength(names.length);
    expect(new Set(soldNames)).toEqual(acknowledged);
  });
});

it('a client that hangs up is no outage, and a lost database is', { tags: ['asvs-16.3.4'] }, async () => {
  const warned = vi.spyOn(api.log, 'warn');
  const failed = vi.spyOn(api.log, 'error');
  for (let at = 0; at < 100; at++)
    for (const path of ['/login', '/webhooks/stripe']) expect(await hangUp(path)).toBe(400);
  expect([...warned.mock.calls, ...failed.mock.calls]).toEqual([]);

  const browser = await api.signedIn(company.associate);
  await proxy.cut();
  expect((await browser.post('/sales/addsale', sale('lost'))).status).toBe(503);
  expect(await hangUp('/login')).toBe(400);
  await proxy.mend();
  const lines = warned.mock.calls.filter(([, text]) => text === 'a server we need is away');
  expect(lines).toEqual([
    [expect.objectContaining({ route: '/api/sales/addsale' }), 'a server we need is away'],
  ]);
});
