import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { figuresAt } from '#services/main/rescue.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import {
  type SeededCompany,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { eventsUpTo, runCommand } from './rescue-world.ts';

const folder = serverFolder();
const file = join(folder.path, 'backup');
let source: TestProgram;
let company: SeededCompany;
const acknowledgedBefore: string[] = [];
let browser: HttpClient;
let head: number;

const sell = (seller: HttpClient, customerNumber: string) =>
  seller.post('/api/sales/addsale', {
    ...{ name: 'Roof', campaignId: company.campaigns[0]?.campaignId ?? '', price: 100 },
    ...{ status: 'Closed', customerNumber },
  });

/** People sell while the backup is made; what was acknowledged before it began is noted. */
beforeAll(async () => {
  source = await startTestProgram();
  company = await source.seedCompany({ associates: 3 });
  const sellers = await Promise.all(company.associates.map(({ email }) => source.signIn(email)));
  browser = sellers[0] as HttpClient;
  let isOver = false;
  let known: string[] | undefined = acknowledgedBefore;
  const selling = sellers.map(async (seller, who) => {
    for (let turn = 0; !isOver; turn++) {
      const name = `${who}-${turn}`;
      expect((await sell(seller, name)).status).toBe(200);
      known?.push(name);
    }
  });
  const isUnderLoad = () => expect(acknowledgedBefore.length).toBeGreaterThan(100);
  const backup = vi.waitFor(isUnderLoad, WAIT_OPTIONS).then(() => {
    known = undefined;
    return runCommand('backup', [file], { DATABASE_URL: source.databaseUrl });
  });
  const { code, stdout, stderr } = await backup.finally(() => {
    isOver = true;
  });
  await Promise.all(selling);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  head = Number(/up to position (\d+)\.$/m.exec(stdout)?.[1]);
});
afterAll(async () => {
  await source.stop();
  folder.remove();
});

/** What a person sees in a program on the restored facts, with the session of before. */
async function expectSalesAt(url: string): Promise<void> {
  const client = createHttpClient(url);
  for (const [name, value] of browser.cookies) client.cookies.set(name, value);
  const { status, body } = await client.get('/api/sales/getsales/all');
  expect(status).toBe(200);
  const sold = body.requestedData.map((sale: { customer_number: string }) => sale.customer_number);
  expect(sold).toEqual(expect.arrayContaining(acknowledgedBefore.filter((name) => name.startsWith('0-'))));
  expect((await sell(client, 'after the restore')).status).toBe(200);
}

it('a backup that was made while people sold is restored into an empty database', {
  tags: ['reliability-50'],
}, async () => {
  const target = await createTestDatabase({ template: 'template0' });
  const place = { DATABASE_URL: target.url };
  try {
    const { code, stdout, stderr } = await runCommand('restore', [file], place);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\nRestored: all is as it was\.\n$/);
    expect(await eventsUpTo(target.pool, Number.MAX_SAFE_INTEGER)).toEqual(
      await eventsUpTo(source.core.database.owner, head),
    );
    const { rows } = await target.pool.query<{ number: string }>(
      `SELECT data->'sale'->>'customerNumber' AS number FROM events WHERE type = 'SaleRecorded'`,
    );
    const sold = rows.map(({ number }) => number);
    expect(sold).toEqual(expect.arrayContaining(acknowledgedBefore));
    const figures = async (pool: pg.Pool) => {
      const client = await pool.connect();
      return figuresAt(client, head).finally(() => client.release());
    };
    expect(await figures(target.pool)).toEqual(await figures(source.core.database.owner));
    expect((await figures(target.pool)).companies).toEqual([
      [company.companyId, sold.length, sold.length * 1000],
    ]);
    expect(await runCommand('audit', ['verify'], place)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Company \S+: \d+ events as sealed[^\n]*\n$/),
    });
    const again = await startAnother({ databaseUrl: target.url });
    await expectSalesAt(again.url).finally(again.stop);
  } finally {
    await target.drop();
  }
});

it('the same backup is restored into a data folder', async () => {
  const place = { DATA_DIR: join(folder.path, 'data') };
  const { code, stdout, stderr } = await runCommand('restore', [file], place);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  const again = await startBuiltProgram(place.DATA_DIR, undefined, place);
  try {
    await expectSalesAt(again.url);
  } finally {
    expect(await again.stop()).toBe(0);
  }
  // From there it goes on, also without a program.
  const second = join(folder.path, 'second');
  expect(await runCommand('backup', [second], place)).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(second)).toBe(true);
});
