import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { amount, heading, rowOf } from '#tests/support/browser/screen-steps.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';

const world = browserWorld();
const today = localDate(new Date().toISOString(), DAYTIME_ZONE);

/** A lead of the second associate: Heat Pumps pay 9.5% after 5% tax. */
async function addLead(name: string, price: string, entryDate: string): Promise<void> {
  const { core, progress } = world.program;
  const { companyId, campaigns } = world.team.company;
  const employeeId = world.people[1]?.employeeId ?? '';
  const lead = { name, price, status: 'Lead', employeeId, campaignId: campaigns[1]?.campaignId ?? '' };
  const ctx = contextOf(companyId, { actorId: employeeId, now: new Date().toISOString() });
  await done(core.commands.sales.recordSale(ctx, { ...lead, entryDate, actorIsManager: false }));
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
}

/** A figure of the panel as it is, and as it would be. */
function figuresOf(panel: Locator) {
  const fact = (name: string) =>
    panel.getByRole('definition').and(panel.locator(`dt:text-is("${name}") + dd`));
  return {
    real: (name: string) => fact(name).locator('.rolls').textContent(),
    would: async (name: string) =>
      (await fact(name).getByRole('status').textContent())?.replace(', would be ', '') ?? '',
  };
}

test('ticked sales change the grey numbers beside the real ones, and nothing is written', async () => {
  await addLead('Great roof', '1000000', today);
  await addLead('Old roof', '1000', daysBefore(today, 3));
  const { page, complaints } = await world.openAt('/layout/my-pay', world.people[1]);
  const { real, would } = figuresOf(page.getByRole('region', { name: 'What if' }));
  await rowOf(page, /Great roof.*\$90,250\.00/).waitFor();
  await expect.poll(() => real('Place on the board')).toMatch(/^No\. \d+$/);
  const before = amount(await real('Commission today'));
  expect(await would('Commission today')).toBe('');
  const head = await world.program.core.store.head();

  await page.getByLabel('Great roof', { exact: true }).check();
  await expect.poll(async () => amount(await would('Commission today'))).toBeCloseTo(before + 90_250, 2);
  expect(await would('Place on the board')).toBe('No. 1');
  expect(Number(await would('Sales/hr'))).toBeGreaterThan(Number(await real('Sales/hr')));
  expect(await would('Hourly goal')).not.toBe('');
  expect(amount(await real('Commission today'))).toBe(before);

  await page.getByLabel('Great roof', { exact: true }).uncheck();
  await page.getByLabel('Old roof', { exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByText('1 of these sales has an earlier date').waitFor();
  expect(amount(await would('Commission today'))).toBe(before);
  expect(amount(await would('All time'))).toBeCloseTo(amount(await real('All time')) + 90.25, 2);

  const all = page.getByLabel('All open sales');
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await all.check();
  expect(await page.getByLabel('Great roof', { exact: true }).isChecked()).toBe(true);
  await all.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => would('All time')).toBe('');

  expect(await world.program.core.store.head()).toBe(head);
  expect(complaints).toEqual([]);
});

test('as of a moment of the past there is nothing to tick', async () => {
  const moment = new Date().toISOString();
  const { page } = await world.openAt(`/layout/my-pay?as-of=${moment}`, world.people[1]);
  await heading(page, 'My Pay');
  await page.getByText('No pay at that time').waitFor();
  expect(await page.getByRole('region', { name: 'What if' }).count()).toBe(0);
});
