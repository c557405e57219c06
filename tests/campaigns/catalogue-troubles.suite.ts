import { expect, test } from 'vitest';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import type { BrowserOptions } from '#tests/support/browser/chromium.ts';
import { expectMessageBeforeLeaving } from '#tests/support/browser/message-before-leaving.ts';
import {
  bannerTexts,
  button,
  cellsOf,
  field,
  hasFocus,
  heading,
  isRefused,
  link,
} from '#tests/support/browser/screen-parts.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { TEAM_CAMPAIGNS } from '#tests/support/sales-team.ts';
import { breakEvents, breakReads } from '#tests/support/servers/break-database.ts';
import type { SeededCompany } from '#tests/support/servers/seed-company.ts';
import { goInApp } from '#tests/web/in-app.ts';

/** A company of one test alone. */
export const ownCompany = (world: BrowserWorld) =>
  world.program.seedCompany({ associates: 1, campaigns: TEAM_CAMPAIGNS });

/** Faults with goals and campaigns: wrong input, server errors, concurrent edits. */
export function catalogueTroubles(world: BrowserWorld): void {
  /** As a manager. */
  const open = async ({ managers }: SeededCompany, options?: BrowserOptions) =>
    world.openAs(managers[0], options);

  test('forms say what is wrong, mark it and keep the input', {
    tags: ['spec-2.60', 'spec-4.10', 'spec-5.37'],
  }, async () => {
    const { page } = await open(await ownCompany(world), { locale: 'de-DE' });
    await page.goto('/layout/addgoal');
    await button(page, 'Add goal').click();
    await page.getByText('Make sure all input fields are complete').waitFor();
    await soon(() => isRefused(field(page, 'Name'))).toBe(true);
    await soon(() => isRefused(field(page, 'Sales Hourly'))).toBe(true);
    await soon(() => hasFocus(field(page, 'Name'))).toBe(true);
    await field(page, 'Name').fill('Zügig');
    await soon(() => isRefused(field(page, 'Name'))).toBe(false);
    await field(page, 'Sales Hourly').fill('zwei');
    await field(page, 'Decisions Hourly').fill('-1');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Enter a number of 0 or more').waitFor();
    await soon(() => isRefused(field(page, 'Decisions Hourly'))).toBe(true);
    await soon(() => hasFocus(field(page, 'Sales Hourly'))).toBe(true);
    await soon(() => field(page, 'Sales Hourly').inputValue()).toBe('zwei');

    await page.goto('/layout/addcampaign');
    await field(page, 'Name').fill('Türen');
    await button(page, 'Add campaign').click();
    await page.getByText('Make sure all input fields are complete').waitFor();
    await soon(() => isRefused(field(page, 'Commission'))).toBe(true);
    await field(page, 'Commission').fill('100,1');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Enter a percentage from 0 to 100').waitFor();
    await soon(() => hasFocus(field(page, 'Commission'))).toBe(true);

    // Numbers follow the person's locale.
    await field(page, 'Commission').fill('9,975');
    await field(page, 'Tax').fill('');
    await expectMessageBeforeLeaving(page, 'Data saved successfully', () => page.keyboard.press('Enter'));
    await heading(page, 'All Campaigns').waitFor();
    await soon(async () => (await cellsOf(page, 'Türen')).map((text) => text.replace(/\s/g, ' '))).toEqual([
      '4',
      'Türen',
      '9,975 %',
      '0 %',
      '2',
      '5',
    ]);
    await link(page, 'Türen').click();
    await link(page, 'Edit').click();
    await soon(() => field(page, 'Commission').inputValue()).toBe('9,975');
  });

  test('a failed load or save says so and can be retried', {
    tags: ['spec-8.27', 'spec-8.29'],
  }, async () => {
    const { page } = await open(await ownCompany(world));
    const { owner: pool } = world.program.core.database;
    const failure = 'Internal server errror. Please contact your administrator';
    await page.goto('/layout/myprofile');
    await heading(page, 'My Profile').waitFor();
    const mends = [await breakReads(pool, 'goals'), await breakReads(pool, 'campaigns')];
    await goInApp(page, '/layout/allgoals');
    await page.getByText('error while fetching goals').waitFor();
    await goInApp(page, '/layout/allcampaigns');
    await page.getByText('Error fetching campaigns').waitFor();
    // The words of the first failure are there at once.
    const failsAgain = page.waitForResponse('**/api/goals/getgoals/all');
    await goInApp(page, '/layout/addcampaign');
    await failsAgain;
    await page.getByText('error while fetching goals').waitFor();
    for (const mend of mends) await mend();
    await button(page, 'Try again').click();
    await field(page, 'Name').fill('Kept');
    await field(page, 'Commission').fill('5');
    let mend = await breakEvents(pool, 'CampaignAdded');
    await button(page, 'Add campaign').click();
    const failedAdd = 'Failed to add data. If the problem persists please contact your adminstrator';
    await page.getByText(failedAdd).waitFor();
    await soon(() => bannerTexts(page)).toEqual([failure, failedAdd]);
    await soon(() => field(page, 'Name').inputValue()).toBe('Kept');
    await mend();

    await page.goto('/layout/allgoals');
    await link(page, 'Steady').waitFor();
    mend = await breakReads(pool, 'campaigns');
    await link(page, 'Steady').click();
    await page.getByText('Error fetching campaigns').waitFor();
    await mend();
    mend = await breakEvents(pool, 'GoalEdited');
    await link(page, 'Edit').click();
    await field(page, 'Name').fill('Steadier');
    await button(page, 'Save goal').click();
    const failedEdit = 'Failed to edit data. If the problem persists please contact your adminstrator';
    await page.getByText(failedEdit).waitFor();
    await soon(() => bannerTexts(page)).toEqual([failure, failedEdit]);
    await soon(() => field(page, 'Name').inputValue()).toBe('Steadier');
    await mend();
  });

  test('a late answer does not bring back a screen that was left', async () => {
    const { page } = await open(await ownCompany(world));
    await page.clock.install();
    await page.goto('/layout/allgoals');
    await link(page, 'Add goal').click();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/goals/addgoal', async (route) => {
      await held.promise;
      await route.fallback();
    });
    await field(page, 'Name').fill('Late');
    await field(page, 'Sales Hourly').fill('1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Adding…' }).waitFor();
    await link(page, 'Dashboard').click();
    await button(page, 'Leave without saving').click();
    await heading(page, 'Dashboard').waitFor();
    const isAnswered = page.waitForResponse('**/api/goals/addgoal');
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    held.resolve();
    await (await isAnswered).finished();
    await page.clock.fastForward(1000);
    await page.keyboard.press('n');
    await heading(page, 'New Sale').waitFor();
    expect([...new Set(visited)]).toEqual(['/layout/newsale']);
  });

  test('of two managers who edit at the same moment, the later one sees the conflict', async () => {
    const company = await ownCompany(world);
    const owner = await world.signIn(company.owner);
    /** Their own reads wait for the write; afterwards all reads have it. */
    const isKnown = (list: string) => owner.get(`/api/${list}/all`);
    const { page, complaints } = await open(company);
    await page.goto('/layout/allcampaigns');
    await link(page, 'Home Batteries').click();
    await link(page, 'Edit').click();
    await field(page, 'Name').fill('Batteries');
    await field(page, 'Commission').fill('17');
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await owner.patch(`/api/campaigns/editcampaign/${id}`, { commission: '16', tax: '7' });
    await isKnown('campaigns/getcampaigns');
    await page.keyboard.press('Enter');
    await page.getByText('Somebody changed this at the same moment. Please try again').waitFor();
    await page.getByText('Somebody else put “16” here meanwhile. Save again to keep yours.').waitFor();
    await soon(() => hasFocus(field(page, 'Commission'))).toBe(true);
    await soon(() => field(page, 'Tax').inputValue()).toBe('7');
    await page.keyboard.press('Enter');
    await heading(page, 'All Campaigns').waitFor();
    await soon(async () => (await cellsOf(page, 'Batteries')).slice(1, 4)).toEqual([
      'Batteries',
      '17%',
      '7%',
    ]);

    // A list that was left open is up to date on return.
    await page.goto('/layout/allgoals');
    await link(page, 'Steady').waitFor();
    const added = await owner.post('/api/goals/addgoal', { name: 'Brief', hourlySales: 1 });
    await isKnown('goals/getgoals');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await link(page, 'Brief').click();

    // One manager deletes what the other has open, and a link to it remains.
    await link(page, 'Edit').click();
    await page.waitForURL('**/layout/allgoals/goal/edit/*');
    // After a reload there is no cached answer with the goal.
    await page.reload();
    await field(page, 'Name').fill('Briefer');
    const goalId = added.body.requestedData[0].id;
    await owner.delete(`/api/goals/delete/${goalId}`);
    await isKnown('goals/getgoals');
    await page.keyboard.press('Enter');
    await page.getByText('This goal does not exist').waitFor();
    await soon(() => field(page, 'Name').inputValue()).toBe('Briefer');
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
}
