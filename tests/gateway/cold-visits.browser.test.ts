import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';

const world = browserWorld();

/** Longer than the billboard waits for its first load, and the live connection for its snapshots. */
const SETTLED_MS = 2500;

/** The calls that a page makes from now on, each as often as it is made. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return calls;
}

const repeated = (calls: readonly string[]) => calls.filter((each, index) => calls.indexOf(each) !== index);

const personPath = (end: string) => `/layout/allemployees/employee/${end}${world.people[1]?.employeeId}`;

test.each([
  ['My Sales', () => '/layout/mysales', 'My Sales', 'GET /api/sales/getsales/all'],
  ['My Shifts', () => '/layout/myshifts', 'My Shifts', 'GET /api/logs/getlogs'],
  ['the dashboard', () => '/layout/dashboard', 'Daily Billboard', 'GET /api/logs/getchartdata'],
  ['the wall', () => '/layout/wall', '', 'GET /api/campaigns/getcampaigns/all'],
  ['an employee', () => personPath(''), 'Liam Tremblay', 'GET /api/logs/getchartdata'],
  ['a report', () => personPath('report/'), 'Liam Tremblay', 'GET /api/logs/getlogs'],
])('a cold visit of %s loads each thing once', async (_name, path, heading, call) => {
  const { page } = await world.openAs(world.team.manager);
  const calls = watchCalls(page);
  await page.goto(path());
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await expect.poll(() => calls.filter((each) => each.startsWith(call)).length).toBe(1);
  await page.waitForTimeout(SETTLED_MS);
  expect(repeated(calls)).toEqual([]);
});

test('the refresh of a rate that changed nothing loads nothing again', async () => {
  const manager = await world.signIn(world.team.manager);
  const { page } = await world.openAs(manager);
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(`${payload}`)));
  const calls = watchCalls(page);
  await page.goto('/layout/myshifts');
  await page.getByText('Live', { exact: true }).waitFor();
  const tells = (topic: string) => () => heard.filter((each) => each.includes(`"${topic}"`)).length;
  for (const topic of ['billboard', 'own figures', 'days'])
    await expect.poll(tells(topic)).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  for (const topic of ['billboard', 'own figures']) {
    const before = tells(topic)();
    await manager.patch('/api/sales/update/salesperhour');
    await expect.poll(tells(topic)).toBeGreaterThan(before);
  }
  // News is applied with the next frame.
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  expect(repeated(calls)).toEqual([]);
});

test('an employee that was opened before shows at once', async () => {
  const { page } = await world.openAt('/layout/allemployees', world.team.manager);
  const open = async (name: string) => {
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByText('Employee Number').waitFor();
  };
  await open('Liam Tremblay');
  await page.goBack();
  await open('Sofia Marchetti');
  await page.goBack();
  // No answer comes any more: what is shown was kept.
  await page.route('**/api/employees/**', () => undefined);
  await open('Liam Tremblay');
});

test('an open form follows a changed rate', async () => {
  const { team } = world;
  const seller = await world.openAs(world.people[0]);
  const { page } = seller;
  const board = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => `${payload}`.includes('"billboard"')),
    );
  await page.goto('/layout/newsale');
  await page.getByLabel('Price', { exact: true }).fill('1000');
  await page.getByText('× 12%').waitFor();
  await board;
  const manager = await world.signIn(team.manager);
  const campaignId = team.company.campaigns[0]?.campaignId ?? '';
  await manager.patch(`/api/campaigns/editcampaign/${campaignId}`, { commission: 20 });
  await page.getByText('× 20%').waitFor({ timeout: MAX_WAIT_MS });
});
