import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { heading, isWhole, soon, waitForSuccess } from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();

const outboxOn = (page: Page) => page.getByRole('region', { name: 'Waiting on this device' });

/** By the server, in dollars, of everything recorded so far. */
async function earnedBy(at: number): Promise<number> {
  const api = await world.signIn(world.people[at]);
  return (await api.get(`/api/sales/get-commission/${world.people[at]?.employeeId}`)).body.commission;
}

const nameOn = (page: Page) => page.getByLabel('Name', { exact: true });
const hasFocus = (element: Locator) =>
  soon(() => element.evaluate((one) => one === document.activeElement)).toBe(true);

async function record(page: Page, price: string, name = 'Sold in a tunnel'): Promise<void> {
  await nameOn(page).fill(name);
  await page.getByLabel('Price').fill(price);
  await page.getByLabel('Closed').check();
  await page.getByRole('button', { name: 'Record sale' }).click();
  await waitForSuccess(page, 'The sale waits on this device');
}

test('without a network a sale waits in sight, is mended, and is recorded once the network is back', async () => {
  const { page, context } = await world.openDashboard(world.people[2]);
  const before = await earnedBy(2);
  await isWhole(page);
  await page.keyboard.press('n');
  await heading(page, 'New Sale');
  await context.setOffline(true);
  await record(page, '1000');
  const outbox = outboxOn(page);
  // Home Batteries: (1000 − 13%) × 15% = 130.50
  await outbox.getByText('about $130.50').waitFor();
  await outbox.getByRole('button', { name: 'Edit Sold in a tunnel' }).click();
  await page.getByLabel('Price').fill('100');
  await page.getByRole('button', { name: 'Record sale' }).click();
  // (100 − 13%) × 15% = 13.05
  await outbox.getByText('about $13.05').waitFor();
  await page.getByRole('link', { name: '1 sale waits' }).waitFor();
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByText('There is no connection, so this was not loaded').waitFor();
  expect(await page.getByText('Please correct').count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Sold in a tunnel', exact: true }).waitFor();
  await outbox.waitFor({ state: 'hidden' });
  await soon(() => earnedBy(2)).toBe(Math.round((before + 13.05) * 100) / 100);
});

test('a network that goes before the page is whole costs no sale', async () => {
  const { page, context } = await world.openDashboard(world.people[1]);
  await page.clock.install();
  await page.goto('/layout/newsale');
  await heading(page, 'New Sale');
  await context.setOffline(true);
  // The time of what is loaded after the first screen.
  await page.clock.runFor(10_000);
  await record(page, '100');
  await context.setOffline(false);
  await outboxOn(page).waitFor({ state: 'hidden' });
  expect(await page.getByRole('link', { name: 'sale waits' }).count()).toBe(0);
});

test('by keyboard a waiting sale is edited or discarded, never another one, and none without a question', async () => {
  const { page, context } = await world.openAt('/layout/newsale', world.people[4]);
  await isWhole(page);
  await context.setOffline(true);
  for (const [at, name] of ['One', 'Two', 'Three'].entries()) await record(page, `${at + 1}00`, name);
  const outbox = outboxOn(page);
  const button = (action: string) => outbox.getByRole('button', { name: action });
  const dialog = page.getByRole('dialog');
  await button('Edit Two').press('Enter');
  await hasFocus(nameOn(page));
  expect(await nameOn(page).inputValue()).toBe('Two');
  // What is in the form is not replaced without a question.
  await button('Edit Three').press('Enter');
  await dialog.getByText('In the form: Two').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(button('Edit Three'));
  await page.getByRole('button', { name: 'Record sale' }).press('Enter');
  await button('Discard Two').waitFor();

  await button('Discard Three').press('Enter');
  await dialog.getByText(/^Three, \$300\.00, made /).waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(button('Discard Three'));
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
  await hasFocus(page.getByRole('heading', { name: 'Waiting on this device' }));
  await button('Discard Three').waitFor({ state: 'detached' });
  await button('Edit One').focus();
  await context.setOffline(false);
  await waitForSuccess(page, '2 sales recorded, which earned you ');
  expect(await page.getByText('The sale waits on this device').count()).toBe(0);
  await hasFocus(nameOn(page));
});
