import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';

type Stored = Readonly<Record<'localStorage' | 'sessionStorage', Readonly<Record<string, string>>>>;

const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'browser-storage.json'), 'utf8')) as Stored;
const world = browserWorld();

/** The tab of a person whose browser holds what the older version stored. */
async function returning(page: Page): Promise<void> {
  await page.goto('/login');
  await page.evaluate(({ localStorage: local, sessionStorage: session }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, stored);
}

test('a browser keeps the choices that the older version stored', { tags: ['spec-3.22'] }, async () => {
  const { page, complaints } = await world.openAs(world.people[2]);
  await returning(page);
  await page.goto('/layout/dashboard');
  await page.getByTestId('commission-total').getByText('$').waitFor();
  expect(await page.getByText('Press a number with dots below it').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await page.keyboard.press('n');
  await page.getByTitle('Your menu').click();
  expect(await page.getByLabel('Single-key shortcuts').isChecked()).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/layout/dashboard');

  await page.goto('/layout/wall');
  await soon(() => page.getByRole('main').getAttribute('data-theme')).toBe('light');

  await page.goto('/privacy-policy');
  await page.getByRole('button', { name: 'Change cookie preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie preferences' });
  expect(await dialog.getByRole('checkbox', { name: 'Analytics' }).isChecked()).toBe(true);
  expect(await dialog.getByRole('checkbox', { name: 'Marketing' }).isChecked()).toBe(false);
  expect(await page.getByRole('region', { name: 'Cookie consent' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a tab goes on with the reset and the registration that it began with the older version', async () => {
  const { page, complaints } = await world.open();
  await returning(page);
  for (const [path, email] of [
    ['/verifyotp', 'Chl6@northlight.test'],
    ['/email-verification', 'grace@hopper.test'],
  ] as const) {
    await page.goto(path);
    await page.getByText(email).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(complaints).toEqual([]);
});

test('a sale that an older version left waiting is sent', async () => {
  const person = world.people[3];
  const client = await world.signIn(person);
  const { page } = await world.openAs(client);
  const [{ campaign_id: campaignId }] = (await client.get('/api/campaigns/getcampaigns/all')).body
    .requestedData;
  const draft = { name: 'Left waiting', campaignId, price: '100', discount: '0', status: 'Closed' };
  const texts = { customerNumber: '', details: '' };
  const sale = {
    ...{ key: 'older', madeAt: new Date().toISOString(), forecast: 10, refusal: null },
    body: { ...draft, ...texts, employeeId: person?.employeeId },
    draft: { ...draft, ...texts, employeeId: '', detailsCut: false },
  };
  await page.goto('/login');
  const place = `tallyboard.outbox.${person?.employeeId}`;
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    place,
    JSON.stringify([sale]),
  ] as const);
  await page.goto('/layout/newsale');
  const sales = async () => (await client.get('/api/sales/getsales/all?search=waiting')).body.requestedData;
  await soon(sales).toHaveLength(1);
  await soon(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('outbox');
});
