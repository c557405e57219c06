import type { Page, Request } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { BIG_COMPANY_ZONE, writeBigCompany } from '#tests/bench/support/big-company.ts';
import { keepBrowsers } from '#tests/support/browser/kept-browsers.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { expectRatio } from '#tests/support/promised.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { startTestProgram } from '#tests/support/servers/test-program.ts';

const browsers = keepBrowsers();
afterAll(() => browsers.close());

/** The shortest time to the first row of My Sales, and what was loaded and drawn for it. */
async function opened(sales: number) {
  const name = `${inject('templateDatabase')}_sales_${sales}`;
  // Without read models: the program makes them of the events as it starts.
  const database = await createTestDatabase({ name, template: 'template1' });
  await migrate(database.pool);
  const lastDay = localDate(new Date().toISOString(), BIG_COMPANY_ZONE);
  const position = await writeBigCompany(database.pool, { employees: 1, sales, days: 365, lastDay });
  await database.keep();
  const program = await startTestProgram({ template: name });
  expect(await program.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  const { cookies } = await program.signIn('employee0@big.test', undefined, BIG_COMPANY_ZONE);
  const { page, context } = await browsers.open(program.url, { isNew: true });
  await context.addCookies([...cookies].map(([key, value]) => ({ name: key, value, url: program.url })));
  await noteFirstRow(page);
  const asked: Promise<number>[] = [];
  const isOfSales = (request: Request) => /\/api\/sales\/get/.test(request.url());
  page.on('requestfinished', (request) => {
    if (isOfSales(request)) asked.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const finished = page.waitForEvent('requestfinished', isOfSales);
    await page.goto('/layout/mysales', { waitUntil: 'networkidle' });
    await finished;
    await page.locator('tbody tr').first().waitFor();
    times.push(await page.evaluate(() => (globalThis as unknown as { firstRow: number }).firstRow));
  }
  const bytes = await Promise.all(asked);
  const rows = await page.locator('tbody tr').count();
  await context.close();
  await program.stop();
  console.log(
    `${sales} sales: ${times.map(Math.round).join(', ')} ms, ${bytes.join(', ')} bytes, ${rows} rows`,
  );
  return { name: `My Sales with ${sales} sales`, ms: Math.min(...times), bytes, rows, rounds: times.length };
}

async function noteFirstRow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_changes, self) => {
      if (!document.querySelector('tbody tr')) return;
      Object.assign(globalThis, { firstRow: performance.now() });
      self.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

test('My Sales with 100,000 sales opens in the time of 100, with one request under 60 kB', async () => {
  const few = await opened(100);
  const many = await opened(100_000);
  for (const { bytes, rows, rounds } of [few, many]) {
    expect(bytes).toHaveLength(rounds);
    expect(Math.max(...bytes)).toBeLessThan(60_000);
    expect(rows).toBe(100);
  }
  expectRatio(1.5, many, few);
});
