import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '../support/browser-world.ts';
import { type Looks, signInAs } from '../support/chromium.ts';
import type { SeededPerson } from '../support/seed-company.ts';
import { shownFor } from '../support/shown-for.ts';

const world = browserWorld();

async function open(person: SeededPerson = world.floor.manager, looks?: Looks) {
  const opened = await world.open(looks);
  await signInAs(opened, person.email);
  return opened;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement);
const isRefused = async (element: Locator) => (await element.getAttribute('aria-invalid')) === 'true';
/** Of the banner, its title left out. */
const told = async (page: Page) => (await page.getByRole('alert').locator('p').allTextContents()).slice(1);

async function cellsOf(page: Page, name: string): Promise<string[]> {
  const row = page.getByRole('row').filter({ has: link(page, name) });
  await row.waitFor();
  return await row.getByRole('cell').allTextContents();
}

/** The names of a list, in its order. */
const names = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();

async function confirmDelete(page: Page): Promise<void> {
  await button(page, 'Delete').click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await dialog.getByText('This action is irreversible.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
}

/** The browser itself says in its console that a request was refused. */
const byThePage = (complaints: readonly string[]) =>
  complaints.filter((text) => !/the server responded with a status of [45]/.test(text));

/** A delay of the specification: not shorter, and longer only by what a busy machine needs. */
function expectDelay(measured: number, promised: number): void {
  expect(measured).toBeGreaterThan(promised - 20);
  expect(measured).toBeLessThan(promised + 1000);
}

test('a manager sets up a goal and a campaign, edits them and takes them down in the right order', async () => {
  const { page, complaints } = await open();

  await page.goto('/layout/allgoals');
  await link(page, 'Add goal').click();
  await heading(page, 'Add Goal').waitFor();
  await expect.poll(() => hasFocus(field(page, 'Name'))).toBe(true);
  await page.keyboard.type('Sprint');
  await field(page, 'Sales Hourly').fill('1,003.5');
  expect(await field(page, 'Decisions Hourly').inputValue()).toBe('0');
  const added = await shownFor(page, 'Data saved successfully', () => page.keyboard.press('Enter'));
  expectDelay(added, 900);
  await heading(page, 'All Goals').waitFor();
  expect(await cellsOf(page, 'Sprint')).toEqual(['1', 'Sprint', '1,003.5', '0']);

  await page.goto('/layout/allcampaigns');
  await link(page, 'Add campaign').click();
  await field(page, 'Name').fill('Doors');
  await field(page, 'Commission').fill('9.975');
  await field(page, 'Goal').selectOption({ label: 'Sprint (1,003.5 sales an hour)' });
  const saved = await shownFor(page, 'Data saved successfully', () => button(page, 'Add campaign').click());
  expectDelay(saved, 900);
  await heading(page, 'All Campaigns').waitFor();
  expect(await cellsOf(page, 'Doors')).toEqual(['1', 'Doors', '9.975%', '0%', '1,003.5', '0']);

  await link(page, 'Doors').click();
  await page.getByText('Nobody works on this campaign').waitFor();
  await link(page, 'Edit').click();
  expect(await field(page, 'Commission').inputValue()).toBe('9.975');
  await field(page, 'Commission').fill('12 %');
  await page.getByText('Sales that are already recorded keep their rates').waitFor();
  const edited = await shownFor(page, 'Data updated successfully', async () => {
    await button(page, 'Save campaign').click();
    const news = page.getByRole('status').filter({ hasText: 'Data updated successfully' });
    await news.getByText('Sales that are already recorded keep their rates').waitFor();
  });
  expectDelay(edited, 900);
  await heading(page, 'All Campaigns').waitFor();
  expect(await cellsOf(page, 'Doors')).toEqual(['1', 'Doors', '12%', '0%', '1,003.5', '0']);

  await link(page, 'Doors').click();
  await link(page, 'Sprint').click();
  await heading(page, 'Sprint').waitFor();
  expect(await cellsOf(page, 'Doors')).toEqual(['1', 'Doors', '12%', '0%']);
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByText('The goal Sprint').waitFor();
  await button(page, 'Cancel').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await confirmDelete(page);
  await page.getByText('Could Not delete Goal').waitFor();
  expect(await told(page)).toEqual([
    'Can not delete a goal with associated campaigns',
    'Could Not delete Goal',
  ]);

  await link(page, 'Doors').click();
  expectDelay(await shownFor(page, 'Campaign deleted', () => confirmDelete(page)), 800);
  await heading(page, 'All Campaigns').waitFor();
  expect(await names(page)).toEqual(['Heat Pumps', 'Home Batteries', 'Solar Roofs']);

  await page.goto('/layout/allgoals');
  await link(page, 'Sprint').click();
  await link(page, 'Edit').click();
  await field(page, 'Decisions Hourly').fill('4');
  const goalEdited = await shownFor(page, 'Data updated successfully', () => page.keyboard.press('Enter'));
  expectDelay(goalEdited, 900);
  await heading(page, 'All Goals').waitFor();
  expect(await cellsOf(page, 'Sprint')).toEqual(['1', 'Sprint', '1,003.5', '4']);
  await link(page, 'Sprint').click();
  await page.getByText('No campaign has this goal').waitFor();
  expectDelay(await shownFor(page, 'Goal deleted', () => confirmDelete(page)), 800);
  await heading(page, 'All Goals').waitFor();
  expect(await names(page)).toEqual(['Steady']);

  await page.goto('/layout/allcampaigns');
  await link(page, 'Solar Roofs').click();
  expect(await cellsOf(page, 'Amara Okafor')).toEqual(['1', 'Amara Okafor', 'N-104', 'sales associate']);
  await confirmDelete(page);
  await page.getByText('Could Not delete Campaign').waitFor();
  expect(await told(page)).toEqual([
    'Can not delete a campaign with associated employees',
    'Could Not delete Campaign',
  ]);
  await button(page, 'Close message').click();
  await page.getByText('Could Not delete Campaign').waitFor({ state: 'hidden' });
  expect(byThePage(complaints)).toEqual([]);
});

test('lists are searched, sorted and downloaded, and Back brings the search back', async () => {
  const { page, complaints } = await open();
  await page.goto('/layout/allcampaigns');
  await link(page, 'Heat Pumps').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('h');
  await expect.poll(() => names(page)).toEqual(['Heat Pumps', 'Home Batteries']);
  await page.getByRole('status').getByText('2 of 3 campaigns').waitFor({ state: 'attached' });
  await page.keyboard.type('EAT');
  await expect.poll(() => names(page)).toEqual(['Heat Pumps']);
  await expect.poll(() => new URL(page.url()).search).toBe('?q=hEAT');
  await link(page, 'Heat Pumps').click();
  await heading(page, 'Heat Pumps').waitFor();
  await page.goBack();
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  expect(await search.inputValue()).toBe('hEAT');
  expect(await names(page)).toEqual(['Heat Pumps']);
  await page.reload();
  await link(page, 'Heat Pumps').waitFor();
  expect(await search.inputValue()).toBe('hEAT');
  await search.fill('nothing');
  await page.getByText('No campaign is called “nothing”').waitFor();
  await button(page, 'Show all campaigns').click();
  await link(page, 'Solar Roofs').waitFor();
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('columnheader', { name: 'Commission' }).getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Home Batteries', 'Solar Roofs', 'Heat Pumps']);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()]);
  expect(download.suggestedFilename()).toBe('campaigns.csv');
  const chunks = await (await download.createReadStream()).toArray();
  expect(Buffer.concat(chunks).toString('utf8').replace('\uFEFF', '').split('\r\n')).toEqual([
    'Name,Commission,Tax,Hourly Goal,Hourly Decisions',
    'Home Batteries,15,13,2,5',
    'Solar Roofs,12,13,2,5',
    'Heat Pumps,9.5,5,2,5',
  ]);

  await page.goto('/layout/allgoals?q=stead');
  await link(page, 'Steady').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Goals' }).click();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  expect(complaints).toEqual([]);
});

test('without a goal there is no campaign; empty lists say what to do', async () => {
  const company = await world.program.seedCompany({ managers: 0, associates: 0, campaigns: [] });
  const owner = await world.signIn(company.owner);
  const goals = await owner.get('/api/goals/getgoals/all');
  await owner.delete(`/api/goals/delete/${goals.body.requestedData[0].id}`);
  const { page, complaints } = await open(company.owner);
  await page.goto('/layout/allgoals');
  await page.getByText('No goals yet').waitFor();
  await page.goto('/layout/allcampaigns');
  await page.getByText('No campaigns yet').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Add campaign' }).last().click();
  await page.getByText('You need to first create one goal before you can create a campaign').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Add goal' }).click();

  // By keyboard alone, from here to the campaign and back to nothing.
  await heading(page, 'Add Goal').waitFor();
  await page.keyboard.type('Only one');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await heading(page, 'All Goals').waitFor();
  await link(page, 'Only one').waitFor();
  await page.goto('/layout/addcampaign');
  await expect.poll(() => hasFocus(field(page, 'Name'))).toBe(true);
  await page.keyboard.type('First');
  await page.keyboard.press('Tab');
  await page.keyboard.type('10');
  for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab');
  expect(await hasFocus(button(page, 'Add campaign'))).toBe(true);
  await page.keyboard.press('Enter');
  await heading(page, 'All Campaigns').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('First');
  await tabTo(link(page, 'First'));
  await page.keyboard.press('Enter');
  await heading(page, 'First').waitFor();
  await tabTo(button(page, 'Delete'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await hasFocus(button(page, 'Delete'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Campaign deleted').waitFor();
  await page.getByText('No campaigns yet').waitFor();
  expect(complaints).toEqual([]);
});

/** Presses Tab until the focus is there. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await target.page().keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error('Tab never gets there');
}

test('forms say what is wrong, mark it and keep what was typed', async () => {
  const { page } = await open(undefined, { locale: 'de-DE' });
  await page.goto('/layout/addgoal');
  await button(page, 'Add goal').click();
  await page.getByText('Make sure all input fields are complete').waitFor();
  expect(await isRefused(field(page, 'Name'))).toBe(true);
  expect(await isRefused(field(page, 'Sales Hourly'))).toBe(true);
  await expect.poll(() => hasFocus(field(page, 'Name'))).toBe(true);
  await field(page, 'Name').fill('Zügig');
  expect(await isRefused(field(page, 'Name'))).toBe(false);
  await field(page, 'Sales Hourly').fill('zwei');
  await field(page, 'Decisions Hourly').fill('-1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Enter a number of 0 or more').waitFor();
  expect(await isRefused(field(page, 'Decisions Hourly'))).toBe(true);
  await expect.poll(() => hasFocus(field(page, 'Sales Hourly'))).toBe(true);
  expect(await field(page, 'Sales Hourly').inputValue()).toBe('zwei');

  await page.goto('/layout/addcampaign');
  await field(page, 'Name').fill('Türen');
  await button(page, 'Add campaign').click();
  await page.getByText('Make sure all input fields are complete').waitFor();
  expect(await isRefused(field(page, 'Commission'))).toBe(true);
  await field(page, 'Commission').fill('100,1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Enter a percentage from 0 to 100').waitFor();
  await expect.poll(() => hasFocus(field(page, 'Commission'))).toBe(true);

  // Numbers are read and written as the person does.
  await field(page, 'Commission').fill('9,975');
  await field(page, 'Tax').fill('');
  await shownFor(page, 'Data saved successfully', () => page.keyboard.press('Enter'));
  await heading(page, 'All Campaigns').waitFor();
  expect((await cellsOf(page, 'Türen')).map((text) => text.replace(/\s/g, ' '))).toEqual([
    '4',
    'Türen',
    '9,975 %',
    '0 %',
    '2',
    '5',
  ]);
  await link(page, 'Türen').click();
  await link(page, 'Edit').click();
  expect(await field(page, 'Commission').inputValue()).toBe('9,975');
});

test('what fails says so and can be tried again', async () => {
  const { page } = await open();
  const refuse = (pattern: string) =>
    page.route(pattern, (route) =>
      route.fulfill({ status: 500, json: { error: 'internalServerError', message: 'It broke' } }),
    );
  await refuse('**/api/goals/**');
  await refuse('**/api/campaigns/**');
  await page.goto('/layout/allgoals');
  await page.getByText('error while fetching goals').waitFor();
  await page.goto('/layout/allcampaigns');
  await page.getByText('Error fetching campaigns').waitFor();
  await page.goto('/layout/addcampaign');
  await page.getByText('error while fetching goals').waitFor();
  await page.unroute('**/api/goals/**');
  await button(page, 'Try again').click();
  await field(page, 'Name').fill('Kept');
  await field(page, 'Commission').fill('5');
  await button(page, 'Add campaign').click();
  const failedAdd = 'Failed to add data. If the problem persists please contact your adminstrator';
  await page.getByText(failedAdd).waitFor();
  expect(await told(page)).toEqual(['It broke', failedAdd]);
  expect(await field(page, 'Name').inputValue()).toBe('Kept');

  await refuse('**/api/goals/getcampaigns/**');
  await page.goto('/layout/allgoals');
  await link(page, 'Steady').click();
  await page.getByText('Error fetching campaigns').waitFor();
  await refuse('**/api/goals/editgoal/**');
  await refuse('**/api/goals/delete/**');
  await confirmDelete(page);
  await page.getByText('Could Not delete Goal').waitFor();
  await link(page, 'Edit').click();
  await field(page, 'Name').fill('Steadier');
  await button(page, 'Save goal').click();
  const failedEdit = 'Failed to edit data. If the problem persists please contact your adminstrator';
  await page.getByText(failedEdit).waitFor();
  expect(await told(page)).toEqual(['It broke', failedEdit]);
  expect(await field(page, 'Name').inputValue()).toBe('Steadier');
});

test('of two managers at the same moment the later one sees what happened', async () => {
  const owner = await world.signIn(world.floor.company.owner);
  const { page, complaints } = await open();
  await page.goto('/layout/allcampaigns');
  await link(page, 'Home Batteries').click();
  await link(page, 'Edit').click();
  await field(page, 'Name').fill('Batteries');
  await field(page, 'Commission').fill('17');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await owner.patch(`/api/campaigns/editcampaign/${id}`, { commission: '16', tax: '7' });
  await page.keyboard.press('Enter');
  await page.getByText('Somebody changed this at the same moment. Please try again').waitFor();
  await page.getByText('Somebody else put “16” here meanwhile. Save again to keep yours.').waitFor();
  await expect.poll(() => hasFocus(field(page, 'Commission'))).toBe(true);
  expect(await field(page, 'Tax').inputValue()).toBe('7');
  await page.keyboard.press('Enter');
  await heading(page, 'All Campaigns').waitFor();
  expect((await cellsOf(page, 'Batteries')).slice(1, 4)).toEqual(['Batteries', '17%', '7%']);

  // A list that was left open is up to date for who comes back to it.
  await page.goto('/layout/allgoals');
  await link(page, 'Steady').waitFor();
  const added = await owner.post('/api/goals/addgoal', { name: 'Brief', hourlySales: 1 });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await link(page, 'Brief').click();

  // One deletes what the other has open, and a link to it is left.
  await link(page, 'Edit').click();
  await field(page, 'Name').fill('Briefer');
  const goalId = added.body.requestedData[0].id;
  await owner.delete(`/api/goals/delete/${goalId}`);
  await page.keyboard.press('Enter');
  await page.getByText('This goal does not exist').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Briefer');
  for (const address of [`allgoals/goal/${goalId}`, `allgoals/goal/edit/${goalId}`]) {
    await page.goto(`/layout/${address}`);
    await page.getByRole('alert').getByText('This goal does not exist').waitFor();
  }
  await page.goto('/layout/allcampaigns/campaign/nowhere');
  await page.getByRole('alert').getByText('This campaign does not exist').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'All Campaigns' }).click();
  await heading(page, 'All Campaigns').waitFor();
  expect(complaints).toEqual([]);
});
