import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();
const OPTIONS = { isNew: true, worker: true } as const;

/** The worker has the page, and the files of the screens that a person needs without a network. */
const isKept = (page: Page) =>
  page.evaluate(async () => {
    const urls = (await (await caches.open('tallyboard-files')).keys()).map(({ url }) => url);
    return ['add-sale.view', 'shell.view', 'guard.view'].every((name) =>
      urls.some((url) => url.includes(name)),
    );
  });

test('the app can be installed', async () => {
  const { page, context } = await world.openDashboard(world.people[0], OPTIONS);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A browser window of a test is never one to install from.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
});

test('the app opens without a network; a sale survives that and is sent; logging out leaves nothing', async () => {
  const { page, context } = await world.openDashboard(world.people[1], OPTIONS);
  await expect.poll(() => isKept(page)).toBe(true);
  const ownRow = page.getByRole('row', { name: /Liam/ });
  const commission = page.getByTestId('commission-total');
  await soon(() => commission.textContent()).toContain('$');
  const [row, total] = [await ownRow.textContent(), await commission.textContent()];
  await page.goto('/layout/mysales');
  await soon(() => page.getByTestId('total-commission').textContent()).toBe(total);
  await context.setOffline(true);
  for (const path of ['/layout/dashboard', '/layout/mysales', '/layout/alljobaids']) {
    await page.goto(path);
    await page.getByRole('status').getByText('There is no network').waitFor();
    if (path.endsWith('dashboard')) {
      await page.getByText(/Figures are as of .+ \d{4} at /).waitFor();
      await soon(() => ownRow.textContent()).toBe(row);
      await soon(() => commission.textContent()).toBe(total);
    } else if (path.endsWith('mysales')) {
      await page.getByText(/Figures are as of/).waitFor();
      await soon(() => page.getByTestId('total-commission').textContent()).toBe(total);
    } else await page.getByText('It comes when the connection is back').waitFor();
    expect(await page.getByText('Please correct').count()).toBe(0);
  }
  await page.goto('/layout/newsale');
  await page.getByText('Hello, Liam').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Sold in a tunnel');
  await page.getByRole('button', { name: 'Record sale' }).click();
  const outbox = page.getByRole('region', { name: 'Waiting on this device' });
  await outbox.getByText('Sold in a tunnel').waitFor();
  await page.reload();
  await outbox.getByText('Sold in a tunnel').waitFor();
  await context.setOffline(false);
  await outbox.waitFor({ state: 'hidden' });
  await page.getByTitle('Your menu').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(`${world.program.url}/`);
  await context.setOffline(true);
  await page.goto('/layout/newsale');
  await page.getByRole('heading', { name: 'Tallyboard does not answer' }).waitFor();
  expect(await page.content()).not.toContain('Liam');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('Liam');
});
