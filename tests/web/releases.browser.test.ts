import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { isWhole, look } from '#tests/support/browser/screen-steps.ts';
import { breakReads } from '#tests/support/servers/break-database.ts';

/** What the program logs. */
const logged: { msg?: string; correlationId?: string; route?: string }[] = [];
const write = (line: string) => void logged.push(JSON.parse(line));
const world = browserWorld({ log: pino({ level: 'error' }, { write }) });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const releaseOf = (page: Page) => page.locator('meta[name="release"]').getAttribute('content');

/** Goes to My Sales, or from there to the dashboard. */
async function nextScreen(page: Page): Promise<void> {
  const isThere = new URL(page.url()).pathname === '/layout/mysales';
  const [name, title] = isThere ? ['Dashboard', 'Dashboard'] : ['Sales', 'My Sales'];
  await menu(page).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

/** The first pages, so many, say that they are of a former release. `loads` counts all pages. */
async function servesFormer(page: Page, pages: number) {
  await page.addInitScript((most) => {
    const loads = Number(sessionStorage.getItem('loads') ?? 0) + 1;
    sessionStorage.setItem('loads', String(loads));
    document.addEventListener('readystatechange', () => {
      const release = document.querySelector('meta[name="release"]');
      if (loads <= most) release?.setAttribute('content', 'former');
    });
  }, pages);
  return { loads: () => page.evaluate(() => Number(sessionStorage.getItem('loads'))) };
}

/** Resolves when the server has said which release it serves. */
function told(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (`${payload}`.includes('"release"')) resolve();
    }),
  );
  return promise;
}

const hasMoved = (page: Page) =>
  expect.poll(() => releaseOf(page).catch(() => 'former')).toMatch(/^[0-9a-f]{12}$/);

test('a page of a former release moves to the new one with the next screen, and nothing typed is lost', async () => {
  const { page } = await world.openAs(world.people[0]);
  const seen = await servesFormer(page, 1);
  await page.goto('/layout/newsale');
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await releaseOf(page)).toBe('former');
  await page.getByLabel('Name', { exact: true }).fill('Half typed');
  await expect.poll(() => nextScreen(page).then(seen.loads)).toBe(2);
  await hasMoved(page);
  await page.goto('/layout/newsale');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed');
});

test('while two releases answer at one address, a page is not loaded for ever', async () => {
  const { page } = await world.openAs(world.people[1]);
  const seen = await servesFormer(page, 100);
  await page.goto('/layout/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  await expect.poll(() => nextScreen(page).then(seen.loads)).toBe(2);
  for (let screens = 0; screens < 4; screens++) {
    await page.getByText('Live', { exact: true }).waitFor();
    await nextScreen(page);
  }
  expect(await seen.loads()).toBe(2);
});

test('a wall moves to the new release within a minute, by itself', async () => {
  const { page } = await world.openAs(world.team.manager);
  await servesFormer(page, 1);
  await page.clock.install();
  const isTold = told(page);
  await page.goto('/layout/wall');
  await isTold;
  for (let second = 0; second < 60; second += 10) await page.clock.runFor(10_000).catch(() => undefined);
  await hasMoved(page);
});

test('a page at rest moves five minutes after the last touch, by itself', async () => {
  const { page } = await world.openAs(world.people[3], { isNew: true });
  const seen = await servesFormer(page, 1);
  await page.clock.install();
  const [isTold, isWhole] = [told(page), page.waitForResponse(/after-start/)];
  await page.goto('/layout/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  await Promise.all([isTold, isWhole]);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  for (const _touch of [1, 2]) {
    await page.clock.runFor(290_000);
    expect(await seen.loads()).toBe(1);
    await page.keyboard.press('Shift');
  }
  await page.clock.runFor(300_000).catch(() => undefined);
  await hasMoved(page);
});

test('a page in the background moves at once, but not while unsaved work would be lost', async () => {
  const { page } = await world.openAs(world.team.manager);
  await servesFormer(page, 1);
  await page.goto('/layout/addgoal');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Half typed');
  await isWhole(page);
  await look(page, 'hidden');
  await look(page, 'visible');
  expect(await releaseOf(page)).toBe('former');
  await page.getByLabel('Name', { exact: true }).fill('');
  await look(page, 'hidden');
  await hasMoved(page);
});

test('a page that slept in the background moves when it is shown again, before it is touched', async () => {
  const { page, context } = await world.openDashboard(world.people[4], { isNew: true, worker: true });
  const kept = () => page.evaluate(async () => (await (await caches.open('tallyboard-files')).keys()).length);
  await isWhole(page);
  await expect.poll(kept).toBeGreaterThan(20);
  await servesFormer(page, 1);
  await context.setOffline(true);
  await page.reload();
  await isWhole(page);
  await look(page, 'hidden');
  await look(page, 'visible');
  expect(await releaseOf(page)).toBe('former');
  await context.setOffline(false);
  await hasMoved(page);
});

test('a screen whose file is gone comes as a page of the new release, not as an error', async () => {
  const { page } = await world.openDashboard(world.team.manager);
  // The route stays: lifted with its first request, it could drop requests of the reload, which follows at once.
  let isGone = true;
  await page.route('**/assets/all-goals*.js', (route) => {
    const served = isGone ? route.abort() : route.continue();
    isGone = false;
    return served;
  });
  await menu(page).getByRole('link', { name: 'Goals' }).click();
  await page.getByRole('heading', { name: 'All Goals' }).waitFor();
});

test('a failure in the page reaches the server with the release and the screen, once', async () => {
  const { page } = await world.openDashboard(world.people[2]);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postData() ?? '');
  });
  const answered = page.waitForResponse('**/api/client-errors');
  await page.evaluate(() => {
    for (let time = 0; time < 3; time++)
      setTimeout(() => {
        throw new TypeError('a planted failure');
      });
  });
  expect((await answered).status()).toBe(200);
  const report = new URLSearchParams(reports[0]);
  expect(report.get('message')).toBe('a planted failure');
  expect(report.get('screen')).toBe('/layout/dashboard');
  expect(report.get('release')).toBe(await releaseOf(page));
  expect(reports).toHaveLength(1);
});

test('the report of a screen that fails has the release, and the id under which the server logged its last failure', async () => {
  // Not by the dashboard, which reads the goals, too.
  const { page } = await world.openAt('/layout/mysales', world.team.manager);
  await page.getByText('Live', { exact: true }).waitFor();
  const mend = await breakReads(world.program.core.database.owner, 'goals');
  // A reply of the second before is still good.
  const reads = await world.signIn(world.team.manager);
  await expect.poll(async () => (await reads.get('/api/goals/getgoals/all')).status).toBe(500);
  await menu(page).getByRole('link', { name: 'Goals' }).click();
  await page.getByText('error while fetching goals').waitFor();
  await mend();
  await page.evaluate(() =>
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        throw new TypeError('a broken screen');
      },
    }),
  );
  const answered = page.waitForResponse('**/api/client-errors');
  await menu(page).getByRole('link', { name: 'Campaigns' }).click();
  await page.getByText('This screen could not be shown').waitFor();
  expect((await answered).status()).toBe(200);
  const failure = logged.findLast(({ msg }) => msg === 'request failed');
  expect(failure).toMatchObject({ route: '/api/goals/getgoals/all', correlationId: expect.any(String) });
  const { correlationId } = failure ?? {};
  const report = logged.findLast(({ msg }) => msg === 'a page of the web app failed');
  const release = await releaseOf(page);
  const screen = '/layout/allcampaigns';
  expect(report).toMatchObject({ message: 'a broken screen', screen, release, correlationId });
});
