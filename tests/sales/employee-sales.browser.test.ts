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
  const names = () => namesOn(page);
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
  await page.getByRole('link', { name: 'Ledger lead' }).click();
  await heading(page, 'Ledger lead');
  await page.getByText(`Sale of ${seller?.firstName}`).waitFor();
  await page.goBack();
  await soon(names).toEqual(['Ledger lead']);

  await page.getByRole('link', { name: 'Ledger lead' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Closed', { exact: true }).click();
  await page.getByRole('button', { name: 'Save sale' }).click();
  await waitForSuccess(page, 'Data updated successfully');
  await page.waitForURL(`**/layout/allemployees/employee/sales/${seller?.employeeId}`);
  await rowOf(page, /Ledger lead.*Closed/).waitFor();

  await page.getByRole('link', { name: 'Ledger talk' }).click();
  await confirmDelete(page);
  await waitForSuccess(page, 'Sale deleted');
  await page.waitForURL(`**/layout/allemployees/employee/sales/${seller?.employeeId}`);
  await rowOf(page, /Ledger lead.*Closed/).waitFor();
  await rowOf(page, /Ledger talk/).waitFor({ state: 'detached' });
  expect(boss.complaints).toEqual([]);
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
