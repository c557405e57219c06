import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { violationsOn } from '#tests/support/browser/accessibility.ts';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { amount, heading, soon } from '#tests/support/browser/screen-steps.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';

const opener = (within: Page | Locator) => within.getByRole('button', { name: /^How .+ came to be$/ });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Opens a number by its key; returns the sum of its lines and the shown total, in cents. */
async function opened(page: Page, number: Locator) {
  const text = (await number.textContent()) ?? '';
  await number.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Commission', exact: true }).waitFor();
  const section = dialog.getByRole('region', { name: 'Commission' });
  const lines = await section.getByRole('listitem').locator('p:first-child strong').allTextContents();
  const sums = await section.getByText(/^Sum so far/).allTextContents();
  const total = await section.locator('p > strong').last().textContent();
  return {
    dialog,
    shown: cents(text),
    sum: lines.reduce((sum, line) => sum + cents(line), 0),
    lastSum: cents((sums.at(-1) ?? '$0').replace('Sum so far ', '')),
    total: cents(total),
    lines: lines.length,
  };
}

const cents = (text: string | null) => Math.round(amount(text) * 100);

async function closed(page: Page, number: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // The focus returns.
  await soon(() => number.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Numbers open to show their facts. */
export function auditNumbers(world: BrowserWorld): void {
  test('an associate opens their own numbers: lines that add up, hours, the goal', async () => {
    const seller = world.people[2];
    const who = await world.openDashboard(seller);
    const { page } = who;
    const own = rowOf(page, 'You');
    await opener(own).last().waitFor();
    expect(await opener(rowOf(page, world.people[1]?.firstName ?? '')).count()).toBe(0);
    for (const number of [opener(own).last(), opener(page.getByTestId('commission-total'))]) {
      const { shown, sum, lastSum, total, lines } = await opened(page, number);
      expect(lines).toBeGreaterThan(1);
      expect([sum, lastSum, total]).toEqual([shown, shown, shown]);
      expect(await violationsOn(page)).toEqual([]);
      await closed(page, number);
    }

    const goal = opener(page.getByRole('region', { name: 'My Goal' }));
    const { dialog } = await opened(page, goal);
    await dialog.getByText('Due by now').waitFor();
    await dialog.getByText(/^Shift started; standing duration set earlier: 8 hours/).waitFor();
    await dialog.getByText(/at least one hour, at most the set duration/).waitFor();
    await closed(page, goal);

    // It keeps updating while it is open.
    const today = opener(page.getByTestId('commission-today'));
    const before = await opened(page, today);
    const api = await world.signIn(seller ?? world.team.manager);
    const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
    const sold = { name: 'Sold meanwhile', campaignId, price: '1000', status: 'Closed' };
    expect((await api.post('/api/sales/addsale', sold)).status).toBe(200);
    await before.dialog.getByRole('link', { name: 'Sold meanwhile' }).waitFor();
    const grown = async () => await before.dialog.getByRole('heading', { level: 2 }).textContent();
    await soon(async () =>
      cents(((await grown()) ?? '').replace('How ', '').replace(' came to be', '')),
    ).toBeGreaterThan(before.shown);
    await closed(page, today);

    await page.getByRole('link', { name: 'New Sale' }).first().waitFor();
    // Their own reads wait for the write; afterwards every list has it.
    await api.get('/api/sales/getsales/all');
    await page.goto('/layout/mysales');
    const total = opener(page.getByTestId('total-commission'));
    const ofList = await opened(page, total);
    expect([ofList.sum, ofList.total]).toEqual([ofList.shown, ofList.shown]);
    // A line leads to its sale.
    const sale = ofList.dialog.getByRole('listitem').first().getByRole('link').first();
    const name = (await sale.textContent()) ?? '';
    await sale.click();
    await heading(page, name);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(who.complaints).toEqual([]);
  });

  test('a manager opens the numbers of others, and sees who set the hours', async () => {
    const seller = world.people[4];
    const boss = await world.openAs(world.team.manager, { width: 390, height: 844 });
    const { page } = boss;
    const api = await world.signIn(world.team.manager);
    const loginDate = localDate(new Date().toISOString(), DAYTIME_ZONE);
    const set = { shiftDuration: '5', employeeId: seller?.employeeId ?? '', loginDate };
    expect((await api.patch('/api/employees/edit/shiftDuration/manager', set)).status).toBe(200);
    // This session waits for its write; afterwards the browser's session has it, too.
    await api.get('/api/goals/getgoals/all');

    await page.goto(`/layout/allemployees/employee/report/${seller?.employeeId}`);
    const row = page.getByRole('row').filter({ has: opener(page) });
    const commission = await opened(page, opener(row).first());
    expect([commission.sum, commission.total]).toEqual([commission.shown, commission.shown]);
    await commission.dialog.getByText(/5 hours in place of 8 hours.*by Manager1 Test$/).waitFor();
    await commission.dialog.getByText('typed in for this shift').waitFor();
    // On a phone it has the full width, and nothing overflows.
    const { width, content } = await commission.dialog.evaluate((element) => ({
      ...{ width: element.getBoundingClientRect().width, content: element.scrollWidth },
    }));
    expect([width, content]).toEqual([390, 390]);
    // Another number opened in the frame of a close stays open.
    await page.evaluate(async () => {
      document.querySelector<HTMLDialogElement>('dialog[open]')?.requestClose();
      await Promise.resolve();
      const total = document.querySelector<HTMLElement>('[data-testid="report-commission"] button');
      total?.focus();
      total?.click();
    });
    await page.getByRole('region', { name: 'Parts' }).waitFor();
    await closed(page, opener(page.getByTestId('report-commission')));

    // A total opens to its shifts, each shift to its facts, and back.
    const total = opener(page.getByTestId('report-commission'));
    await total.press('Enter');
    const dialog = page.getByRole('dialog');
    const part = opener(dialog);
    await part.first().press('Enter');
    await dialog.getByRole('heading', { name: 'Commission', exact: true }).waitFor();
    await dialog.getByRole('button', { name: /^Back to \$/ }).press('Enter');
    await soon(() => part.first().evaluate((element) => element === document.activeElement)).toBe(true);
    await closed(page, total);

    await page.goto(`/layout/allemployees/employee/${seller?.employeeId}`);
    const rate = await opened(page, opener(page.getByRole('definition')).first());
    expect(rate.lines).toBe(commission.lines);
    await rate.dialog.getByRole('link', { name: 'History', exact: true }).first().click();
    await page.waitForURL('**/layout/history/sale/*');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(boss.complaints).toEqual([]);
  });
}
