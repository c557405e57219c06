import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a database that becomes unavailable', () => {
  it('is answered 503 with a time to retry, and everything recovers by itself', async () => {
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
