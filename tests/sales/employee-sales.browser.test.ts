import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { confirmDelete, names as namesOn } from '#tests/support/browser/screen-parts.ts';
import { heading, rowOf, soon, waitForSuccess } from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();

test('a manager finds, opens, edits and deletes the sales of an employee', {
  tags: ['decision-2.6'],
}, async () => {
  const seller = world.people[1];
  const api = await world.signIn(seller);
  const [first, second] = world.team.company.campaigns;
  const sell = (name: string, status: string, campaignId = first?.campaignId ?? '') =>
    api.post('/api/sales/addsale', {
      name,
      campaignId,
      price: '100',
      status,
      customerNumber: `no ${name}`,
    });
  for (const [name, status] of [
    ['Ledger lead', 'Lead'],
    ['Ledger talk', 'Negotiating'],
    ['Ledger done', 'Closed'],
  ] as const)
    expect((await sell(name, status)).status).toBe(200);
  expect((await sell('Ledger other', 'Lead', second?.campaignId)).status).toBe(200);

  const boss = await world.openAt(`/layout/allemployees/employee/${seller?.employeeId}`, world.team.manager);
  const { page } = boss;
  await page.getByRole('main').getByRole('link', { name: 'Sales', exact: true }).click();
  // Keys that come faster than the address can follow.
  await page.getByLabel('Search').focus();
  await page.evaluate(() => {
    for (const key of 'LEDGER') document.execCommand('insertText', false, key);
  });
  await soon(() => page.getByLabel('Search').inputValue()).toBe('LEDGER');
  await rowOf(page, /Ledger lead/).waitFor();
  const names = async () => (await namesOn(page)).filter((name) => name.trim() !== 'Edit');
  await soon(names).toEqual(['Ledger other', 'Ledger done', 'Ledger talk', 'Ledger lead']);
  await page.getByLabel('Status').selectOption('Lead');
  await soon(names).toEqual(['Ledger other', 'Ledger lead']);
  await page.getByLabel('Campaign').selectOption({ index: 1 });
  await soon(async () => (await names()).length).toBe(1);
  // A reload keeps the filters.
  const kept = await names();
  await page.reload();
  await soon(names).toEqual(kept);
  await page.getByLabel('Campaign').selectOption('');
  await page.getByLabel('To', { exact: true }).fill('2020-02-28');
  await page.getByText('No sale fits these filters').waitFor();
  await page.getByRole('button', { name: 'Show all sales' }).click();

  // The sale of another person opens, and says whose it is; Back returns to the same part of the list.
  await page.getByLabel('Search').fill('ledger le');
  await page.getByRole('link', { name: 'Ledger lead', exact: true }).click();
  await heading(page, 'Ledger lead');
  await page.getByText(`Sale of ${seller?.firstName}`).waitFor();
  await page.goBack();
  await soon(names).toEqual(['Ledger lead']);
  // So does the focus.
  const left = page.getByRole('link', { name: 'Ledger lead', exact: true });
  await soon(() => left.evaluate((link) => link === document.activeElement)).toBe(true);

  await page.getByRole('link', { name: 'Ledger lead', exact: true }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Closed', { exact: true }).click();
  await page.getByRole('button', { name: 'Save sale' }).click();
  await waitForSuccess(page, 'Data updated successfully');
  await page.waitForURL(`**/layout/allemployees/employee/sales/${seller?.employeeId}`);
  await rowOf(page, /Ledger lead.*Closed/).waitFor();

  await page.getByRole('link', { name: 'Ledger talk', exact: true }).click();
  await heading(page, 'Ledger talk');
  await confirmDelete(page);
  await waitForSuccess(page, 'Sale deleted');
  await page.waitForURL(`**/layout/allemployees/employee/sales/${seller?.employeeId}`);
  await rowOf(page, /Ledger lead.*Closed/).waitFor();
  await rowOf(page, /Ledger talk/).waitFor({ state: 'detached' });
  expect(boss.complaints).toEqual([]);
});

test('far down the list sales are edited and deleted in place, while others arrive at its top', async () => {
  const seller = world.people[6];
  const api = await world.signIn(seller);
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  const sell = async (name: string, price: number) =>
    expect((await api.post('/api/sales/addsale', { name, campaignId, price: String(price) })).status).toBe(
      200,
    );
  for (let from = 0; from < 250; from += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => sell(`Row ${1000 + from + at}`, 1000 + from + at)),
    );

  const self = await world.openAs(seller);
  const asked: Promise<number>[] = [];
  self.page.on('requestfinished', (request) => {
    if (/\/api\/sales\/(?!update)/.test(request.url()))
      asked.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await self.page.goto('/layout/mysales');
  const drawn = self.page.locator('tbody tr');
  await soon(() => drawn.count()).toBe(100);
  await self.page.getByTestId('total-commission').getByText('$', { exact: false }).waitFor();
  await self.page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(1);
  expect(await asked[0]).toBeLessThan(60_000);

  const boss = await world.openAt(
    `/layout/allemployees/employee/sales/${seller?.employeeId}?search=row`,
    world.team.manager,
  );
  const { page } = boss;
  const rows = page.locator('tbody tr');
  const byPrice = page.getByRole('button', { name: 'Price', exact: true });
  await byPrice.click();
  await byPrice.click();
  await soon(() => rows.first().textContent()).toContain('Row 1000');
  // The newest is the dearest: it is at the top before the list is sorted, too.
  await byPrice.click();
  await soon(() => rows.first().textContent()).toContain('Row 1249');
  await page.getByRole('button', { name: 'Show more' }).click();
  await soon(() => rows.count()).toBe(200);
  const far = (name: string) => page.locator('tbody tr', { hasText: name });
  await far('Row 1060').scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => Math.round(scrollY));
  const before = await place();
  expect(before).toBeGreaterThan(1000);

  await far('Row 1060').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await dialog.getByText(/^The sale Row 1060, \$[\d,.]+, \w+ \d+, \d{4}$/).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Sale deleted: Row 1060').waitFor();
  await soon(() => far('Row 1060').count()).toBe(0);
  await soon(() => rows.count()).toBe(200);
  await soon(place).toBe(before);

  await far('Row 1061').getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Details').fill('changed in place');
  await page.getByRole('button', { name: 'Save sale' }).click();
  await waitForSuccess(page, 'Data updated successfully');
  await page.waitForURL('**/sales/*search=row*');
  await soon(() => rows.count()).toBe(200);
  await soon(place).toBe(before);

  await sell('Row 2000', 2000);
  await soon(() => rows.first().textContent()).toContain('Row 2000');
  expect(await rows.count()).toBe(200);
  expect(await far('Row 1061').count()).toBe(1);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(1 + 250);
  expect([...boss.complaints, ...self.complaints]).toEqual([]);
});

test('an associate narrows My Sales, and its total is that of the list', {
  tags: ['decision-8.11'],
}, async () => {
  const seller = world.people[3];
  const api = await world.signIn(seller);
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  for (const [name, status] of [
    ['Tower lead', 'Lead'],
    ['Tower done', 'Closed'],
  ] as const)
    expect((await api.post('/api/sales/addsale', { name, campaignId, price: '100', status })).status).toBe(
      200,
    );
  const who = await world.openAt('/layout/mysales', seller);
  const { page } = who;
  await page.getByLabel('Search').fill('tower');
  const names = () => namesOn(page);
  await soon(names).toEqual(['Tower done', 'Tower lead']);
  const total = page.getByTestId('total-commission');
  await soon(() => total.textContent()).toBe('$10.44');
  // Live, within the filters.
  await api.post('/api/sales/addsale', { name: 'Tower two', campaignId, price: '100', status: 'Closed' });
  await soon(names).toEqual(['Tower two', 'Tower done', 'Tower lead']);
  await soon(() => total.textContent()).toBe('$20.88');
  // A date keeps the search, and leaves no other dates to choose.
  await page.getByLabel('Date').fill('2020-02-28');
  await page.getByRole('button', { name: 'Query' }).click();
  await page.getByText('No sale fits these filters').waitFor();
  expect(await page.getByLabel('From').count()).toBe(0);
  await page.getByRole('button', { name: 'Show all', exact: true }).first().click();
  await soon(names).toEqual(['Tower two', 'Tower done', 'Tower lead']);
  expect(who.complaints).toEqual([]);
});
