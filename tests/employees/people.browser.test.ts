import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { signInAs } from '#tests/support/browser/chromium.ts';
import { expectLeave, waitForSuccess } from '#tests/support/browser/screen-steps.ts';
import { peopleTroubles } from './people-troubles.suite.ts';
import { reportPeriods } from './report-periods.suite.ts';
import { reportShifts } from './report-shifts.suite.ts';

const world = browserWorld();

const twoDecimals = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A value of a card, by its label. */
const fact = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

async function openEmployee(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search by name').fill(name);
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name }).waitFor();
}

test('an employee is added, works and is deleted, in the manager’s browser and their own', {
  tags: [
    'spec-2.45',
    'spec-2.46',
    'spec-2.47',
    'spec-2.48',
    'spec-2.49',
    'spec-4.8',
    'spec-4.10',
    'spec-4.11',
    'spec-5.35',
    'spec-5.39',
    'spec-5.40',
    'spec-8.36',
    'spec-9.8',
    'spec-9.11',
    'spec-9.12',
    'decision-8.1',
  ],
}, async () => {
  const boss = await world.openAt('/layout/allemployees', world.team.manager);
  const colleague = await world.open();
  const { page } = boss;
  await page.getByRole('link', { name: 'Add employee', exact: true }).click();

  // Missing fields are reported before a request.
  await page.getByLabel('First Name').fill('Grace');
  await page.getByRole('button', { name: 'Add employee' }).click();
  await page.getByText("Employee's role and/or campaign can not be empty").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('lastName');

  await page.getByLabel('Last Name').fill('Hopper');
  await page.getByLabel('Email').fill('grace@hopper.test');
  expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
  await page.getByLabel('Employee Role').selectOption('sales associate');
  await page.getByLabel('Campaign', { exact: true }).selectOption('Heat Pumps');
  expect(await page.getByLabel('Manager').inputValue()).toBe('Manager1 Test (you)');
  await page.getByLabel('Employee Number').fill('N-200');
  await page.getByLabel('Shift Duration').pressSequentially('x78');
  expect(await page.getByLabel('Shift Duration').inputValue()).toBe('8');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByRole('button', { name: 'Generate' }).click();
  expect(await password.getAttribute('type')).toBe('password');
  await page.getByLabel('Show password').check();
  expect(await password.getAttribute('type')).toBe('text');
  const generated = await password.inputValue();
  expect(generated).toMatch(/^[A-Za-z0-9]{10}$/);
  await page.getByRole('button', { name: 'Copy password' }).click();
  // Enter on it copies again, and sends nothing.
  await page.keyboard.press('Enter');
  await page.getByText('Copied').first().waitFor();
  await page.getByLabel('Shift Duration').press('Enter');
  await page.getByText('Employee added successFully').waitFor();
  // The form stays, empty, with a link to the new employee.
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('');
  await page.getByText(generated).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'All Employees' }).first().waitFor();

  await signInAs(colleague, 'grace@hopper.test', generated);
  await colleague.page.getByText('Hello, Grace').waitFor();

  // The new employee is in the manager's team, alone.
  await page.goto('/layout/myteam');
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);

  // The list, its search in the address, and the link to the card.
  await page.getByRole('link', { name: 'All Employees' }).first().click();
  await page.getByRole('heading', { name: 'All Employees' }).waitFor();
  await page.getByLabel('Search by name').fill('gRACE hop');
  await page.waitForURL(/q=gRACE/);
  await page.reload();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await expect
    .poll(() => page.getByRole('row').nth(1).getByRole('cell').allTextContents())
    .toEqual(['1', 'Grace Hopper', 'Heat Pumps', 'N-200', 'sales associate', 'Steady']);
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await fact(page, 'Sales Per Hour').getByText('0.00').waitFor();
  await page.goBack();
  await expect.poll(() => page.getByLabel('Search by name').inputValue()).toBe('gRACE hop');
  await page.goForward();

  // An edit confirms and returns to the list.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Employee Number').fill('N-201');
  await expectLeave(page, 900, '/layout/allemployees', async () => {
    await page.getByLabel('Employee Number').press('Enter');
    await waitForSuccess(page, 'Data updated successfully');
  });
  await openEmployee(page, 'Grace Hopper');
  await fact(page, 'Employee Number').getByText('N-201').waitFor();

  // The report: durations are changed by keyboard, and the employee's dashboard follows without a reload.
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByText('Report of all dates').waitFor();
  await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  const shift = page.getByRole('row').nth(1);
  await shift.waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'No',
    'Login Date',
    'Login Time',
    'Shift Duration',
    'Commission',
    'Sales/hr',
  ]);
  const duration = shift.getByRole('button', { name: /Shift Duration/ });
  await duration.focus();
  await page.keyboard.press('Enter');
  expect(await shift.getByRole('textbox').getAttribute('placeholder')).toBe('Eg: 8');
  await page.keyboard.type('6');
  await page.keyboard.press('Escape');
  await duration.getByText('8 hrs').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('x1');
  await shift.getByText('hr', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await duration.getByText('1 hr').waitFor();
  await colleague.page.getByText('1 hr', { exact: true }).first().waitFor();

  // No shift has any hours: no sales per hour in that row either.
  await page.keyboard.press('Enter');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await shift.getByRole('cell').last().getByText('N/A').waitFor();

  // An invalid date in the address queries nothing, and says so.
  const report = page.url();
  await page.goto(`${report}?date=2026-02-31`);
  await page.getByText('These dates are not a period').waitFor();
  expect(await page.getByRole('row').count()).toBe(0);

  // Queries a date; without one nothing happens.
  await page.goto(report);
  await page.getByRole('button', { name: 'Query' }).click();
  expect(new URL(page.url()).search).toBe('');
  await page.getByLabel('Date').fill('2020-02-29');
  await page.getByLabel('Date').press('Enter');
  await page.getByText('No shift on this date').waitFor();
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await shift.waitFor();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await file).suggestedFilename()).toBe('report Grace Hopper.csv');

  // Deleted: their browser is signed out, too. The requests of the card are answered by then.
  const card = ['**/api/employees/getemployee/*', '**/api/logs/getchartdata/*'];
  const answers = Promise.all(card.map((call) => page.waitForResponse(call)));
  await page.getByRole('link', { name: 'Employee', exact: true }).click();
  await answers;
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This action is irreversible.').waitFor();
  const isOut = colleague.page.waitForURL(/\/login/, { waitUntil: 'commit' });
  await expectLeave(page, 800, '/layout/allemployees', async () => {
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await waitForSuccess(page, 'Employee deleted');
  });
  await isOut;
  await page.getByRole('link', { name: 'Amara Okafor' }).waitFor();
  await expect.poll(() => page.getByText('Grace Hopper').count()).toBe(0);

  // A former employee is found again, and paid, but neither edited nor given a shift.
  await page.getByRole('link', { name: 'Former employees' }).click();
  const left = page.getByRole('row').filter({ hasText: 'Grace Hopper' });
  const year = await page.evaluate(() => new Date().getFullYear());
  await left.getByText(String(year)).waitFor();
  await left.getByRole('link', { name: 'Grace Hopper' }).click();
  const note = page.getByText(/Former employee, deleted on \w+/);
  await note.waitFor();
  await page.getByTestId('employee-commission').waitFor();
  for (const name of ['Edit', 'Delete'])
    expect(await page.getByRole('link', { name }).or(page.getByRole('button', { name })).count()).toBe(0);
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await note.waitFor();
  await page.getByRole('row').nth(1).waitFor();
  for (const name of [/^Add shift/, /Login Time of/, /Shift Duration of/])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.goto(page.url().replace('/report/', '/sales/'));
  await note.waitFor();
  expect(boss.complaints).toEqual([]);
});

test('the card follows an employee’s day: the rate, and the chart with its table', {
  tags: ['spec-2.46', 'spec-9.9'],
}, async () => {
  const chloe = world.people[6];
  const boss = await world.openAt(`/layout/allemployees/employee/${chloe?.employeeId}`, world.team.manager);
  const { page } = boss;
  const rate = fact(page, 'Sales Per Hour');
  const chart = page.getByRole('img', { name: /Sales Per Hour by Date/ });
  await chart.locator('canvas').waitFor();
  await page.getByText('Show the values').click();
  const today = page.getByRole('row').last().getByRole('cell').last();
  const before = await rate.textContent();
  await expect.poll(() => today.textContent()).toBe(before);
  expect(await page.getByRole('row').count()).toBe(8);

  const client = await world.signIn(chloe);
  const campaigns = await client.get('/api/campaigns/getcampaigns/all');
  const { campaign_id } = campaigns.body.requestedData[0];
  const sale = { name: 'n', campaignId: campaign_id, status: 'Closed', price: '1' };
  await client.post('/api/sales/addsale', sale);
  const after = twoDecimals.format(Number(before) + 1);
  await rate.getByText(after).waitFor();
  await today.getByText(after).waitFor();

  // Redrawn in the colours of the other theme.
  const drawing = () => chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await drawing();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(drawing).not.toBe(light);
  expect(boss.complaints).toEqual([]);
});

reportShifts(world);
reportPeriods(world);
peopleTroubles(world);
