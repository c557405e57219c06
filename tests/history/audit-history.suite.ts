import { readFile } from 'node:fs/promises';
import type { Download, Page, WebSocketRoute } from 'playwright-core';
import { expect, test } from 'vitest';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { look, soon } from '#tests/support/browser/screen-steps.ts';

/** An entry of a history, by its title. */
const entry = (page: Page, title: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, level: 3 }) });
const entries = (page: Page) => entry(page, /./);

const textOf = async (file: Download) => await readFile((await file.path()) ?? '', 'utf8');

/** The history: of the company, of one subject, and live. */
export function auditHistory(world: BrowserWorld): void {
  test('a sale shows its history with values before and after, also once deleted; each entry leads to its moment', async () => {
    const seller = world.people[5];
    const client = await world.signIn(seller);
    const { campaign_id } = (await client.get('/api/campaigns/getcampaigns/all')).body.requestedData[0];
    const sale = { name: 'Corner shop', campaignId: campaign_id, price: '1000', status: 'Lead' };
    await client.post('/api/sales/addsale', sale);
    const [{ id, entry_date }] = (await client.get('/api/sales/getsales/all')).body.requestedData;
    await client.patch(`/api/sales/editsale/${id}`, { price: '1500.50', status: 'Closed' });

    const { page, complaints } = await world.openAs(client);
    await page.goto(`/layout/mysales/sale/${id}`);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History of Corner shop' }).waitFor();
    const edited = entry(page, 'Price and status changed').or(entry(page, 'Status and price changed'));
    await edited.getByText(`${seller?.firstName} ${seller?.lastName} in the app`).waitFor();
    await soon(() => edited.locator('dl').first().innerText()).toMatch(/\$1,000\.00[\s\S]+\$1,500\.50/);
    await edited.getByText('What stayed as it was').click();
    await edited.getByText('Sold by').waitFor();
    expect(await entries(page).getByRole('heading').allTextContents()).toEqual([
      'Sale recorded',
      await edited.getByRole('heading').innerText(),
    ]);

    // The state when it was recorded.
    await entry(page, 'Sale recorded').getByRole('link', { name: 'The sale as of then' }).click();
    await page.waitForURL(/\/mysales\/sale\/.+\?as-of=@\d+$/);
    await page.getByRole('heading', { name: 'Corner shop', exact: true }).waitFor();
    await page.getByText('$1,000.00').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'History of Corner shop' }).waitFor();

    expect(complaints).toEqual([]);

    // A deleted sale still has its history, and its page says so.
    await client.delete(`/api/sales/delete/${id}`, { entryDate: entry_date });
    await page.goto(`/layout/mysales/sale/${id}`);
    await page.getByText('This sale does not exist').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await entry(page, 'Sale deleted').waitFor();

    // Only managers read the history of other people.
    const other = await world.openAs(world.people[6]);
    await other.page.goto(`/layout/history/sale/${id}`);
    await other.page.getByText('This sale does not exist').waitFor();
    const boss = await world.openAs(world.team.manager);
    await boss.page.goto(`/layout/history/sale/${id}`);
    await entry(boss.page, 'Sale deleted').waitFor();
  });

  test('the company’s history: filters in the address, new entries on top, pages, and a file of everything', async () => {
    const [manager, seller] = [await world.signIn(world.team.manager), await world.signIn(world.people[7])];
    const { campaign_id } = (await seller.get('/api/campaigns/getcampaigns/all')).body.requestedData[0];
    const sell = (name: string) =>
      seller.post('/api/sales/addsale', { name, campaignId: campaign_id, price: '200', status: 'Closed' });

    // More than one page.
    for (let at = 0; at < 50; at += 10)
      await Promise.all(Array.from({ length: 10 }, (_, more) => sell(`Lead ${at + more}`)));

    const { page, complaints } = await world.openAs(manager);
    const connections: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/ws\/audit/, (connection) => {
      connection.connectToServer();
      connections.push(connection);
    });
    await page.goto('/layout/dashboard');
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByText('New events appear on top').waitFor();

    // New events show without a reload, with the names of their actors.
    await sell('Seen live');
    const live = entry(page, 'Sale recorded: Seen live');
    await live.getByText('Mateo Álvarez-Castellanos').first().waitFor();
    expect(await entries(page).first().innerText()).toContain('Seen live');

    // Switched off, the list stays as it is; a hidden tab gets nothing. Afterwards nothing is missing.
    await page.getByLabel('Live', { exact: true }).uncheck();
    await sell('While it was off');
    await page.getByText('Off: the list stays as it is').waitFor();
    expect(await entry(page, /While it was off/).count()).toBe(0);
    await page.getByLabel('Live', { exact: true }).check();
    await entry(page, /While it was off/).waitFor();
    await look(page, 'hidden');
    await page.getByText('Paused while nobody looks').waitFor();
    await sell('Sold while hidden');
    await look(page, 'visible');
    await entry(page, /Sold while hidden/).waitFor();
    await connections.at(-1)?.close({ code: 1012 });
    await sell('Without a connection');
    await entry(page, /Without a connection/).waitFor();
    expect(await entry(page, /Seen live/).count()).toBe(1);

    const shown = await entries(page).count();
    await page.getByRole('button', { name: 'Show more' }).click();
    await entries(page).nth(shown).waitFor();

    // Filtered: the address has the filter, a reload and the file keep it.
    await page.getByLabel('Kind').selectOption({ label: 'Campaigns' });
    await page.waitForURL(/kind=campaign/);
    await entry(page, 'Campaign added: Solar Roofs').waitFor();
    await page.getByLabel('Campaign', { exact: true }).selectOption({ label: 'Heat Pumps' });
    await page.waitForURL(/[?&]campaign=/);
    await page.reload();
    await entry(page, 'Campaign added: Heat Pumps').waitFor();
    await soon(() => entries(page).count()).toBe(1);
    const csv = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    const file = await csv;
    expect(file.suggestedFilename()).toBe('history.csv');
    const text = await textOf(file);
    expect(text).toContain('Heat Pumps');
    expect(text).not.toContain('Seen live');
    const lines = page.waitForEvent('download');
    await page.getByRole('link', { name: 'JSON Lines' }).click();
    const [line = ''] = (await textOf(await lines)).trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({ title: 'Campaign added', subject: { name: 'Heat Pumps' } });

    // Of one person, who is found by typing.
    const person = page.getByLabel('Person', { exact: true });
    await soon(() => person.inputValue()).toBe('Everybody');
    await person.fill('castellanos mateo');
    await person.press('Enter');
    await page.waitForURL(/[?&]person=/);
    await soon(() => person.inputValue()).toBe('Mateo Álvarez-Castellanos');
    await page.getByText('Nothing happened that fits').waitFor();
    await page.getByRole('button', { name: 'Clear Person' }).click();
    await page.waitForURL((address) => !address.searchParams.has('person'));
    await entry(page, 'Campaign added: Heat Pumps').waitFor();

    // No match; then everything again.
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('Nothing happened that fits').waitFor();
    await page.getByRole('button', { name: 'Show all' }).last().click();
    await entry(page, /Without a connection/).waitFor();
    await soon(() => new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
  });
}
