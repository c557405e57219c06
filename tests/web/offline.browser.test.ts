import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { getDailyLogs } from '#contracts/endpoints/logs.endpoints.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { signInAs } from '#tests/support/browser/chromium.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';

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

test('the app can be installed; on a full disk, where nothing more can be kept, it works with the network', async () => {
  const { page, context, complaints } = await world.openDashboard(world.people[2], OPTIONS);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A browser window of a test is never one to install from.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
  await expect.poll(() => isKept(page)).toBe(true);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 });
  // Nothing is left of it, so each file comes from the network again.
  const left = await page.evaluate(async () => {
    const kept = await caches.open('tallyboard-files');
    await Promise.all((await kept.keys()).map((file) => kept.delete(file)));
    return kept.put('/probe', new Response('x'.repeat(1e6))).catch((error: Error) => error.name);
  });
  expect(left).toBe('QuotaExceededError');
  for (const path of ['/layout/mysales', '/layout/dashboard', '/layout/myshifts']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  expect(complaints).toEqual([]);
});

test('the app opens without a network; a sale survives that and is sent; logging out leaves nothing', async () => {
  const { page, context } = await world.openDashboard(world.people[1], OPTIONS);
  await expect.poll(() => isKept(page)).toBe(true);
  const text = (id: string) => () => page.getByTestId(id).textContent();
  const onBoard = () => page.getByRole('row', { name: /Liam/ }).getByRole('cell').last().textContent();
  const names = () => page.evaluate(() => Object.keys(localStorage).join());
  await soon(names).toContain(getDailyLogs.path);
  const [today, total] = [await onBoard(), await text('commission-total')()];
  await page.goto('/layout/mysales');
  await soon(text('total-commission')).toBe(total);
  await page.goto('/layout/myshifts');
  await soon(text('report-commission')).toBe(total);
  await context.setOffline(true);
  const openAway = async (path: string) => {
    await page.goto(path);
    await page.getByRole('status').getByText('There is no network').waitFor();
  };
  await openAway('/layout/dashboard');
  await page.getByText(/Figures as of .+ \d{4} at /).waitFor();
  await soon(onBoard).toBe(today);
  await soon(text('commission-total')).toBe(total);
  await openAway('/layout/mysales');
  await soon(text('total-commission')).toBe(total);
  await openAway('/layout/myshifts');
  await soon(text('report-commission')).toBe(total);
  await openAway('/layout/alljobaids');
  await page.getByText('There is no connection, so this was not loaded').waitFor();
  expect(await page.getByText('Please correct').count()).toBe(0);
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

test('the app opens on a silent network, too, and the server takes over when the line is back', async () => {
  const proxy = await startTcpProxy(new URL(world.program.url));
  onTestFinished(proxy.close);
  const liam = await world.open(OPTIONS, proxy.url);
  await signInAs(liam, world.people[1]?.email);
  const { page } = liam;
  await expect.poll(() => isKept(page)).toBe(true);
  const today = await page.getByTestId('commission-total').textContent();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain(getDailyLogs.path);
  proxy.hush();
  await page.goto('/layout/dashboard');
  await page.getByText('Hello, Liam').waitFor();
  await page.getByText(/Figures as of .+ \d{4} at /).waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
  proxy.speak();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText(/Figures as of/).waitFor({ state: 'hidden' });
  await soon(() => page.getByTestId('commission-total').textContent()).toBe(today);
});
