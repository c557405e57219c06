import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { drawnWith, openCounted } from '#tests/support/browser/drawn-rows.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { HttpClient, HttpReply } from '#tests/support/servers/http-client.ts';
import { paths, pathTo, replayPath } from '../../web/src/kit/paths.ts';

const world = browserWorld();
let manager: HttpClient;
let seller: HttpClient;
let goalId = '';
let aidId = '';

const sellerId = () => world.people[5]?.employeeId ?? '';
/** In the order of the list. */
const leaverIds = () =>
  [world.people[0], world.people[1], world.people[6]]
    .flatMap((person) => person ?? [])
    .sort((one, other) => one.firstName.localeCompare(other.firstName))
    .map(({ employeeId }) => employeeId);
const leaverId = () => leaverIds()[2] ?? '';
const campaignId = () => world.team.company.campaigns[0]?.campaignId ?? '';
const keysOn = (page: Page) =>
  page
    .getByRole('table')
    .first()
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.key ?? ''));

const done = async (reply: Promise<HttpReply>): Promise<void> => {
  const { status, body } = await reply;
  expect({ status, body }).toMatchObject({ status: 200 });
};

beforeAll(async () => {
  manager = await world.signIn(world.team.manager);
  seller = await world.signIn(world.people[5]);
  for (const name of ['Brisk', 'Calm']) {
    await done(manager.post('/api/goals/addgoal', { name, hourlySales: '2', hourlyDecisions: '0' }));
    await done(manager.post('/api/jobaids/addjobaid', { name, url: 'https://aids.example/' }));
  }
  const employeeId = sellerId();
  for (const day of ['01', '02']) {
    const shift = { employeeId, loginDate: `2026-01-${day}`, shiftDuration: 8, loginTime: '09:00' };
    await done(manager.patch('/api/employees/edit/shiftDuration/manager', shift));
  }
  // So that the goal of the company has two campaigns, and the campaign two people.
  const form = { employeeRole: 'sales associate', campaignId: campaignId() };
  await done(manager.patch(`/api/employees/editemployee/${employeeId}`, form));
  const [goals, aids] = await Promise.all(
    ['goals/getgoals/all', 'jobaids/getjobaids'].map((list) => manager.get(`/api/${list}`)),
  );
  goalId = goals?.body.requestedData.find(({ name }: { name: string }) => name === 'Steady').id;
  aidId = aids?.body.requestedData.find(({ name }: { name: string }) => name === 'Brisk').id;
  for (const id of leaverIds().slice(0, 2)) await done(manager.delete(`/api/employees/delete/${id}`));
});

const renumberSeller = (employeeNumber: string) => {
  const form = { employeeNumber, employeeRole: 'sales associate', campaignId: campaignId() };
  return done(manager.patch(`/api/employees/editemployee/${sellerId()}`, form));
};
const editCampaign = (commission: number) =>
  done(manager.patch(`/api/campaigns/editcampaign/${campaignId()}`, { commission }));

test.each<[string, () => string, () => string, () => Promise<void>]>([
  ['All Employees', () => paths.allEmployees, sellerId, () => renumberSeller('Z-1')],
  [
    'Former Employees',
    () => `${paths.allEmployees}?former=yes`,
    leaverId,
    () => done(manager.delete(`/api/employees/delete/${leaverId()}`)),
  ],
  ['All Campaigns', () => paths.allCampaigns, campaignId, () => editCampaign(21)],
  [
    'the people of a campaign',
    () => pathTo(paths.campaign, campaignId()),
    sellerId,
    () => renumberSeller('Z-2'),
  ],
  [
    'All Goals',
    () => paths.allGoals,
    () => goalId,
    () => done(manager.patch(`/api/goals/editgoal/${goalId}`, { hourlySales: '3' })),
  ],
  ['the campaigns of a goal', () => pathTo(paths.goal, goalId), campaignId, () => editCampaign(22)],
  [
    'All Job Aids',
    () => paths.allJobAids,
    () => aidId,
    () =>
      done(manager.patch(`/api/jobaids/edit/${aidId}`, { name: 'Brisk', url: 'https://aids.example/new' })),
  ],
])('a change redraws its row in %s, and no other', async (_name, path, key, change) => {
  const { page, drawn } = await openFor(manager, path());
  await drawn.taken();
  await change();
  expect(await drawnWith(drawn, key())).toEqual([key()]);
  expect((await keysOn(page)).length).toBeGreaterThan(1);
});

test('an own sale redraws the shift of today in My Shifts, and no other', async () => {
  const { page, drawn } = await openFor(seller, paths.myShifts);
  const [today = '', ...earlier] = await keysOn(page);
  expect(earlier).toHaveLength(2);
  await drawn.taken();
  await sell();
  expect(await drawnWith(drawn, today)).toEqual([today]);
});

test('an edit of the seller redraws its row in the sales of an employee, and no other', async () => {
  const { body } = await seller.get('/api/sales/getsales/all');
  const { id } = body.requestedData.find((sale: { status: string }) => sale.status === 'Closed');
  const { page, drawn } = await openFor(manager, pathTo(paths.employeeSales, sellerId()));
  expect((await keysOn(page)).length).toBeGreaterThan(1);
  await drawn.taken();
  await done(seller.patch(`/api/sales/editsale/${id}`, { status: 'Closed', price: '778' }));
  expect(await drawnWith(drawn, id)).toEqual([id]);
});

test('a sign-in adds a row to the own sessions, and redraws no other', async () => {
  const { page, drawn } = await openFor(seller, paths.myProfile);
  const before = await keysOn(page);
  await drawn.taken();
  await world.signIn(world.people[5]);
  await soon(async () => (await keysOn(page)).length).toBe(before.length + 1);
  const [added = ''] = (await keysOn(page)).filter((key) => !before.includes(key));
  expect(await drawnWith(drawn, added)).toEqual([added]);
});

test('a step of the replay to a sale redraws the row of its seller, and no other', async () => {
  await sell();
  await sell();
  const today = localDate(new Date().toISOString(), DAYTIME_ZONE);
  const { page, drawn } = await openFor(manager, replayPath(today), 'Play');
  await page.keyboard.press('End');
  await soon(async () => (await keysOn(page)).length).toBeGreaterThan(2);
  await drawn.taken();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await drawnWith(drawn, sellerId())).toEqual([sellerId()]);
});

/** Too small to overtake anyone. */
async function sell(): Promise<void> {
  const form = {
    name: 'A sale',
    campaignId: campaignId(),
    employeeId: sellerId(),
    price: 1,
    status: 'Closed',
  };
  await done(seller.post('/api/sales/addsale', form));
}

async function openFor(who: HttpClient, path: string, shows?: string) {
  const { page } = await world.openAs(who);
  return { page, drawn: await openCounted(page, path, shows) };
}
