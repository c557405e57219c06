import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { signInAs } from '#tests/support/browser/chromium.ts';
import { openProfile } from '#tests/support/browser/launch-chromium.ts';
import { isWhole } from '#tests/support/browser/screen-steps.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';

const world = browserWorld();

const WORDS = 'You are signed out on this device. The server is told when there is a network.';

/** A line that can be cut. */
async function aLine() {
  const proxy = await startTcpProxy(new URL(world.program.url));
  onTestFinished(proxy.close);
  return proxy;
}

/** A browser whose profile outlives it, behind such a line. */
async function aDevice() {
  const proxy = await aLine();
  const profile = await mkdtemp(join(tmpdir(), 'tallyboard-device-'));
  let context: BrowserContext | null = null;
  onTestFinished(async () => {
    await context?.close();
    await rm(profile, { recursive: true, force: true });
  });
  return {
    proxy,
    async start(): Promise<{ page: Page; context: BrowserContext }> {
      await context?.close();
      context = await openProfile(profile, { baseURL: proxy.url });
      return { context, page: context.pages()[0] ?? (await context.newPage()) };
    },
  };
}

async function logOut(page: Page): Promise<void> {
  await page.getByTitle('Your menu').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
}

/** Signs a person in, until the app opens without a network. */
async function isAtHome(page: Page, email: string | undefined): Promise<void> {
  await signInAs({ page, context: page.context(), complaints: [] }, email);
  await isWhole(page);
  const files = () =>
    page.evaluate(async () =>
      (await (await caches.open('tallyboard-files')).keys()).map(({ url }) => url).join(),
    );
  for (const name of ['shell.view', 'landing.view', 'open-sign-out'])
    await expect.poll(files).toContain(name);
}

const sessionsOf = async (at: number) => {
  const api = await world.signIn(world.people[at]);
  const { body } = await api.get('/api/employees/sessions');
  await api.delete('/api/logout');
  return body.requestedData.length - 1;
};

/** Nothing on the page or in its storage is of this person. */
async function isForgotten(page: Page, name: string): Promise<void> {
  expect(await page.locator('body').textContent()).not.toContain(name);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain(name);
}

test('without a network a person logs out on this device at once; the server ends the session before the next person signs in', {
  tags: ['asvs-14.3.1'],
}, async () => {
  const device = await aDevice();
  let { page, context } = await device.start();
  await isAtHome(page, world.people[1]?.email);
  const other = await context.newPage();
  await other.goto('/layout/mysales');
  await other.getByText('Hello, Liam').waitFor();
  const before = await sessionsOf(1);
  await device.proxy.cut();
  await logOut(page);
  for (const [tab, path] of [
    [page, '/'],
    [other, '/login'],
  ] as const) {
    await tab.waitForURL((url) => url.pathname === path);
    await tab.getByText(WORDS).waitFor();
    await isForgotten(tab, 'Liam');
  }
  // Neither a reload nor a restart shows them again.
  await page.goto('/layout/dashboard');
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByText(WORDS).waitFor();
  ({ page, context } = await device.start());
  await page.goto('/layout/dashboard');
  await page.waitForURL((url) => url.pathname === '/login');
  await isForgotten(page, 'Liam');
  expect(await sessionsOf(1)).toBe(before);

  // An open page asks every 5 s, also in vain.
  await page.close();
  const calls: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  page = await context.newPage();
  await device.proxy.mend();
  await page.goto('/layout/dashboard');
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByText(WORDS).waitFor({ state: 'hidden' });
  expect(calls[0]).toBe('DELETE /api/logout');
  expect(calls).not.toContain('PATCH /api/sales/update/salesperhour');
  expect(await sessionsOf(1)).toBe(before - 1);
  await signInAs({ page, context, complaints: [] }, world.people[2]?.email);
  await page.getByText('Hello, Priya').waitFor();
  expect(calls.filter((call) => call === 'DELETE /api/logout')).toHaveLength(1);
});

test('on a silent network, too; sales that wait are named first, and stay for their person', async () => {
  const proxy = await aLine();
  const { page, context } = await world.open({ isNew: true, worker: true }, proxy.url);
  await isAtHome(page, world.people[1]?.email);
  await page.goto('/layout/newsale');
  await page.getByText('Live', { exact: true }).waitFor();
  await context.setOffline(true);
  await page.getByLabel('Name', { exact: true }).fill('Sold in a tunnel');
  await page.getByRole('button', { name: 'Record sale' }).click();
  await page.getByRole('region', { name: 'Waiting on this device' }).getByText('Sold in a tunnel').waitFor();
  proxy.hush();
  await context.setOffline(false);
  const question = page.getByRole('dialog', { name: '1 sale waits on this device' });
  await logOut(page);
  await question.getByText('It is sent only after your next login here.').waitFor();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await page.getByText('Hello, Liam').waitFor();
  await logOut(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByText(WORDS).waitFor();
  proxy.speak();
  await page.getByText(WORDS).waitFor({ state: 'hidden' });
  await signInAs({ page, context, complaints: [] }, world.people[2]?.email);
  await page.getByText('Hello, Priya').waitFor();
  expect(await page.getByText('1 sale waits').count()).toBe(0);
  await logOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await signInAs({ page, context, complaints: [] }, world.people[1]?.email);
  await page.goto('/layout/mysales');
  await page.getByRole('link', { name: 'Sold in a tunnel', exact: true }).waitFor();
});
