import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiUnderTest, startApi } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

let database: TestDatabase;
let together: ApiUnderTest;
let apart: ApiUnderTest;
/** How often each of them writes and reads: a read that did not wait would be too early nearly every time. */
const TIMES = 25;

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = stoppedClock();
  together = await startApi(database.url, { clock });
  apart = await startApi(database.url, { clock, separateProgress: true });
});
afterAll(async () => {
  await apart.close();
  await together.close();
  await database.drop();
});

async function alwaysSeesItsSale(writer: HttpClient, reader: HttpClient, campaignId: string) {
  for (let time = 0; time < TIMES; time += 1) {
    const written = await writer.post('/sales/addsale', { name: `Sale ${time}`, campaignId });
    const listed = await reader.get('/sales/getsales/all');
    expect(listed.headers.get('x-tallyboard-stale')).toBeNull();
    expect(listed.body.requestedData[0].id).toBe(written.body.requestedData[0].id);
  }
}

describe('a read right after a write', () => {
  it('always shows it', async () => {
    const { associate, campaignId } = await together.company();
    const browser = await together.signedIn(associate);
    await alwaysSeesItsSale(browser, browser, campaignId);
  });

  it('always shows it to a program that keeps only the session cookie', async () => {
    const { associate, campaignId } = await together.company();
    const program = await together.signedIn(associate, { onlySession: true });
    await alwaysSeesItsSale(program, program, campaignId);
  });

  it('always shows it in a process that does not project', async () => {
    const { associate, campaignId } = await together.company();
    const browser = await apart.signedIn(associate);
    await alwaysSeesItsSale(browser, browser, campaignId);
  });

  it('always counts it in sales per hour, which is requested by a PATCH', async () => {
    const { associate, campaignId } = await apart.company();
    const browser = await apart.signedIn(associate);
    for (let count = 1; count <= TIMES; count += 1) {
      await browser.post('/sales/addsale', {
        name: `Sale ${count}`,
        campaignId,
        status: 'Closed',
        price: '1',
      });
      const reply = await browser.patch('/sales/update/salesperhour');
      expect(reply.body).toEqual({ success: true, salesPerHour: count });
    }
  });

  it('always shows it when another process answers', { tags: ['reliability-09'] }, async () => {
    const { associate, campaignId } = await together.company();
    const writer = await apart.signedIn(associate);
    const reader = together.client();
    for (let time = 0; time < TIMES; time += 1) {
      const written = await writer.post('/sales/addsale', { name: `Sale ${time}`, campaignId });
      const listed = await reader.get('/sales/getsales/all', {
        cookie: writer.cookieHeader(),
      });
      expect(listed.body.requestedData[0].id).toBe(written.body.requestedData[0].id);
    }
  });
});

describe('read models that fall behind', () => {
  it('are shown after two seconds, marked as stale', async () => {
    const waits: { position: number; ms: number }[] = [];
    const waitFor = async (position: number, ms: number) => {
      waits.push({ position, ms });
      return false;
    };
    const impatient = await startApi(database.url, {
      progress: () => ({ position: () => 0, waitFor }),
    });
    const { manager } = await together.company();
    const browser = await impatient.signedIn(manager);
    const head = await impatient.store.head();
    waits.length = 0;
    const reply = await browser.get('/sales/getsales/all', {
      cookie: `tb_session=${browser.cookies.get('tb_session')}; tb_position=${head}`,
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-tallyboard-stale')).toBe('true');
    expect(new Set(waits.map(({ position }) => position))).toEqual(new Set([head]));
    expect(waits.slice(0, 2).reduce((sum, { ms }) => sum + ms, 0)).toBe(2000);
    await impatient.close();
  });

  it.each(['', '-1', 'abc', '1e9', '9'.repeat(40), '0x10'])(
    'are not waited for at an invalid position: %j',
    async (position) => {
      const { manager } = await together.company();
      const browser = await together.signedIn(manager);
      const reply = await browser.get('/sales/getsales/all', { 'x-tallyboard-position': position });
      expect(reply).toMatchObject({ status: 200 });
      expect(reply.headers.get('x-tallyboard-stale')).toBeNull();
    },
  );
});
