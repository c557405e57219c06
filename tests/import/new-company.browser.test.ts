import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();

const hasFocus = (element: Locator) =>
  soon(() => element.evaluate((one) => one === document.activeElement)).toBe(true);

test('a new company takes its first steps, brings its book of sales, and takes it back', async () => {
  const company = await world.program.seedCompany({ campaigns: [], managers: 0, associates: 0 });
  const { page, complaints } = await world.openAt('/layout/dashboard', company.owner);
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  const states = () =>
    steps.evaluateAll((all) => all.map((step) => step.getAttribute('data-state') ?? '').join(' '));
  await soon(states).toBe('done next later later');
  // Without a campaign there is none to choose.
  const goal = page.getByRole('region', { name: 'My Goal' }).getByRole('link');
  await soon(() => goal.getAttribute('href')).toBe('/layout/addcampaign');

  // A form that the steps lead to leads back to them.
  await page.getByRole('link', { name: 'Add employee' }).click();
  await page.getByText('There is no campaign yet.').waitFor();
  await page.getByRole('link', { name: 'Add one first' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Fibre');
  await page.getByLabel('Commission').fill('10');
  await page.getByLabel('Tax').fill('0');
  await page.getByLabel('Goal', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Add campaign' }).click();
  await page.getByRole('heading', { name: 'Add Employee' }).waitFor();
  await page.getByRole('link', { name: 'First steps' }).click();
  await soon(states).toBe('done done next later');

  // A step that somebody else takes is done without a reload.
  const owner = await world.signIn(company.owner);
  const [campaign] = (await owner.get('/api/campaigns/getcampaigns/all')).body.requestedData;
  const person = { firstName: 'Ada', lastName: 'Lovelace', username: 'ada@book.test', employeeNumber: '7' };
  const work = { employeeRole: 'sales associate', campaignId: campaign.campaign_id, password: 'aB3dE5gH7j' };
  expect((await owner.post('/api/employees/addemployee', { ...person, ...work })).status).toBe(200);
  await soon(states).toBe('done done done next');

  await page.getByRole('link', { name: 'bring your book of sales' }).click();
  const lines = [
    'Date,Who,Campaign,Price',
    '2026-03-02,7,Fibre,100',
    '2026-03-03,Ada Lovelace,fibre,20',
    'x,7,Fibre,1',
  ];
  const book = { name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.locator('input[type="file"]').setInputFiles(book);
  await page.getByText('3 rows: 0 sales, 3 refused').waitFor();
  const column = (name: string) => page.getByLabel(name, { exact: true });
  await hasFocus(column('Employee'));
  // The server answers the first choice when the others are made.
  const answered = Promise.withResolvers<void>();
  await page.route('**/preview', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.keyboard.press('W');
  await hasFocus(column('Employee'));
  await column('Price').focus();
  await page.keyboard.press('Home');
  await hasFocus(column('Price'));
  await page.keyboard.press('End');
  answered.resolve();
  await page.getByText('3 rows: 2 sales, 1 refused').waitFor();
  await page.getByRole('cell', { name: '"x" is no date like yyyy-mm-dd' }).waitFor();
  await page.getByRole('cell', { name: 'Mar 2, 2026' }).waitFor();
  await hasFocus(column('Price'));
  // The page may be loaded again before and during the import.
  await page.reload();
  await page.getByRole('button', { name: 'Go on with book.csv' }).press('Enter');
  await hasFocus(page.getByRole('heading', { name: 'book.csv' }));
  await page.getByRole('button', { name: 'Choose another file' }).press('Enter');
  await hasFocus(page.locator('input[type="file"]'));
  await page.getByRole('button', { name: 'Go on with book.csv' }).press('Enter');
  await page.getByRole('button', { name: 'Import 2 sales' }).press('Enter');
  await hasFocus(page.getByRole('heading', { name: 'book.csv' }));
  await page.getByText('2 imported, 1 refused', { exact: true }).waitFor();
  const refused = page.getByRole('link', { name: 'Refused rows as CSV' });
  const { body } = await owner.get((await refused.getAttribute('href')) ?? '');
  expect(body).toContain('4,date,"""x"" is no date like yyyy-mm-dd"');
  await page.getByRole('button', { name: 'Undo this import' }).press('Enter');
  await page.getByText('2 sales from book.csv will be deleted.').waitFor();
  await page.getByRole('button', { name: 'Undo import' }).press('Enter');
  await hasFocus(page.getByRole('heading', { name: 'book.csv' }));
  await page.getByText('Undone: 2 deleted').waitFor();

  // A file that is none, then one of people.
  const file = page.locator('input[type="file"]');
  await file.setInputFiles({ ...book, name: 'team.pdf', buffer: Buffer.from('%PDF-1.7\0') });
  await page.getByText('This is not a CSV file in UTF-8').waitFor();
  const team = ['Name,Mail,Role', 'Grace Hopper,grace@book.test,Manager', 'Ada,ada@book.test,', 'Al,al,'];
  await file.setInputFiles({ ...book, name: 'team.csv', buffer: Buffer.from(team.join('\n')) });
  await page.getByText('3 rows: 1 person, 1 already there, 1 refused').waitFor();
  await page.getByText('1 more employee: from $170.00 to $180.00 a month').waitFor();
  await page.getByLabel('The file holds').selectOption('Sales');
  await page.getByText('Choose the columns of the file for: Date, Employee, Campaign.').waitFor();
  await page.getByLabel('The file holds').selectOption('People');
  await page.getByText('"al" is no email').waitFor();
  await page.getByRole('button', { name: 'Import 1 person' }).click();
  await page.getByText('1 imported, 1 already there, 1 refused').waitFor();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Undone: 1 deleted').waitFor();
  // The browser says of the refused file that it was refused.
  expect(complaints).toEqual([expect.stringContaining('415')]);
});
