import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { runImport } from '#services/import/import-run.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { amount, soon } from '#tests/support/browser/screen-steps.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { BOOK, BOOK_IS_ABSENT, isBookThere, totalsOfTheBook } from './book.ts';

const world = browserWorld();
const QUARTER = { from: '2017-04-01', to: '2017-06-30' };

async function importBook(): Promise<{ email: string; password: string }> {
  const { core, progress } = world.program;
  const now = core.clock.now().toISOString();
  const admin = { email: '', password: '' };
  const report = await runImport({ ...core, now, today: now.slice(0, 10) }, BOOK, {
    founded: (email, password) => Object.assign(admin, { email, password }),
    start: () => {},
    step: () => {},
  });
  expect(await progress.waitFor(report.position, MAX_WAIT_MS)).toBe(true);
  return admin;
}

/** In dollars, as it stands on the screen. */
const shown = (page: Page, id: string) => async () => amount(await page.getByTestId(id).textContent());
const dollars = (totals: Map<string, { commission: number }>, name: string) =>
  (totals.get(name)?.commission ?? 0) / 100;

test('the administrator finds an agent of the imported book, with their commission to the cent', async (test) => {
  if (!isBookThere) return test.skip(BOOK_IS_ABSENT);
  const { email, password } = await importBook();
  const admin = await world.program.signIn(email, password);
  const { page, complaints } = await world.openAt('/layout/allemployees', admin);
  await page.getByRole('searchbox').fill('snelling');
  await page.getByRole('link', { name: 'Anna Snelling' }).click();
  await page.getByRole('heading', { name: 'Anna Snelling' }).waitFor();
  const all = dollars(totalsOfTheBook(), 'Anna Snelling');
  expect(all).toBe(27_505.6);
  await page.getByLabel('Period').selectOption({ label: 'All dates' });
  await soon(shown(page, 'employee-commission')).toBe(all);
  await page.getByRole('link', { name: 'Report' }).click();
  await soon(shown(page, 'report-commission')).toBe(all);
  await page.getByLabel('Period').selectOption('From–to');
  await page.getByLabel('From', { exact: true }).fill(QUARTER.from);
  await page.getByLabel('To', { exact: true }).fill(QUARTER.to);
  await page.getByLabel('To', { exact: true }).press('Enter');
  const isInQuarter = (date: string) => date >= QUARTER.from && date <= QUARTER.to;
  const quarter = dollars(totalsOfTheBook(isInQuarter), 'Anna Snelling');
  expect(quarter).toBeGreaterThan(0);
  await soon(shown(page, 'report-commission')).toBe(quarter);
  expect(complaints).toEqual([]);
});
