import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import {
  amount,
  banner,
  factsOn,
  heading,
  rowOf,
  SALES_LIST,
  soon,
  waitForSuccess,
} from '#tests/support/browser/screen-steps.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';

const world = browserWorld();

const total = (page: Page) => page.getByTestId('total-commission');

describe('the list', () => {
  test('follows changes by a manager and another tab, and keeps sort order and scroll position', {
    tags: ['spec-2.36'],
  }, async () => {
    const me = world.people[5];
    const person = await world.openAt(SALES_LIST, me, { height: 420 });
    const { page } = person;
    const price = page.getByRole('columnheader', { name: 'Price', exact: true });
    await price.waitFor();
    const place = await page.evaluate(() => {
      scrollTo(0, 160);
      return scrollY;
    });
    expect(place).toBeGreaterThan(0);
    // The header stays in sight.
    await price.getByRole('button').click();
    await soon(() => price.getAttribute('aria-sort')).toBe('descending');

    const manager = await world.signIn(world.team.manager);
    const { body } = await manager.get(`/api/sales/getsales/all?employeeId=${me?.employeeId}`);
    const [sale] = body.requestedData.filter((each: { status: string }) => each.status === 'Closed');
    const before = amount(await total(page).textContent());
    await manager.patch(`/api/sales/editsale/${sale.id}`, { status: 'None', price: '99999' });
    await rowOf(page, /\$99,999\.00.*None/).waitFor();
    const after = Math.round((before - sale.commission) * 100) / 100;
    await soon(async () => amount(await total(page).textContent())).toBe(after);
    await soon(() => page.getByRole('row').nth(1).textContent()).toContain('$99,999.00');
    await soon(() => page.evaluate(() => scrollY)).toBe(place);

    const tab = await person.context.newPage();
    await tab.goto('/layout/newsale');
    await tab.getByLabel('Name', { exact: true }).fill('From another tab');
    await tab.getByLabel('Name', { exact: true }).press('Enter');
    await waitForSuccess(tab, 'Data saved successfully');
    await rowOf(page, /From another tab/).waitFor();
    await soon(() => page.evaluate(() => scrollY)).toBe(place);
  });

  test('downloads the shown rows', { tags: ['spec-2.36'] }, async () => {
    const { page } = await world.openAt(SALES_LIST, world.people[7]);
    await page.getByText('No sales yet').waitFor();
    await page.getByRole('link', { name: 'Record a sale' }).click();
    await page.getByLabel('Name', { exact: true }).fill('=1+1');
    await page.getByLabel('Price').fill('10');
    await page.getByRole('button', { name: 'Record sale' }).click();
    await waitForSuccess(page, 'Data saved successfully');
    await page.goto(SALES_LIST);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-sales.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Name,Date,Campaign,Customer Number,Price,Commission,Status',
      // Heat Pumps: (10 − 5%) × 9.5%
      `'=1+1,${localDate(new Date().toISOString(), DAYTIME_ZONE)},Heat Pumps,,10,0.9,Lead`,
    ]);
  });
});

describe('a sale', () => {
  /** Records a sale and opens its screen for the edit. */
  async function editing(at: number, fields: Record<string, string> = {}) {
    const api = await world.signIn(world.people[at]);
    const person = await world.openAs(api);
    const campaigns = (await api.get('/api/campaigns/getcampaigns/all')).body.requestedData;
    const campaignId = campaigns.find(
      (each: { campaign_name: string }) => each.campaign_name === 'Solar Roofs',
    );
    const sold = { name: 'Garage', campaignId: campaignId.campaign_id, price: '1000', ...fields };
    const [sale] = (await api.post('/api/sales/addsale', sold)).body.requestedData;
    await person.page.goto(`/layout/mysales/sale/edit/${sale.id}`);
    await heading(person.page, 'Edit Sale');
    await person.page.getByRole('button', { name: 'Save sale' }).waitFor();
    return { ...person, api, sale };
  }

  test('shows missing and wrong fields in the edit, and keeps the rest', {
    tags: ['spec-2.38', 'spec-5.33', 'spec-8.27'],
  }, async () => {
    const { page, sale } = await editing(3);
    const save = page.getByRole('button', { name: 'Save sale' });
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('');
    await save.click();
    await banner(page).getByText('Make sure all input fields are complete').waitFor();
    await soon(() => name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('Garage 2');
    await page.getByLabel('Campaign').selectOption('');
    await save.click();
    await soon(() => page.getByLabel('Campaign').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Campaign').selectOption({ label: 'Solar Roofs' });
    await page.getByLabel('Price').fill('ten');
    await save.click();
    await banner(page).getByText('Enter a price from 0 to 1,000,000,000').waitFor();
    await page.getByLabel('Price').fill('10');
    await page.getByLabel('Discount').fill('100.5');
    await save.click();
    await banner(page).getByText('Enter a percentage from 0 to 100').waitFor();
    await page.getByLabel('Discount').fill('0');
    await page.getByLabel('Details').fill('x'.repeat(256));
    await page.getByText('255/255').waitFor();
    await soon(() => page.getByLabel('Details').getAttribute('aria-invalid')).toBe('true');

    // A request without the status, as another program might send it.
    await page.route('**/api/sales/editsale/*', async (route) => {
      const body = new URLSearchParams(route.request().postData() ?? '');
      body.delete('status');
      await route.continue({ postData: body.toString() });
    });
    await save.click();
    await banner(page).getByText('The status field is required').waitFor();
    await banner(page).getByText('Failed to edit data. If the problem persists').waitFor();
    expect(await name.inputValue()).toBe('Garage 2');
    await page.unroute('**/api/sales/editsale/*');
    await page.getByLabel('Price').fill('11');
    await save.click();
    await page.waitForURL(`**${SALES_LIST}`);
    await rowOf(page, /Garage 2/).waitFor();
    await page.goto(`/layout/mysales/sale/${sale.id}`);
    await heading(page, 'Garage 2');
    await soon(async () => (await factsOn(page)).values[7]).toBe('x'.repeat(255));
  });

  test('keeps its rates while it stays in its campaign, and takes those of another', {
    tags: ['spec-5.34'],
  }, async () => {
    const { page } = await editing(3);
    const manager = await world.signIn(world.team.manager);
    const { requestedData } = (await manager.get('/api/campaigns/getcampaigns/all')).body;
    const solar = requestedData.find(
      (each: { campaign_name: string }) => each.campaign_name === 'Solar Roofs',
    );
    await manager.patch(`/api/campaigns/editcampaign/${solar.campaign_id}`, { commission: 50, tax: 0 });
    await page.reload();
    const commission = page.getByRole('status', { name: 'Commission' });
    // (1000 − 13%) × 12%, although the campaign pays 50% by now.
    await commission.getByText('$104.40').waitFor();
    await page.getByLabel('Campaign').selectOption({ label: 'Heat Pumps' });
    await commission.getByText('$90.25').waitFor();
    await page.getByRole('button', { name: 'Save sale' }).click();
    await page.waitForURL(`**${SALES_LIST}`);
    await rowOf(page, /Garage.*Heat Pumps.*\$90\.25/).waitFor();
    await manager.patch(`/api/campaigns/editcampaign/${solar.campaign_id}`, { commission: 12, tax: 13 });
  });

  test('that a manager changed meanwhile is reported, not overwritten', async () => {
    const { page, sale } = await editing(3, { name: 'Barn' });
    await page.getByLabel('Price').fill('1500');
    const manager = await world.signIn(world.team.manager);
    const change = async (changes: Record<string, string>) => {
      await manager.patch(`/api/sales/editsale/${sale.id}`, changes);
      // Their own reads wait for the write; afterwards all reads have it.
      await manager.get(`/api/sales/getsales/all?employeeId=${world.people[3]?.employeeId}`);
    };
    await change({ status: 'Closed', price: '1200' });
    await page.getByRole('button', { name: 'Save sale' }).click();
    await banner(page).getByText('Somebody changed this at the same moment').waitFor();
    await page.getByText('Somebody else put “1200.00” here meanwhile').waitFor();
    await page.getByText('Negotiating', { exact: true }).click();
    await change({ status: 'None' });
    await page.getByRole('button', { name: 'Save sale' }).click();
    await page.getByText('Somebody else put “None” here meanwhile').waitFor();
    await soon(() => page.getByLabel('Negotiating').evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
    await page.getByRole('button', { name: 'Save sale' }).click();
    await page.waitForURL(`**${SALES_LIST}`);
    await rowOf(page, /Barn.*\$1,500\.00.*Negotiating/).waitFor();
  });

  test('that could not be deleted stays, and the page says so', { tags: ['spec-8.28'] }, async () => {
    const { page, api, sale } = await editing(3, { name: 'Shed' });
    await page.getByRole('link', { name: 'Back to the sale' }).click();
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    };
    // With another date it is another sale.
    await page.route('**/api/sales/delete/*', (route) =>
      route.continue({ postData: 'entryDate=2020-01-01' }),
    );
    await remove();
    await banner(page).getByText('Could Not delete sale').waitFor();
    await page.unroute('**/api/sales/delete/*');
    await page.route('**/api/sales/delete/*', (route) => route.abort());
    await remove();
    await banner(page).getByText('failed delete').waitFor();
    await heading(page, 'Shed');
    // Deleted elsewhere, its screen says so by itself.
    await api.delete(`/api/sales/delete/${sale.id}`, { entryDate: sale.entry_date });
    await banner(page).getByText('This sale does not exist').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'My Sales' }).click();
    await heading(page, 'My Sales');
  });
});
