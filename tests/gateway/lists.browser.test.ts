import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { tagsOfWrites } from '../../web/src/api/cache/invalidate-after-writes.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { paySteps } from './seen-pay-writes.ts';
import {
  type Ids,
  listSteps,
  otherSteps,
  SESSION_WRITES,
  type Step,
  subscriptionSteps,
  UNSEEN,
} from './seen-writes.ts';

const world = browserWorld();

const main = (page: Page) => page.getByRole('main');

/** By the router, as a click does: the connection stays. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

async function take(steps: readonly Step[], page: Page, boss: HttpClient): Promise<void> {
  const ids: Ids = { goal: '', campaign: '', employee: '', aid: '', sale: '', import: '' };
  for (const { write, screen, act, text, goes, adds } of steps) {
    await goTo(page, typeof screen === 'string' ? screen : screen(ids));
    const shown = main(page)
      .getByText(text ?? '', { exact: false })
      .first();
    if (text && goes) await shown.waitFor();
    else await main(page).getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    const before = await main(page).textContent();
    const { status, body } = await act(boss, ids);
    expect([write, status], JSON.stringify(body)).toEqual([write, 200]);
    if (adds) ids[adds] = addedBy(body, adds);
    if (text) await shown.waitFor({ state: goes ? 'detached' : 'visible' });
    else await expect.poll(() => main(page).textContent(), { message: write }).not.toBe(before);
  }
}

function addedBy(body: unknown, adds: keyof Ids): string {
  const { requestedData, import: file } = body as {
    requestedData?: { id?: string; campaign_id?: string }[];
    import?: { id: string };
  };
  const row = requestedData?.at(adds === 'sale' ? -1 : 0);
  return file?.id ?? (adds === 'campaign' ? row?.campaign_id : row?.id) ?? '';
}

const seller = () => world.people[4];
const stepsFor = (clients: { seller: HttpClient; owner: HttpClient }) =>
  otherSteps(
    {
      id: seller()?.employeeId ?? '',
      email: seller()?.email ?? '',
      today: localDate(new Date().toISOString(), DAYTIME_ZONE),
      campaignId: world.team.company.campaigns[0]?.campaignId ?? '',
    },
    clients,
  );

describe('an open screen of another person learns of', () => {
  test('every write that changes a list', async () => {
    const { page } = await world.openDashboard(world.team.company.owner);
    await take(listSteps, page, await world.signIn(world.team.manager));
  });

  test('every write on sales, shifts and imports', async () => {
    const { owner } = world.team.company;
    const clients = { seller: await world.signIn(seller()), owner: await world.signIn(owner) };
    const { page } = await world.openDashboard(owner);
    await take(stepsFor(clients), page, await world.signIn(world.team.manager));
  });

  test('every write on the subscription, with its receipts', async () => {
    // Another company: without a subscription it can do nothing more.
    const { owner } = await world.program.seedCompany();
    const { page } = await world.openDashboard(owner);
    await take(subscriptionSteps, page, await world.signIn(owner));
  });

  test('every write on pay', async () => {
    const company = await world.program.seedCompany({ managers: 1, associates: 1 });
    const owner = await world.signIn(company.owner);
    const { page } = await world.openDashboard(company.managers[0]);
    const today = localDate(new Date().toISOString(), 'UTC');
    const [associate] = company.associates;
    const employeeId = associate?.employeeId ?? '';
    const campaignId = company.campaigns[0]?.campaignId ?? '';
    const seller = await world.signIn(associate);
    await take(paySteps({ today, owner, seller, employeeId, campaignId }), page, owner);
  });

  test('each sign-in and sign-out of the same person', async () => {
    const person = world.people[6];
    const { page } = await world.openAt(paths.myProfile, person);
    const ends = page.getByRole('button', { name: /^Sign out/ });
    const sessions = async (count: number) => soon(() => ends.count()).toBe(count);
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    await page.waitForLoadState('networkidle');
    const alone = await ends.count();
    const elsewhere = await world.signIn(person);
    await expect.poll(() => ends.count()).toBeGreaterThan(alone);
    const two = await ends.count();
    await elsewhere.delete('/api/logout');
    await sessions(alone);
    const third = await world.signIn(person);
    await sessions(two);
    const { requestedData } = (await third.get('/api/employees/sessions')).body;
    const current = requestedData.find((session: { current: boolean }) => session.current);
    await third.delete(`/api/employees/sessions/${current.id}`);
    await sessions(alone);
  });

  test('no write is left out', () => {
    const none = {} as HttpClient;
    const ids = { employeeId: '', campaignId: '' };
    const payWrites = paySteps({ today: '2026-03-01', owner: none, seller: none, ...ids });
    const steps = [
      ...listSteps,
      ...stepsFor({ seller: none, owner: none }),
      ...subscriptionSteps,
      ...payWrites,
    ];
    const seen = steps.map(({ write }) => write);
    const decided = [...seen, ...SESSION_WRITES, ...Object.keys(UNSEEN)];
    expect(new Set(decided)).toEqual(new Set(Object.keys(tagsOfWrites)));
  });
});

test('a changed rate reaches the open forms of an associate and a manager, and says since when', async () => {
  const boss = await world.signIn(world.team.company.owner);
  const timeZone = 'Asia/Kathmandu';
  const [seller, manager] = await Promise.all([
    world.openAt(paths.newSale, world.people[0], { timeZone }),
    world.openAt(paths.newSale, world.team.manager, { timeZone }),
  ]);
  const { campaigns } = world.team.company;
  const solar = campaigns[0]?.campaignId ?? '';
  for (const { page } of [seller, manager]) {
    await page.getByLabel('Campaign', { exact: true }).selectOption(solar);
    await page.getByLabel('Price').fill('1000');
    await page.getByText('× 12%').waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
  }
  const rename = await boss.patch(`/api/campaigns/editcampaign/${solar}`, { name: 'Solar Farms' });
  expect(rename.status).toBe(200);
  const edit = await boss.patch(`/api/campaigns/editcampaign/${solar}`, { commission: '20' });
  expect(edit.status).toBe(200);
  const { rates_since } = (await boss.get('/api/campaigns/getcampaigns/all')).body.requestedData.find(
    ({ campaign_id }: { campaign_id: string }) => campaign_id === solar,
  );
  const time = new Intl.DateTimeFormat('en-CA', { timeStyle: 'short', timeZone }).format(
    new Date(rates_since),
  );
  for (const { page, complaints } of [seller, manager]) {
    await page
      .getByRole('status')
      .getByText(/^Solar Farms pays 20% since /)
      .waitFor();
    const said = await page.getByText(/^Solar Farms pays 20% since /).innerText();
    expect(said.replace(/\s/g, ' ')).toBe(`Solar Farms pays 20% since ${time}`.replace(/\s/g, ' '));
    await page.getByText('× 20%').waitFor();
    // Another campaign has said nothing.
    await page.getByLabel('Campaign', { exact: true }).selectOption({ label: 'Heat Pumps' });
    await soon(() => page.getByText(/pays 20%/).count()).toBe(0);
    expect(complaints).toEqual([]);
  }
});
