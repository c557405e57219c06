import { describe, expect, test } from 'vitest';
import { violationsOn } from '#tests/support/browser/accessibility.ts';
import { byThePage } from '#tests/support/browser/screen-parts.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { goInApp } from './in-app.ts';
import { comfortSuite } from './shell-comfort.suite.ts';
import { menusSuite } from './shell-menus.suite.ts';
import { at, menu, shellWorld, title } from './shell-world.ts';

const shell = shellWorld();
const { world, open } = shell;

menusSuite(shell);

describe('access to screens', () => {
  test('an associate gets the Restricted Access page for every screen of managers and of the super employee', {
    tags: ['spec-2.56', 'spec-6.12', 'decision-6.2', 'decision-8.18'],
  }, async () => {
    const { page, complaints } = await open('associate', paths.mySales);
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

  test('a manager gets it for the company profile', { tags: ['spec-6.12', 'decision-8.18'] }, async () => {
    const { page } = await open('manager', paths.companyProfile);
    await title(page, 'Restricted Access');
  });

  test('Back leads to the previous page, or to the dashboard when there is none', {
    tags: ['spec-2.56'],
  }, async () => {
    const { page, context } = await open('associate', paths.mySales);
    await title(page, 'My Sales');
    await page.goto(paths.allGoals);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await at(page, paths.mySales);
    const tab = await context.newPage();
    await tab.goto(paths.allGoals);
    await tab.getByRole('button', { name: 'Back', exact: true }).click();
    await at(tab, paths.dashboard);
  });

  test('a visitor is sent to sign-in, and lands on the requested page afterwards', {
    tags: ['spec-2.57', 'decision-8.4'],
  }, async () => {
    const { page } = await world.open();
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
    // A reload keeps the screen, and Back goes through the visited screens.
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

describe('an unknown address', () => {
  test("says 'Page not found', and Back leads to the page before or to the start", {
    tags: ['spec-2.15'],
  }, async () => {
    const { page, context, complaints } = await world.open();
    await page.goto(paths.pricing);
    await page.goto('/no/such/page');
    await title(page, 'Page not found');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await at(page, paths.pricing);
    const tab = await context.newPage();
    await tab.goto('/nowhere');
    await title(tab, 'Page not found');
    await tab.getByRole('button', { name: 'Back', exact: true }).click();
    await at(tab, paths.root);
    expect(byThePage(complaints)).toEqual([]);
  });

  test('below that of the shell it has the menu around it, and Back leads to the dashboard', {
    tags: ['spec-2.15'],
  }, async () => {
    const { page, context, complaints } = await open('associate', paths.mySales);
    await title(page, 'My Sales');
    const tab = await context.newPage();
    const reply = await tab.goto('/layout/nowhere');
    expect(reply?.status()).toBe(404);
    await title(tab, 'Page not found');
    await menu(tab).getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
    await tab.getByRole('button', { name: 'Back', exact: true }).click();
    await at(tab, paths.dashboard);
    expect(byThePage(complaints)).toEqual([]);
  });
});

describe('a screen whose script is gone after a deploy', () => {
  test('says so in its place, the shell stays usable, and a reload brings it back', {
    tags: ['spec-2.14'],
  }, async () => {
    const { page } = await open('manager', paths.dashboard);
    // The server is asked for a file that it does not have.
    await page.route('**/assets/all-goals*.js', (route) =>
      route.continue({ url: route.request().url().replace('all-goals', 'gone') }),
    );
    await menu(page).getByRole('link', { name: 'Goals' }).click();
    await page.getByText('This screen could not be shown').waitFor();
    await page.getByText('Tallyboard was updated, or the network was away.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).click();
    await title(page, 'Dashboard');
    await page.unroute('**/assets/all-goals*.js');
    await page.goto(paths.allGoals);
    await title(page, 'All Goals');
  });
});

test('sales per hour are refreshed when the shell loads and every ten minutes, the board every five', {
  tags: ['spec-2.33', 'spec-4.6', 'spec-4.18', 'spec-9.10', 'decision-7.5', 'decision-8.16'],
}, async () => {
  const { page } = await open('associate', paths.pricing);
  const asked = { salesperhour: 0, getlogsdaily: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/sales/update/salesperhour')) asked.salesperhour += 1;
    if (request.url().includes('/logs/getlogsdaily/')) asked.getlogsdaily += 1;
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.goto(paths.dashboard);
  await title(page, 'Dashboard');
  const row = page.getByRole('row', { name: /Liam/ });
  await row.waitFor();
  await expect.poll(() => asked).toEqual({ salesperhour: 1, getlogsdaily: 0 });
  await page.clock.runFor(800);
  await expect.poll(() => asked).toEqual({ salesperhour: 1, getlogsdaily: 1 });
  await page.clock.runFor(300_000);
  await expect.poll(() => asked).toEqual({ salesperhour: 1, getlogsdaily: 2 });
  await page.clock.runFor(300_000);
  await expect.poll(() => asked).toEqual({ salesperhour: 2, getlogsdaily: 3 });

  // Without the live connection that is how news arrives.
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await page.goto(paths.dashboard);
  await title(page, 'Dashboard');
  await page.clock.runFor(800);
  await row.waitFor();
  const seller = await world.signIn(world.people[1]);
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  const sale = { name: 'Unheard', campaignId, price: '500000', status: 'Closed' };
  const earned = () => row.getByRole('cell').last().textContent();
  const before = await earned();
  expect((await seller.post('/api/sales/addsale', sale)).status).toBe(200);
  await page.clock.runFor(299_000);
  expect(await earned()).toBe(before);
  await page.clock.runFor(1_000);
  await expect.poll(earned).not.toBe(before);
});

test('the dashboard has the person’s goal and shift, the billboard and the week', {
  tags: ['spec-2.35', 'decision-8.12'],
}, async () => {
  const { page } = await open('associate', paths.dashboard);
  for (const name of ['My Goal', 'Shift Details', 'Daily Billboard', 'Weekly Stats'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.locator('figcaption', { hasText: 'Sales Per Hour by Date' }).waitFor();
  const board = page.getByRole('table', { name: 'Daily Billboard' });
  await board.getByRole('row', { name: /Amara Okafor/ }).waitFor();
  expect(await board.getByRole('columnheader').allInnerTexts()).toEqual([
    'No',
    'Name',
    'Campaign',
    'Login Time',
    'Shift Duration',
    'Sales/hr',
    'Commission',
  ]);
  // Two decimals in each row, with the unit.
  const cells = await board
    .getByRole('row', { name: /Amara Okafor/ })
    .getByRole('cell')
    .allInnerTexts();
  expect(cells[4]).toBe('8 hrs');
  expect(cells[5]).toMatch(/^\d+\.\d\d$/);
});

comfortSuite(shell);
