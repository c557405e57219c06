import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { amount, isWhole, soon } from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();

async function openForm(options: Parameters<typeof world.openAt>[2] = {}) {
  const person = await world.openAt('/layout/newsale', world.people[1], { locale: 'en-CA', ...options });
  await person.page.getByRole('heading', { name: 'New Sale' }).waitFor();
  return person;
}

/** A sale that waited is sent with its moment in the query. */
const ADD_SALE = '**/api/sales/addsale*';

const name = (page: Page) => page.getByLabel('Name', { exact: true });
const banner = (page: Page) => page.getByRole('alert');
const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);
/** Liam's campaign, Heat Pumps, is preselected: 9.5% after 5% tax. */
const commission = (page: Page) => page.getByRole('status', { name: 'Commission' });

describe('the form for a new sale', () => {
  test('is filled and saved by keyboard alone, keeps the campaign and is ready for the next sale', {
    tags: ['spec-2.38', 'spec-4.10', 'spec-5.34'],
  }, async () => {
    const { page, complaints } = await openForm();
    await soon(() => hasFocus(name(page))).toBe(true);
    await page.keyboard.type('Heat pump for the bakery');
    await page.getByLabel('Price').fill('1,234.50');
    await page.getByLabel('Discount').fill('10');
    // (1234.50 − 5% − 10%) × 9.5% = 99.686
    await commission(page).getByText('$99.69').waitFor();
    await page.getByText('($1,234.50 − 5% tax − 10% discount) × 9.5%').waitFor();
    await page.getByLabel('Customer Number').fill('C-77');
    await page.getByLabel('Closed').check();
    await name(page).press('Enter');
    await page.getByRole('status').getByText('Data saved successfully').waitFor();
    await soon(() => hasFocus(name(page))).toBe(true);
    await soon(() => name(page).inputValue()).toBe('');
    await soon(() => page.getByLabel('Discount').inputValue()).toBe('0');
    await soon(() => page.getByLabel('Campaign').locator('option:checked').textContent()).toBe('Heat Pumps');
    await soon(() => page.getByRole('status', { name: 'Tax' }).textContent()).toBe('5%');
    await page.keyboard.press('Escape');
    await page.getByText('Data saved successfully').waitFor({ state: 'hidden' });

    await page.getByRole('main').getByRole('link', { name: 'My Sales' }).click();
    const row = page.getByRole('row', { name: /Heat pump for the bakery/ });
    await row.waitFor();
    await soon(() => row.getByRole('cell').allTextContents()).toEqual([
      '1',
      'Heat pump for the bakery',
      expect.stringMatching(/, \d{4}$/),
      'Heat Pumps',
      'C-77',
      '$1,234.50',
      '$99.69',
      'Closed',
    ]);
    expect(complaints).toEqual([]);
  });

  test('says what is missing or wrong, under the field and in the banner, and keeps the rest', {
    tags: ['spec-5.33', 'spec-8.27'],
  }, async () => {
    const { page } = await openForm();
    const [price, discount] = [page.getByLabel('Price'), page.getByLabel('Discount')];
    const isRefused = async (field: Locator) => (await field.getAttribute('aria-invalid')) === 'true';
    await price.fill('12.345');
    await page.getByRole('button', { name: 'Record sale' }).click();
    await banner(page).getByText('Make sure all input fields are complete').waitFor();
    await banner(page).getByText('Failed to add data. If the problem persists').waitFor();
    await soon(() => isRefused(name(page))).toBe(true);
    expect(await price.inputValue()).toBe('12.345');
    await name(page).fill('x');
    await soon(() => isRefused(name(page))).toBe(false);

    await page.getByLabel('Campaign').selectOption('');
    await name(page).press('Enter');
    await soon(() => isRefused(page.getByLabel('Campaign'))).toBe(true);
    await banner(page).getByText('Make sure all input fields are complete').waitFor();

    await page.getByLabel('Campaign').selectOption({ label: 'Heat Pumps' });
    await name(page).press('Enter');
    await banner(page).getByText('Enter a price from 0 to 1,000,000,000').waitFor();
    await soon(() => isRefused(price)).toBe(true);
    await soon(() => hasFocus(price)).toBe(true);
    await price.fill('12');
    await discount.fill('101');
    await name(page).press('Enter');
    await banner(page).getByText('Enter a percentage from 0 to 100').waitFor();
    await soon(() => hasFocus(discount)).toBe(true);
  });

  test('counts the details and cuts them at 255', { tags: ['spec-5.34', 'decision-2.8'] }, async () => {
    const { page } = await openForm();
    const details = page.getByLabel('Details');
    await details.fill('abc');
    await page.getByText('3/255').waitFor();
    await details.fill('x'.repeat(300));
    await page.getByText('255/255').waitFor();
    await soon(() => details.inputValue()).toHaveLength(255);
    await soon(() => details.getAttribute('aria-invalid')).toBe('true');
  });

  test('reads and writes numbers in the person’s locale', { tags: ['decision-8.24'] }, async () => {
    const { page } = await openForm({ locale: 'de-DE' });
    await page.getByLabel('Price').fill('1.234,50');
    // (1234.50 − 5%) × 9.5% = 111.41…
    await soon(() => commission(page).textContent()).toMatch(/^111,41\s\$$/);
  });

  test('does not repeat its message when the person returns', async () => {
    const { page } = await openForm();
    await page.getByRole('button', { name: 'Record sale' }).click();
    await banner(page).getByText('Make sure all input fields are complete').waitFor();
    await page.getByRole('link', { name: 'Tallyboard, to the dashboard' }).click();
    await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'New Sale' }).waitFor();
    expect(await page.getByText('Make sure all input fields are complete').count()).toBe(0);
  });

  test('records the sale once when the answer is lost, however often it is sent', async () => {
    // Another page of the same browser would send it.
    const { page } = await openForm({ isNew: true });
    await isWhole(page);
    await name(page).fill('Sold in a tunnel');
    await page.route(ADD_SALE, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Record sale' }).click();
    const outbox = page.getByRole('region', { name: 'Waiting on this device' });
    await outbox.getByText('Sold in a tunnel').waitFor();
    const isLostAgain = page.waitForEvent('requestfailed');
    await outbox.getByRole('button', { name: 'Send now' }).click();
    await isLostAgain;
    await page.unroute(ADD_SALE);
    await outbox.getByRole('button', { name: 'Send now' }).click();
    await outbox.waitFor({ state: 'hidden' });
    await page.goto('/layout/mysales');
    await page.getByRole('row', { name: /Sold in a tunnel/ }).waitFor();
    await soon(() => page.getByRole('row', { name: /Sold in a tunnel/ }).count()).toBe(1);
  });
});

test('a manager records a sale for an employee, and can undo it', async () => {
  const liam = world.people[1];
  const api = await world.signIn(liam);
  const earned = async () =>
    (await api.get(`/api/sales/get-commission/${liam?.employeeId}`)).body.commission as number;
  const before = await earned();
  const { page, complaints } = await world.openAt('/layout/newsale', world.team.manager);
  const whom = page.getByLabel('For', { exact: true });
  await soon(() => whom.inputValue()).toBe('Myself');
  await whom.click();
  // A small company sees all its people at once.
  await soon(() => page.getByRole('option').allInnerTexts()).toContain('Myself');
  await whom.pressSequentially('tremblay li');
  await whom.press('Enter');
  await soon(() => whom.inputValue()).toBe('Liam Tremblay');
  // The employee's campaign is selected.
  await soon(() => page.getByLabel('Campaign').locator('option:checked').textContent()).toBe('Heat Pumps');
  await name(page).fill('Sold on the phone');
  await page.getByLabel('Price').fill('1000');
  await page.getByLabel('Closed').check();
  await name(page).press('Enter');
  await page.getByText('Sold on the phone is recorded for Liam Tremblay').waitFor();
  const linked = async (link: string) => page.getByRole('link', { name: link }).getAttribute('href');
  expect(await linked('Sold on the phone')).toMatch(/^\/layout\/mysales\/sale\/./);
  expect(await linked('Liam Tremblay')).toBe(`/layout/allemployees/employee/sales/${liam?.employeeId}`);
  await soon(() => whom.inputValue()).toBe('Myself');
  // (1000 − 5%) × 9.5%
  await soon(earned).toBeCloseTo(before + 90.25);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Sale deleted').waitFor();
  await soon(() => whom.inputValue()).toBe('Liam Tremblay');
  await soon(earned).toBeCloseTo(before);
  expect(complaints).toEqual([]);
});

describe('my sales', () => {
  test('are sorted on a phone, where they are cards, by a choice above them', async () => {
    const { page } = await world.openAt('/layout/mysales', world.people[5], { width: 390 });
    const firstPrice = async () => amount(await page.getByRole('cell').nth(4).textContent());
    await page.getByLabel('Sort by').selectOption('Price');
    const highest = await firstPrice();
    await page.getByRole('button', { name: 'Sorted descending, turn around' }).click();
    await page.getByRole('button', { name: 'Sorted ascending, turn around' }).waitFor();
    await soon(firstPrice).toBeLessThan(highest);
  });

  test('on a phone have their filters behind a button that counts them, except the search', async () => {
    const { page } = await world.openAt('/layout/mysales', world.people[5], { width: 390 });
    const [search, status] = [page.getByLabel('Search'), page.getByLabel('Status')];
    await search.waitFor();
    expect(await status.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await status.selectOption('Closed');
    const button = page.getByRole('button', { name: 'Filters, 1 set' });
    await button.click();
    expect([await button.getAttribute('aria-expanded'), await status.isVisible()]).toEqual(['false', false]);
    await search.fill('x');
    await page.reload();
    await button.waitFor();
    expect(await search.inputValue()).toBe('x');
  });

  test('are sorted by a click on a header', async () => {
    const { page } = await world.openAt('/layout/mysales', world.people[5]);
    await page.getByRole('button', { name: 'Price' }).click();
    await page.getByRole('columnheader', { name: 'Price', exact: true }).waitFor();
    const prices = page.getByRole('row').getByRole('cell').filter({ hasText: /^\$/ });
    const rise = async () => {
      const texts = await prices.allTextContents();
      return amount(texts[2] ?? '') - amount(texts[0] ?? '');
    };
    await soon(rise).toBeLessThan(0);
  });
});
