import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import {
  banner,
  dollars,
  expectLeave,
  factsOn,
  heading,
  rowOf,
  SALES_LIST,
  soon,
  waitForSuccess,
} from '#tests/support/browser/screen-steps.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';

const world = browserWorld();

const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const total = (page: Page) => page.getByTestId('total-commission');

const badge = (page: Page, status = '') => page.getByText(status, { exact: true }).last();
const colourOf = (page: Page, status?: string) =>
  badge(page, status).evaluate((element) => getComputedStyle(element).color);
const tokenOf = (page: Page, token = '') =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

/** The employee's commission by the server, in dollars, of everything recorded so far. */
async function earnedBy(at: number): Promise<number> {
  const { core, progress } = world.program;
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
  const api = await world.signIn(world.people[at]);
  const { body } = await api.get(`/api/sales/get-commission/${world.people[at]?.employeeId}`);
  return body.commission;
}

/** The list and its total equal the server's figures to the cent. */
async function expectTotals(page: Page, at: number): Promise<void> {
  const earned = await earnedBy(at);
  await page.goto(SALES_LIST);
  await total(page).getByText(dollars(earned), { exact: true }).waitFor();
  await page.goto('/layout/newsale');
  await page.getByTestId('commission-total').getByText(dollars(earned), { exact: true }).waitFor();
}

describe("an associate's working day", () => {
  test('records sales of every status by keyboard, and undoes one', {
    tags: ['spec-2.36', 'spec-4.9', 'spec-8.36', 'spec-9.9', 'decision-2.2', 'decision-8.1'],
  }, async () => {
    const { page, complaints } = await world.openDashboard(world.people[0]);
    await page.keyboard.press('n');
    await heading(page, 'New Sale');
    const name = page.getByLabel('Name', { exact: true });
    await soon(() => hasFocus(name)).toBe(true);
    // Amara's campaign, Solar Roofs, pays 12% after 13% tax.
    for (const [presses, status] of ['Lead', 'Negotiating', 'Closed'].entries()) {
      await page.keyboard.type(`Roof ${status}`);
      for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab');
      await page.keyboard.type('1,000.10');
      for (let tab = 0; tab < 2; tab++) await page.keyboard.press('Tab');
      for (let press = 0; press < presses; press++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Tab');
      await page.keyboard.type('by phone');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('link', { name: `Roof ${status}` }).waitFor();
      await waitForSuccess(page, 'Data saved successfully');
      await soon(() => hasFocus(name)).toBe(true);
    }
    // (1000.10 − 13%) × 12% = 104.41
    await page.getByText('earned you $104.41').waitFor();
    await page.getByTestId('commission-today').getByText('$104.41').waitFor();

    await page.keyboard.type('Typed twice');
    await page.keyboard.press('Enter');
    await page.getByText('is recorded as Lead').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForSuccess(page, 'Sale deleted');
    await soon(() => name.inputValue()).toBe('Typed twice');
    await soon(() => hasFocus(name)).toBe(true);

    await page.getByRole('main').getByRole('link', { name: 'My Sales' }).click();
    await rowOf(page, /Roof Closed/).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      ...['No', 'Name', 'Date', 'Campaign', 'Customer Number', 'Price', 'Commission', 'Status'],
    ]);
    await soon(async () => (await page.getByRole('row').allTextContents()).slice(1)).toEqual([
      expect.stringMatching(/^1Roof Closed.+, \d{4}Solar Roofs–\$1,000\.10\$104\.41Closed$/),
      expect.stringMatching(/^2Roof Negotiating.+, \d{4}Solar Roofs–\$1,000\.10\$104\.41Negotiating$/),
      expect.stringMatching(/^3Roof Lead.+, \d{4}Solar Roofs–\$1,000\.10\$104\.41Lead$/),
    ]);
    for (const [status, colour] of [
      ['Lead', '--slate'],
      ['Negotiating', '--yellow'],
      ['Closed', '--green'],
    ]) {
      expect(await colourOf(page, status)).toBe(await tokenOf(page, colour));
    }
    await expectTotals(page, 0);
    expect(complaints).toEqual([]);
  });

  test('opens a sale, edits it and returns to the list after 900 ms', {
    tags: ['spec-2.37', 'spec-2.38', 'spec-4.9', 'spec-4.10', 'spec-9.11', 'decision-2.2', 'decision-8.17'],
  }, async () => {
    const api = await world.signIn(world.people[1]);
    const { page, complaints } = await world.openAs(api);
    const [campaign] = (await api.get('/api/campaigns/getcampaigns/all')).body.requestedData;
    const sold = {
      name: 'Bakery',
      campaignId: campaign.campaign_id,
      price: '2000',
      discount: 5,
      status: 'None',
    };
    await api.post('/api/sales/addsale', {
      ...sold,
      customerNumber: 'C-9',
      details: 'Second floor.\nRing twice.',
    });
    await page.goto(SALES_LIST);
    await rowOf(page, /Bakery/)
      .getByRole('link')
      .click();
    await heading(page, 'Bakery');
    // Heat Pumps: (2000 − 5% − 5%) × 9.5%
    await page.getByText('($2,000.00 − 5% tax − 5% discount) × 9.5%').waitFor();
    await page.reload();
    await heading(page, 'Bakery');
    expect(await colourOf(page, 'None')).toBe(await tokenOf(page, '--red'));
    await soon(async () => (await factsOn(page)).names).toEqual([
      ...['Name', 'Status', 'Campaign', 'Customer Number', 'Price', 'Discount (%)', 'Commission ($)'],
      ...['Details', 'Entry Date'],
    ]);
    await soon(async () => (await factsOn(page)).values.slice(0, 8)).toEqual([
      ...['Bakery', 'None', 'Heat Pumps', 'C-9', '$2,000.00', '5', '171.00', 'Second floor.\nRing twice.'],
    ]);

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.waitForURL('**/layout/mysales/sale/edit/*');
    await page.reload();
    await soon(() => page.getByLabel('Price').inputValue()).toBe('2000.00');
    await soon(() => page.getByLabel('None').isChecked()).toBe(true);
    await page.getByLabel('Closed').check();
    await page.getByLabel('Discount').fill('0');
    await page.getByRole('status', { name: 'Commission' }).getByText('$180.50').waitFor();
    await expectLeave(page, 900, SALES_LIST, async () => {
      await page.getByLabel('Price').press('Enter');
      await waitForSuccess(page, 'Data updated successfully');
    });
    await rowOf(page, /Bakery.*\$180\.50.*Closed/).waitFor();
    await expectTotals(page, 1);
    expect(await page.getByLabel('None').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('deletes a sale after a confirmation, and returns to the list after 700 ms', {
    tags: ['spec-2.37', 'spec-4.11', 'spec-9.11'],
  }, async () => {
    const { page, complaints } = await world.openDashboard(world.people[4]);
    await page.goto(SALES_LIST);
    await rowOf(page, /Lead 1/)
      .getByRole('link')
      .click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await dialog.getByText('This action is irreversible.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await heading(page, 'Lead 1');
    const address = page.url();
    await expectLeave(page, 700, SALES_LIST, async () => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await waitForSuccess(page, 'Sale deleted');
    });
    await rowOf(page, /Lead 2/).waitFor();
    await rowOf(page, /Lead 1/).waitFor({ state: 'detached' });
    // Back does not lead to the deleted sale.
    await page.goBack();
    await heading(page, 'My Sales');
    await page.goBack();
    await heading(page, 'Dashboard');
    await expectTotals(page, 4);
    expect(complaints).toEqual([]);
    await page.goto(address);
    await banner(page).getByText('This sale does not exist').waitFor();
  });

  test('queries a date; without one nothing happens, and Back leads to all dates', {
    tags: ['spec-2.36', 'spec-5.40', 'decision-8.24'],
  }, async () => {
    const { page } = await world.openAt(SALES_LIST, world.people[5]);
    await page.getByRole('row').nth(2).waitFor();
    const all = await page.getByRole('row').count();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.getByRole('button', { name: 'Query' }).click();
    expect(new URL(page.url()).search).toBe('');
    expect(asked.filter((url) => /getsales\/(?!all)/.test(url))).toEqual([]);
    await page.getByLabel('Date').fill('2020-02-29');
    await page.getByLabel('Date').press('Enter');
    await page.getByText('No sales on this date').waitFor();
    await soon(() => total(page).textContent()).toBe('$0.00');
    await page.goBack();
    await soon(() => page.getByRole('row').count()).toBe(all);
    await page.goForward();
    await page.getByText('No sales on this date').waitFor();
    // The same query again adds no history entry.
    await page.getByRole('button', { name: 'Query' }).click();
    await page.goBack();
    await soon(() => page.getByRole('row').count()).toBe(all);
    await page.goForward();
    await page.getByRole('button', { name: 'Show all' }).click();
    await soon(() => page.getByRole('row').count()).toBe(all);
    await page.goto(`${SALES_LIST}?date=2026-13-01`);
    await page.getByText('These dates are not a period').waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
  });
});
