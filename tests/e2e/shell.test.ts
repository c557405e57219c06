import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../web/src/app/paths.ts';
import { browserWorld } from '../support/browser-world.ts';
import type { Looks } from '../support/chromium.ts';
import type { HttpClient } from '../support/http-client.ts';
import { goInApp } from '../support/in-app.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { PASSWORD } from '../support/test-program.ts';

const world = browserWorld();
let associate: HttpClient;
let manager: HttpClient;
let owner: HttpClient;

beforeAll(async () => {
  associate = await world.signIn(world.people[0]);
  manager = await world.signIn(world.floor.manager);
  owner = await world.signIn(world.floor.company.owner);
});

async function open(client: HttpClient, path: string, looks?: Looks) {
  const person = await openSignedIn(world, client, { calm: true, ...looks });
  await person.page.goto(path);
  return person;
}

const title = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const linksOf = (page: Page) => menu(page).getByRole('link').allInnerTexts();

describe('the side menu', () => {
  test('of a manager has every group, and the group of the open screen is open', async () => {
    const { page, complaints } = await open(manager, paths.dashboard);
    await title(page, 'Dashboard');
    expect(await linksOf(page)).toEqual([
      'Tallyboard',
      'New Sale',
      'Dashboard',
      'Sales',
      'Goals',
      'Campaigns',
      'Employees',
      'Job Aids',
    ]);
    const groups = {
      Sales: ['My Sales', 'New Sale'],
      Goals: ['Add Goal', 'All Goals'],
      Campaigns: ['Add Campaign', 'All Campaigns'],
      Employees: ['Add Employee', 'My Team', 'All Employees'],
      'Job Aids': ['Add Job Aid', 'All Job Aids'],
    };
    for (const [group, entries] of Object.entries(groups)) {
      const toggle = page.getByRole('button', { name: `Entries of ${group}` });
      await toggle.click();
      const list = menu(page).getByRole('listitem').filter({ has: toggle }).getByRole('list');
      expect(await list.getByRole('link').allInnerTexts()).toEqual(entries);
      await toggle.click();
      await list.waitFor({ state: 'hidden' });
    }
    await menu(page).getByRole('link', { name: 'Employees' }).click();
    await at(page, paths.allEmployees);
    await menu(page).getByRole('link', { name: 'My Team' }).click();
    await at(page, paths.myTeam);
    expect(await menu(page).getByRole('link', { name: 'My Team' }).getAttribute('aria-current')).toBe('page');
    await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).click();
    await menu(page).getByRole('link', { name: 'My Team' }).waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });

  test('of an associate has New Sale, Dashboard, Sales and Job Aids', async () => {
    const { page } = await open(associate, paths.mySales);
    await page.getByText('Hello, Amara').waitFor();
    expect(await linksOf(page)).toEqual([
      'Tallyboard',
      'New Sale',
      'Dashboard',
      'Sales',
      'My Sales',
      'New Sale',
      'Job Aids',
    ]);
  });

  test('is icons at 1024 px, with tooltips and a way to the entries', async () => {
    const { page } = await open(manager, paths.allGoals, { width: 1024 });
    const goals = menu(page).getByRole('button', { name: 'Goals' });
    expect(await goals.getAttribute('title')).toBe('Goals');
    expect(await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).getAttribute('title')).toBe(
      'Dashboard',
    );
    await goals.click();
    const add = page.getByRole('link', { name: 'Add Goal' }).filter({ visible: true });
    await add.first().waitFor();
    await page.keyboard.press('Escape');
    await menu(page).getByRole('link', { name: 'Add Goal' }).waitFor({ state: 'hidden' });
    await goals.click();
    await menu(page).getByRole('link', { name: 'Add Goal' }).click();
    await at(page, paths.addGoal);
    await menu(page).getByRole('link', { name: 'Add Goal' }).waitFor({ state: 'hidden' });
  });

  test('is a drawer on a phone, closed at first, that its button opens and its close button closes', async () => {
    const { page } = await open(manager, paths.dashboard, { width: 390, height: 844 });
    await title(page, 'Dashboard');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    expect(await drawer.isVisible()).toBe(false);
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    await button.click();
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await button.click();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await button.click();
    await drawer.getByRole('button', { name: 'Entries of Campaigns' }).click();
    await drawer.getByRole('link', { name: 'Add Campaign' }).click();
    await at(page, paths.addCampaign);
    await drawer.waitFor({ state: 'hidden' });
  });
});

describe('the menu under the name', () => {
  const entries = async (client: HttpClient) => {
    const { page } = await open(client, paths.dashboard);
    await page.getByTitle('Your menu').click();
    return await page.locator('#person-menu').getByRole('link').allInnerTexts();
  };

  test('has View Profile for everybody, and Company for the super employee alone', async () => {
    expect(await entries(associate)).toEqual(['View Profile']);
    expect(await entries(manager)).toEqual(['View Profile']);
    expect(await entries(owner)).toEqual(['View Profile', 'Company']);
  });

  test('leads to the company and to the own profile', async () => {
    const { page } = await open(owner, paths.dashboard);
    for (const [label, path] of [
      ['Company', paths.companyProfile],
      ['View Profile', paths.myProfile],
    ] as const) {
      await page.getByTitle('Your menu').click();
      await page.getByRole('link', { name: label }).click();
      await at(page, path);
    }
  });

  test('Log Out leads to the start; when it fails it says so and to refresh the page', async () => {
    const leaver = await world.signIn(world.people[1]);
    const { page } = await open(leaver, paths.dashboard);
    await page.route('**/api/logout', (route) =>
      route.fulfill({
        status: 500,
        json: {
          message: 'Internal server errror. Please contact your administrator',
          error: 'internalServerError',
        },
      }),
    );
    await page.getByTitle('Your menu').click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    const banner = page.getByRole('alert');
    await banner.getByText('Please correct the following errors').waitFor();
    await banner.getByText('Internal server errror. Please contact your administrator').waitFor();
    await banner.getByText('Please refresh the page').waitFor();
    await banner.getByRole('button', { name: 'Close message' }).click();
    await page.getByText('Please refresh the page').waitFor({ state: 'hidden' });
    await page.unroute('**/api/logout');
    await page.getByTitle('Your menu').click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await at(page, paths.root);
    await page.goto(paths.dashboard);
    await at(page, paths.login);
  });
});

describe('who may see what', () => {
  test('an associate gets the Restricted Access page at every screen of managers and of the super employee', async () => {
    const { page, complaints } = await open(associate, paths.mySales);
    await title(page, 'My Sales');
    const closed = [
      ...[paths.allGoals, paths.goal, paths.addGoal, paths.editGoal],
      ...[paths.allCampaigns, paths.campaign, paths.addCampaign, paths.editCampaign],
      ...[paths.allEmployees, paths.myTeam, paths.employee, paths.addEmployee, paths.editEmployee],
      ...[paths.employeeReport, paths.addJobAid, paths.editJobAid, paths.companyProfile],
    ];
    for (const path of closed) {
      await goInApp(page, paths.mySales);
      await title(page, 'My Sales');
      await goInApp(page, path.replace(':id', 'x'));
      await title(page, 'Restricted Access');
    }
    await page
      .getByText('You do not have access to this page. If this is unexpected please contact your supervisor.')
      .waitFor();
    expect(complaints).toEqual([]);
  });

  test('a manager gets it at the company profile', async () => {
    const { page } = await open(manager, paths.companyProfile);
    await title(page, 'Restricted Access');
  });

  test('Back leads to the page before, or to the dashboard where there is none', async () => {
    const { page, context } = await open(associate, paths.mySales);
    await title(page, 'My Sales');
    await page.goto(paths.allGoals);
    await page.getByRole('button', { name: 'Back' }).click();
    await at(page, paths.mySales);
    const tab = await context.newPage();
    await tab.goto(paths.allGoals);
    await tab.getByRole('button', { name: 'Back' }).click();
    await at(tab, paths.dashboard);
  });

  test('who is not signed in is asked to, and lands where he wanted to go', async () => {
    const { page } = await world.open({ calm: true });
    for (const path of [paths.dashboard, paths.newSale, paths.allGoals, paths.wall, paths.companyProfile]) {
      await page.goto(path);
      await at(page, paths.login);
    }
    await page.goto(`${paths.mySales}?date=2020-01-01`);
    await page.getByLabel('Email').fill(world.people[2]?.email ?? '');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await title(page, 'My Sales');
    expect(new URL(page.url()).search).toBe('?date=2020-01-01');
    await page.getByText('No sales on this date').waitFor();
    // A screen within survives a reload, and the way back leads through the screens that were seen.
    await page.reload();
    await page.getByText('No sales on this date').waitFor();
    await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).click();
    await title(page, 'Dashboard');
    await page.goBack();
    await page.getByText('No sales on this date').waitFor();
    await page.goForward();
    await title(page, 'Dashboard');
  });
});

describe('an address that there is not', () => {
  test("says 'Page not found', and Back leads to the page before or to the start", async () => {
    const { page, context, complaints } = await world.open({ calm: true });
    await page.goto(paths.pricing);
    await page.goto('/no/such/page');
    await title(page, 'Page not found');
    await page.getByRole('button', { name: 'Back' }).click();
    await at(page, paths.pricing);
    const tab = await context.newPage();
    await tab.goto('/layout/nowhere');
    await title(tab, 'Page not found');
    await tab.getByRole('button', { name: 'Back' }).click();
    await at(tab, paths.root);
    expect(complaints).toEqual([]);
  });
});

describe('a screen whose file is gone after an update', () => {
  test('says so in its place, the shell stays usable, and a reload brings it back', async () => {
    const { page } = await open(manager, paths.dashboard);
    await page.route('**/assets/all-goals*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await menu(page).getByRole('link', { name: 'Goals' }).click();
    await page.getByText('This screen could not be shown').waitFor();
    await page.getByText('Tallyboard was updated, or the network was away.').waitFor();
    await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).click();
    await title(page, 'Dashboard');
    await page.unroute('**/assets/all-goals*.js');
    await page.goto(paths.allGoals);
    await title(page, 'All Goals');
  });
});

describe('keys', () => {
  const here = (page: Page) => new URL(page.url()).pathname;

  test('n, /, ? and g with a letter do what the help says, but not while somebody writes', async () => {
    const { page, complaints } = await open(manager, paths.allEmployees);
    const search = page.getByRole('searchbox');
    await search.waitFor();
    await page.keyboard.press('/');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('n?gd/');
    expect(await search.inputValue()).toBe('n?gd/');
    expect(here(page)).toBe(paths.allEmployees);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1 }).click();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Go to the campaigns').waitFor();
    await page.keyboard.press('n');
    expect(here(page)).toBe(paths.allEmployees);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });

    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await at(page, paths.allCampaigns);
    await page.keyboard.press('n');
    await title(page, 'New Sale');
    await page.keyboard.press('Control+n');
    expect(complaints).toEqual([]);
  });

  test('are switched off in the menu, and stay off', async () => {
    const { page } = await open(associate, paths.mySales);
    await page.getByTitle('Your menu').click();
    await page.getByLabel('Single-key shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await title(page, 'My Sales');
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await page.getByTitle('Your menu').click();
    expect(here(page)).toBe(paths.mySales);
    // What the keys are is told all the same.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('New sale').waitFor();
    expect(await help.getByText('Go to the goals').count()).toBe(0);
  });
});

describe('light and dark', () => {
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const LIGHT = 'rgb(247, 246, 242)';
  const DARK = 'rgb(14, 19, 17)';

  test('follow the system until one is chosen, which is kept', async () => {
    const { page } = await open(associate, paths.mySales);
    await title(page, 'My Sales');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => background(page)).toBe(DARK);
    await page.getByTitle('Your menu').click();
    await page.getByLabel('Light', { exact: true }).check();
    await expect.poll(() => background(page)).toBe(LIGHT);
    await page.reload();
    await title(page, 'My Sales');
    expect(await background(page)).toBe(LIGHT);
  });

  test('the first paint has the right one, before the app is there', async () => {
    const { page, context } = await world.open({ calm: true });
    await page.goto(paths.pricing);
    await page.evaluate(() => localStorage.setItem('tallyboard.theme', 'dark'));
    await context.route('**/assets/*.js', (route) => route.abort());
    await page.goto(paths.login);
    expect(await background(page)).toBe(DARK);
    await page.evaluate(() => localStorage.setItem('tallyboard.theme', 'light'));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    expect(await background(page)).toBe(LIGHT);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    expect(await background(page)).toBe(DARK);
  });
});

test('sales per hour are refreshed when the shell loads and then every ten minutes', async () => {
  const { page } = await openSignedIn(world, associate, { calm: true });
  let refreshed = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/sales/update/salesperhour')) refreshed += 1;
  });
  await page.clock.install();
  await page.goto(paths.mySales);
  await title(page, 'My Sales');
  await expect.poll(() => refreshed).toBe(1);
  await page.clock.runFor(599_000);
  expect(refreshed).toBe(1);
  await page.clock.runFor(2000);
  await expect.poll(() => refreshed).toBe(2);
});

test('the dashboard has the own goal and shift, the billboard and the week', async () => {
  const { page } = await open(associate, paths.dashboard);
  for (const name of ['My Goal', 'Shift Details', 'Daily Billboard', 'Weekly Stats'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByText('Sales Per Hour by Date').waitFor();
  const board = page.getByRole('table', { name: 'Daily Billboard' });
  expect(await board.getByRole('columnheader').allInnerTexts()).toEqual([
    'No',
    'Name',
    'Campaign',
    'Login Time',
    'Shift Duration',
    'Sales/hr',
    'Commission',
  ]);
  // Rows of two decimals, each with the unit of its hours.
  const cells = await board
    .getByRole('row', { name: /Amara Okafor/ })
    .getByRole('cell')
    .allInnerTexts();
  expect(cells[4]).toBe('8 hrs');
  expect(cells[5]).toMatch(/^\d+\.\d\d$/);
});
