import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { heading, isWhole, soon, waitForSuccess } from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();
const ADD = '**/api/sales/addsale*';
const CALL_LIMIT_MS = 15_000;

const outboxOn = (page: Page) => page.getByRole('region', { name: 'Waiting on this device' });

/** By the server, in dollars, of everything recorded so far. */
async function earnedBy(at: number): Promise<number> {
  const api = await world.signIn(world.people[at]);
  return (await api.get(`/api/sales/get-commission/${world.people[at]?.employeeId}`)).body.commission;
}

const nameOn = (page: Page) => page.getByLabel('Name', { exact: true });
const hasFocus = (element: Locator) =>
  soon(() => element.evaluate((one) => one === document.activeElement)).toBe(true);

async function fill(page: Page, price: string, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Price').fill(price);
  await page.getByLabel('Closed').check();
  await page.getByRole('button', { name: 'Record sale' }).click();
}

async function record(page: Page, price: string, name = 'Sold in a tunnel', words = 'There is no network') {
  await fill(page, price, name);
  await waitForSuccess(page, `${words}. The sale waits on this device`);
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

/** The answers to sales are cut off; the server has recorded them. */
const cutAnswers = (page: Page) =>
  page.route(ADD, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
const salesOf = async (at: number, name: string) => {
  const api = await world.signIn(world.people[at]);
  const { body } = await api.get(`/api/sales/getsales/all?search=${name}`);
  return body.requestedData.map(({ price }: { price: string }) => price);
};

test('a sale whose answer was cut is one sale, also when it is edited or discarded', async () => {
  const { page } = await world.openAt('/layout/newsale', world.people[3]);
  await heading(page, 'New Sale');
  await isWhole(page);
  await cutAnswers(page);
  await record(page, '1000', 'Cut', 'There is no answer yet');
  const outbox = outboxOn(page);
  await outbox.getByRole('button', { name: 'Edit Cut' }).click();
  await page.getByLabel('Price').fill('100');
  await page.reload();
  await outbox.getByText('being edited').waitFor();
  await page.unroute(ADD);
  await page.getByRole('button', { name: 'Record sale' }).click();
  await waitForSuccess(page, 'Data saved');
  await outbox.waitFor({ state: 'hidden' });
  await soon(() => salesOf(3, 'Cut')).toEqual(['$100.00']);

  await cutAnswers(page);
  // The next attempt comes with the clock.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await fill(page, '500', 'Kept');
  // In steps so small that the two seconds until that attempt do not pass.
  await soon(async () => {
    await page.clock.runFor(20);
    return page.getByText('There is no answer yet').count();
  }).toBe(1);
  await page.unroute(ADD);
  await outbox.getByRole('button', { name: 'Discard Kept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await outbox.waitFor({ state: 'hidden' });
  await soon(() => salesOf(3, 'Kept')).toEqual(['$500.00']);
  expect(await page.getByRole('status').getByRole('link', { name: 'Kept' }).count()).toBe(1);
});

test('a sale without an answer waits in words after fifteen seconds, and is sent again two seconds later', async () => {
  const { page } = await world.openAt('/layout/newsale', world.people[4]);
  await heading(page, 'New Sale');
  await isWhole(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const asked = Promise.withResolvers<void>();
  await page.route(ADD, () => asked.resolve());
  await fill(page, '100', 'Hung');
  await asked.promise;
  await page.clock.runFor(CALL_LIMIT_MS - 1);
  expect(await outboxOn(page).count()).toBe(0);
  await page.clock.runFor(1);
  await waitForSuccess(page, 'There is no answer yet');
  await page.unroute(ADD);
  await page.clock.runFor(2000);
  await outboxOn(page).waitFor({ state: 'hidden' });
  await soon(() => salesOf(4, 'Hung')).toEqual(['$100.00']);
});

test('two tabs that record together keep both sales', async () => {
  const { page, context } = await world.openAt('/layout/newsale', world.people[5]);
  const other = await context.newPage();
  await other.goto('/layout/newsale');
  for (const each of [page, other]) await isWhole(each);
  await context.setOffline(true);
  for (const round of [1, 2, 3]) {
    await Promise.all([fill(page, '1', `Left${round}`), fill(other, '2', `Right${round}`)]);
    for (const each of [page, other]) {
      await outboxOn(each).getByText(`Left${round}`).waitFor();
      await outboxOn(each).getByText(`Right${round}`).waitFor();
    }
  }
  expect(await outboxOn(page).getByRole('listitem').count()).toBe(6);
  await context.setOffline(false);
  await outboxOn(page).waitFor({ state: 'hidden' });
  await soon(() => salesOf(5, 'Left')).toEqual(['$1.00', '$1.00', '$1.00']);
  await soon(() => salesOf(5, 'Right')).toEqual(['$2.00', '$2.00', '$2.00']);
});

test('a refused sale shows its reason, is mended and recorded', async () => {
  const manager = await world.signIn(world.team.manager);
  const [{ goal_id: goalId }] = (await manager.get('/api/campaigns/getcampaigns/all')).body.requestedData;
  const doomed = { name: 'Doomed', goalId, tax: 5, commission: 5 };
  const [{ campaign_id }] = (await manager.post('/api/campaigns/addcampaign', doomed)).body.requestedData;
  const { page, context } = await world.openAt('/layout/newsale', world.people[6]);
  await isWhole(page);
  const campaign = page.getByLabel('Campaign').first();
  const own = await campaign.inputValue();
  await campaign.selectOption({ label: 'Doomed' });
  await context.setOffline(true);
  await record(page, '100', 'Refused');
  await manager.delete(`/api/campaigns/delete/${campaign_id}`);
  await context.setOffline(false);
  const outbox = outboxOn(page);
  await outbox.getByText(`Not recorded: ${messages.noSuchCampaign}`).waitFor();
  await outbox.getByRole('button', { name: 'Edit Refused' }).click();
  await campaign.selectOption(own);
  await page.getByRole('button', { name: 'Record sale' }).click();
  await outbox.waitFor({ state: 'hidden' });
  await soon(() => salesOf(6, 'Refused')).toEqual(['$100.00']);
});

test('a list without an answer says what happened, and what to do', async () => {
  const { page } = await world.openAt('/layout/dashboard', world.people[7]);
  await isWhole(page);
  await page.route('**/api/sales/getsales/**', (route) => route.abort('timedout'));
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The server did not answer').waitFor();
  await alert.getByText('Press Try again in a moment').waitFor();
  expect(await page.getByText('Please correct').count()).toBe(0);
  await page.unroute('**/api/sales/getsales/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await alert.getByText('The server did not answer').waitFor({ state: 'hidden' });
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
  // Then the form is ready for the next sale, and has taken the focus.
  await waitForSuccess(page, 'There is no network. The sale waits on this device');
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
