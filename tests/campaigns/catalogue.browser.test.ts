import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { expectMessageBeforeLeaving } from '#tests/support/browser/message-before-leaving.ts';
import {
  bannerTexts,
  button,
  byThePage,
  cellsOf,
  confirmDelete,
  field,
  hasFocus,
  heading,
  link,
  names,
  tabTo,
} from '#tests/support/browser/screen-parts.ts';
import { expectLeave, soon, waitForSuccess } from '#tests/support/browser/screen-steps.ts';
import { catalogueTroubles, ownCompany } from './catalogue-troubles.suite.ts';

const world = browserWorld();

const GOALS = '/layout/allgoals';
const CAMPAIGNS = '/layout/allcampaigns';

/** After `act` the page shows the success for this many milliseconds, then the list. */
const leave = (page: Page, list: string, milliseconds: number, words: string, act: () => Promise<void>) =>
  expectLeave(page, milliseconds, list, async () => {
    await act();
    await waitForSuccess(page, words);
  });

test('a manager adds a goal and a campaign, edits them and deletes them in the right order', {
  tags: [
    'spec-2.39',
    'spec-2.40',
    'spec-2.41',
    'spec-2.42',
    'spec-2.43',
    'spec-2.44',
    'spec-2.59',
    'spec-4.10',
    'spec-4.11',
    'spec-5.36',
    'spec-5.37',
    'spec-8.28',
    'spec-8.36',
    'spec-9.11',
    'decision-8.2',
    'decision-8.3',
    'decision-8.14',
    'decision-8.15',
  ],
}, async () => {
  const { page, complaints } = await world.openAs((await ownCompany(world)).managers[0]);

  await page.goto(GOALS);
  await link(page, 'Add goal').click();
  await heading(page, 'Add Goal').waitFor();
  await soon(() => hasFocus(field(page, 'Name'))).toBe(true);
  await page.keyboard.type('Sprint');
  await field(page, 'Sales Hourly').fill('1,003.5');
  await soon(() => field(page, 'Decisions Hourly').inputValue()).toBe('0');
  await leave(page, GOALS, 900, 'Data saved successfully', () => page.keyboard.press('Enter'));
  await heading(page, 'All Goals').waitFor();
  await soon(() => cellsOf(page, 'Sprint')).toEqual(['1', 'Sprint', '1,003.5', '0']);

  await page.goto(CAMPAIGNS);
  await link(page, 'Add campaign').click();
  await field(page, 'Name').fill('Doors');
  await field(page, 'Commission').fill('9.975');
  await field(page, 'Goal').selectOption('Sprint');
  await page.getByText('1,003.5 sales an hour').waitFor();
  await leave(page, CAMPAIGNS, 900, 'Data saved successfully', () => button(page, 'Add campaign').click());
  await heading(page, 'All Campaigns').waitFor();
  await soon(() => cellsOf(page, 'Doors')).toEqual(['1', 'Doors', '9.975%', '0%', '1,003.5', '0']);

  await link(page, 'Doors').click();
  await page.getByText('Nobody works on this campaign').waitFor();
  await link(page, 'Edit').click();
  await soon(() => field(page, 'Commission').inputValue()).toBe('9.975');
  await field(page, 'Commission').fill('12 %');
  await page.getByText('Sales that are already recorded keep their rates').waitFor();
  await leave(page, CAMPAIGNS, 900, 'Data updated successfully', async () => {
    await button(page, 'Save campaign').click();
    await waitForSuccess(page, 'Sales that are already recorded keep their rates');
  });
  await heading(page, 'All Campaigns').waitFor();
  // The list keeps its rows until the new answer arrives.
  await soon(() => cellsOf(page, 'Doors')).toEqual(['1', 'Doors', '12%', '0%', '1,003.5', '0']);

  await link(page, 'Doors').click();
  await link(page, 'Sprint').click();
  await heading(page, 'Sprint').waitFor();
  await soon(() => cellsOf(page, 'Doors')).toEqual(['1', 'Doors', '12%', '0%']);
  await button(page, 'Delete Sprint').click();
  await page.getByRole('dialog').getByText('The goal Sprint').waitFor();
  await button(page, 'Cancel').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await confirmDelete(page);
  await page.getByText('Could Not delete Goal').waitFor();
  await soon(() => bannerTexts(page)).toEqual([
    'Can not delete a goal with associated campaigns',
    'Could Not delete Goal',
  ]);

  await link(page, 'Doors').click();
  await leave(page, CAMPAIGNS, 800, 'Campaign deleted', () => confirmDelete(page));
  await heading(page, 'All Campaigns').waitFor();
  await soon(() => names(page)).toEqual(['Heat Pumps', 'Home Batteries', 'Solar Roofs']);

  await page.goto(GOALS);
  await link(page, 'Sprint').click();
  await link(page, 'Edit').click();
  await field(page, 'Decisions Hourly').fill('4');
  await leave(page, GOALS, 900, 'Data updated successfully', () => page.keyboard.press('Enter'));
  await heading(page, 'All Goals').waitFor();
  await soon(() => cellsOf(page, 'Sprint')).toEqual(['1', 'Sprint', '1,003.5', '4']);
  await link(page, 'Sprint').click();
  await page.getByText('No campaign has this goal').waitFor();
  await leave(page, GOALS, 800, 'Goal deleted', () => confirmDelete(page));
  await heading(page, 'All Goals').waitFor();
  await soon(() => names(page)).toEqual(['Steady']);

  await page.goto(CAMPAIGNS);
  await link(page, 'Solar Roofs').click();
  const number = expect.stringMatching(/^\d+$/);
  await soon(() => cellsOf(page, 'Associate1 Test')).toEqual([
    '1',
    'Associate1 Test',
    number,
    'sales associate',
  ]);
  await confirmDelete(page);
  await page.getByText('Could Not delete Campaign').waitFor();
  await soon(() => bannerTexts(page)).toEqual([
    'Can not delete a campaign with associated employees',
    'Could Not delete Campaign',
  ]);
  await button(page, 'Close message').click();
  await page.getByText('Could Not delete Campaign').waitFor({ state: 'hidden' });
  expect(byThePage(complaints)).toEqual([]);
});

test('lists can be searched, sorted and downloaded, and Back restores the search', {
  tags: ['spec-2.39', 'spec-2.42'],
}, async () => {
  const { page, complaints } = await world.openAs(world.team.manager);
  await page.goto(CAMPAIGNS);
  await link(page, 'Heat Pumps').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('h');
  await soon(() => names(page)).toEqual(['Heat Pumps', 'Home Batteries']);
  await page.getByRole('status').getByText('2 of 3 campaigns').waitFor({ state: 'attached' });
  await page.keyboard.type('EAT');
  await soon(() => names(page)).toEqual(['Heat Pumps']);
  await soon(() => new URL(page.url()).search).toBe('?q=hEAT');
  await link(page, 'Heat Pumps').click();
  await heading(page, 'Heat Pumps').waitFor();
  await page.goBack();
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await soon(() => search.inputValue()).toBe('hEAT');
  await soon(() => names(page)).toEqual(['Heat Pumps']);
  await page.reload();
  await link(page, 'Heat Pumps').waitFor();
  await soon(() => search.inputValue()).toBe('hEAT');
  await search.fill('nothing');
  await page.getByText('No campaign is called “nothing”').waitFor();
  await button(page, 'Show all campaigns').click();
  await link(page, 'Solar Roofs').waitFor();
  await soon(() => new URL(page.url()).search).toBe('');

  await page.getByRole('columnheader', { name: 'Commission' }).getByRole('button').click();
  await soon(() => names(page)).toEqual(['Home Batteries', 'Solar Roofs', 'Heat Pumps']);
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
  await soon(() => page.getByRole('searchbox').inputValue()).toBe('');
  expect(complaints).toEqual([]);
});

test('a campaign needs a goal; empty lists say what to do', { tags: ['spec-5.36'] }, async () => {
  const company = await world.program.seedCompany({ managers: 0, associates: 0, campaigns: [] });
  const owner = await world.signIn(company.owner);
  const goals = await owner.get('/api/goals/getgoals/all');
  await owner.delete(`/api/goals/delete/${goals.body.requestedData[0].id}`);
  await owner.get('/api/goals/getgoals/all');
  const { page, complaints } = await world.openAs(company.owner);
  await page.goto(GOALS);
  await page.getByText('No goals yet').waitFor();
  await page.goto(CAMPAIGNS);
  await page.getByText('No campaigns yet').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Add campaign' }).last().click();
  await page.getByText('You need to first create one goal before you can create a campaign').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Add goal' }).click();

  // By keyboard alone, up to the campaign and back to the empty list.
  await soon(() => hasFocus(field(page, 'Name'))).toBe(true);
  await page.keyboard.type('Only one');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  // The form that needed the goal is back.
  await heading(page, 'Add Campaign').waitFor();
  await soon(() => hasFocus(field(page, 'Name'))).toBe(true);
  await page.keyboard.type('First');
  await page.keyboard.press('Tab');
  await page.keyboard.type('10');
  for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab');
  await soon(() => hasFocus(button(page, 'Add campaign'))).toBe(true);
  await page.keyboard.press('Enter');
  await heading(page, 'All Campaigns').waitFor();
  await link(page, 'First').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('First');
  await tabTo(link(page, 'First'));
  await page.keyboard.press('Enter');
  await heading(page, 'First').waitFor();
  await tabTo(button(page, 'Delete First'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await soon(() => hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true);
  await page.keyboard.press('Escape');
  // Empty once the page, too, knows that it is closed.
  await page.locator('dialog button').first().waitFor({ state: 'detached' });
  await soon(() => hasFocus(button(page, 'Delete First'))).toBe(true);
  await page.keyboard.press('Enter');
  await soon(() => hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true);
  await page.keyboard.press('Tab');
  await expectMessageBeforeLeaving(page, 'Campaign deleted', () => page.keyboard.press('Enter'));
  await page.getByText('No campaigns yet').waitFor();
  expect(complaints).toEqual([]);
});

catalogueTroubles(world);
