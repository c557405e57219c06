import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedCrowd } from '#tests/gateway/crowd.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { drawnWith, openCounted } from '#tests/support/browser/drawn-rows.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { paths, pathTo } from '../../web/src/kit/paths.ts';

const world = browserWorld();
let manager: HttpClient;
let crowd: readonly string[];

beforeAll(async () => {
  manager = await world.signIn(world.team.manager);
  crowd = await seedCrowd(world.program, world.team.company, 400);
});

const sell = (employeeId: string, price: number, status = 'Closed') => {
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  return manager.post('/api/sales/addsale', { name: 'A sale', campaignId, employeeId, price, status });
};

const bodyRows = (page: Page) => page.getByRole('table').first().locator('tbody tr');
const keysOn = (page: Page) =>
  bodyRows(page).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.key));

async function openFor(who: Parameters<typeof world.openAs>[0], path: string) {
  const { page } = await world.openAs(who);
  return { page, drawn: await openCounted(page, path) };
}

/** As when the person comes back to the page: every answer on the screen is fetched again. */
async function returnToPage(page: Page, answer: RegExp): Promise<void> {
  const fetched = page.waitForResponse(answer);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await fetched).finished();
  // The answer is in the cache and drawn two frames later.
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

test('the own row is in sight on a long board, and "No" is the rank in every order', async () => {
  const mateo = world.people[7]?.employeeId ?? '';
  await sell(crowd[10] ?? '', 1000);
  const { page } = await world.openDashboard(world.people[7]);
  const own = page.locator(`tr[data-key="${mateo}"]`);
  await own.getByText('You', { exact: true }).waitFor();
  const cells = () => own.getByRole('cell').allInnerTexts();
  const rank = (await cells())[0] ?? '';
  expect(Number(rank)).toBeGreaterThan(400);
  await page.getByText(`409 people, best commission first, you are no. ${rank}`).waitFor();
  // Those without a sale are in the order of their names.
  expect((await cells())[1]).toMatch(/^Mateo Álvarez-Castellanos You\s*level with no\. \d+$/);
  // Without scrolling, and under the last of the rows that are drawn.
  expect((await keysOn(page)).indexOf(mateo)).toBe(25);
  await soon(async () => {
    const box = await own.boundingBox();
    return box !== null && box.y + box.height;
  }).toBeLessThanOrEqual(900);

  for (const column of ['Campaign', 'Name', 'Commission']) {
    await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await page.getByText(new RegExp(`^Sorted by ${column}`)).waitFor({ state: 'attached' });
    expect((await cells())[0]).toBe(rank);
  }
  // In ascending order the best is not the first: the first has the last rank of those shown.
  await page.getByRole('columnheader', { name: 'Commission' }).getByRole('button').click();
  await soon(() => page.getByRole('columnheader', { name: 'Commission' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  expect(await bodyRows(page).first().getByRole('cell').first().innerText()).not.toBe('1');

  // A sale moves the own row into the list, and says what the next place takes.
  await page.getByRole('columnheader', { name: 'Commission' }).getByRole('button').click();
  await sell(mateo, 2000);
  await own.getByText(/^\$[\d,.]+ to no\. \d+$/).waitFor();
  expect((await keysOn(page)).indexOf(mateo)).toBeLessThan(25);
});

test('Back returns to the same place, order and filter', async () => {
  const { page } = await world.openAt(`${paths.allEmployees}?q=o`, world.team.manager);
  const row = bodyRows(page).nth(249);
  const number = page.getByRole('columnheader', { name: 'Employee Number' });
  await number.getByRole('button').click();
  await number.getByRole('button').click();
  await soon(() => number.getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: 'Show 200 more' }).click();
  await row.scrollIntoViewIfNeeded();
  const [name, drawn, scrolled] = [
    await row.innerText(),
    (await keysOn(page)).length,
    await page.evaluate(() => scrollY),
  ];
  expect(drawn).toBe(400);
  const isAsLeft = async () => {
    await soon(async () => (await keysOn(page)).length).toBe(drawn);
    expect(await row.innerText()).toBe(name);
    expect(await number.getAttribute('aria-sort')).toBe('descending');
    expect(new URL(page.url()).search).toBe('?q=o');
    await soon(() => page.evaluate(() => scrollY)).toBe(scrolled);
  };
  await row.getByRole('link').click();
  await page.getByText('Logged In At').waitFor();
  await page.goBack();
  await isAsLeft();
  // Also after a reload of the page behind it; another visit begins as usual.
  await row.getByRole('link').click();
  await page.getByText('Logged In At').waitFor();
  await page.reload();
  await page.getByText('Logged In At').waitFor();
  await page.goBack();
  await soon(async () => (await keysOn(page)).length).toBe(drawn);
  expect(await row.innerText()).toBe(name);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  await menu.getByRole('link', { name: 'Employees', exact: true }).click();
  await soon(async () => (await keysOn(page)).length).toBe(200);
  expect(await number.getAttribute('aria-sort')).toBeNull();
});

describe('a sale redraws the row that it changes, and no other', () => {
  test('on the billboard, in the order of the rank and in another one', async () => {
    const best = crowd[399] ?? '';
    const viewer = world.people[7]?.employeeId ?? '';
    await sell(best, 900_000);
    const { page, drawn } = await openFor(world.people[7], paths.dashboard);
    await soon(async () => (await keysOn(page))[0]).toBe(best);
    for (const column of [null, 'Commission', 'Name']) {
      if (column) await page.getByRole('columnheader', { name: column }).getByRole('button').click();
      // And one more where the own row is not among them.
      await soon(async () => (await keysOn(page)).length).toBeGreaterThanOrEqual(25);
      if (column === 'Name') {
        await page.getByRole('button', { name: 'Show 200 more' }).click();
        await page.getByRole('button', { name: 'Show 184 more' }).click();
        await soon(async () => (await keysOn(page)).length).toBe(409);
      }
      await drawn.taken();
      // A lead sends its row again and changes nothing in it, as does the refresh of the shell.
      await sell(viewer, 500, 'Lead');
      await sell(best, 1000);
      expect(await drawnWith(drawn, best)).toEqual([best]);
    }
  });

  test('in My Sales', async () => {
    const seller = world.people[5];
    const { page, drawn } = await openFor(seller, paths.mySales);
    const keys = await keysOn(page);
    expect(keys.length).toBeGreaterThan(2);
    const own = await world.signIn(seller);
    const listed = await own.get('/api/sales/getsales/all');
    const { id } = listed.body.requestedData.find((sale: { status: string }) => sale.status === 'Closed');
    await returnToPage(page, /getsales/);
    await drawn.taken();
    await own.patch(`/api/sales/editsale/${id}`, { status: 'Closed', price: '777' });
    expect(await drawnWith(drawn, id)).toEqual([id]);
  });

  test('in the report of an employee', async () => {
    const employeeId = world.people[3]?.employeeId ?? '';
    for (const day of ['01', '02', '03']) {
      const shift = { employeeId, loginDate: `2026-01-${day}`, shiftDuration: 8, loginTime: '09:00' };
      const { status } = await manager.patch('/api/employees/edit/shiftDuration/manager', shift);
      expect(status).toBe(200);
    }
    const { core, progress } = world.program;
    await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
    const all = `${pathTo(paths.employeeReport, employeeId)}?period=all`;
    const { page, drawn } = await openFor(world.team.manager, all);
    await soon(async () => (await keysOn(page)).length).toBe(4);
    const [newest = ''] = await keysOn(page);
    await drawn.taken();
    await sell(employeeId, 500);
    expect(await drawnWith(drawn, newest)).toEqual([newest]);
  });

  test('in My Team', async () => {
    const { employeeId = '' } = world.people[2] ?? {};
    const { employeeId: managerId } = world.team.manager;
    const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
    const form = { managerId, employeeRole: 'sales associate', campaignId };
    expect((await manager.patch(`/api/employees/editemployee/${employeeId}`, form)).status).toBe(200);
    await expectNoneDrawn(paths.myTeam, /getsubordinates/, employeeId);
  });

  test.each([
    ['All Employees', () => paths.allEmployees, /getemployees/],
    ['All Campaigns', () => paths.allCampaigns, /getcampaigns/],
    ['All Goals', () => paths.allGoals, /getgoals/],
    [
      'the sales of an employee',
      () => pathTo(paths.employeeSales, world.people[5]?.employeeId ?? ''),
      /getsales/,
    ],
  ])('in %s none, also when the list is fetched again', (_name, path, answer) =>
    expectNoneDrawn(path(), answer, crowd[0] ?? ''),
  );

  async function expectNoneDrawn(path: string, answer: RegExp, seller: string): Promise<void> {
    const { page, drawn } = await openFor(world.team.manager, path);
    await sell(seller, 100);
    await drawn.taken();
    await returnToPage(page, answer);
    expect(await drawn.taken()).toEqual([]);
  }
});
