import { describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { tagsOfWrites, type Write } from '../../web/src/api/cache/invalidate-after-writes.ts';
import { paths, pathTo } from '../../web/src/kit/paths.ts';

const world = browserWorld();

/** The ids of what the writes before added. */
type Ids = Record<'goal' | 'campaign' | 'employee' | 'aid', string>;

type Step = {
  write: Write;
  /** The open screen of another person. */
  screen: string | ((ids: Ids) => string);
  act: (boss: HttpClient, ids: Ids) => Promise<{ status: number; body: unknown }>;
  /** Appears on it; with `goes` it disappears. */
  text: string;
  goes?: true;
  adds?: keyof Ids;
};

const person = {
  firstName: 'Live',
  lastName: 'Lister',
  username: 'live@lister.test',
  employeeNumber: 'N-900',
};
const worker = { employeeRole: 'sales associate', password: 'aB3dE5gH7j' };
const employees = '/api/employees';

/** In their order: a later write changes what an earlier one added. */
const steps: readonly Step[] = [
  {
    write: 'POST /goals/addgoal',
    screen: paths.allGoals,
    act: (boss) =>
      boss.post('/api/goals/addgoal', { name: 'Live goal', hourlySales: '2', hourlyDecisions: '0' }),
    text: 'Live goal',
    adds: 'goal',
  },
  {
    write: 'POST /campaigns/addcampaign',
    screen: paths.allCampaigns,
    act: (boss, { goal }) =>
      boss.post('/api/campaigns/addcampaign', {
        name: 'Live campaign',
        commission: '10',
        tax: '13',
        goalId: goal,
      }),
    text: 'Live campaign',
    adds: 'campaign',
  },
  {
    write: 'POST /employees/addemployee',
    screen: paths.allEmployees,
    act: (boss, { campaign }) =>
      boss.post(`${employees}/addemployee`, { ...person, ...worker, campaignId: campaign }),
    text: 'Live Lister',
    adds: 'employee',
  },
  {
    write: 'PATCH /employees/editemployee/{id}',
    screen: ({ employee }) => pathTo(paths.employee, employee),
    act: (boss, { employee, campaign }) =>
      boss.patch(`${employees}/editemployee/${employee}`, {
        ...worker,
        lastName: 'Renamed',
        campaignId: campaign,
      }),
    text: 'Live Renamed',
  },
  {
    write: 'PATCH /campaigns/editcampaign/{id}',
    screen: paths.allEmployees,
    act: (boss, { campaign }) =>
      boss.patch(`/api/campaigns/editcampaign/${campaign}`, { name: 'Other campaign' }),
    text: 'Other campaign',
  },
  {
    write: 'PATCH /goals/editgoal/{id}',
    screen: paths.allEmployees,
    act: (boss, { goal }) => boss.patch(`/api/goals/editgoal/${goal}`, { name: 'Other goal' }),
    text: 'Other goal',
  },
  {
    write: 'DELETE /employees/delete/{id}',
    screen: ({ campaign }) => pathTo(paths.campaign, campaign),
    act: (boss, { employee }) => boss.delete(`${employees}/delete/${employee}`),
    text: 'Live Renamed',
    goes: true,
  },
  {
    write: 'DELETE /campaigns/delete/{id}',
    screen: ({ goal }) => pathTo(paths.goal, goal),
    act: (boss, { campaign }) => boss.delete(`/api/campaigns/delete/${campaign}`),
    text: 'Other campaign',
    goes: true,
  },
  {
    write: 'DELETE /goals/delete/{id}',
    screen: paths.allGoals,
    act: (boss, { goal }) => boss.delete(`/api/goals/delete/${goal}`),
    text: 'Other goal',
    goes: true,
  },
  {
    write: 'POST /jobaids/addjobaid',
    screen: paths.allJobAids,
    act: (boss) => boss.post('/api/jobaids/addjobaid', { name: 'Live aid', url: 'https://example.test/aid' }),
    text: 'Live aid',
    adds: 'aid',
  },
  {
    write: 'PATCH /jobaids/edit/{id}',
    screen: paths.allJobAids,
    act: (boss, { aid }) =>
      boss.patch(`/api/jobaids/edit/${aid}`, { name: 'Other aid', url: 'https://example.test' }),
    text: 'Other aid',
  },
  {
    write: 'DELETE /jobaids/delete/{id}',
    screen: paths.allJobAids,
    act: (boss, { aid }) => boss.delete(`/api/jobaids/delete/${aid}`),
    text: 'Other aid',
    goes: true,
  },
];

describe('an open list of another person learns of', () => {
  test('every write that changes a list', async () => {
    const boss = await world.signIn(world.team.manager);
    const { page } = await world.openDashboard(world.team.company.owner);
    const ids: Ids = { goal: '', campaign: '', employee: '', aid: '' };
    for (const { write, screen, act, text, goes, adds } of steps) {
      const path = typeof screen === 'string' ? screen : screen(ids);
      // By the router, as a click does: the connection stays.
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      const shown = page.getByRole('main').getByText(text, { exact: false }).first();
      if (goes) await shown.waitFor();
      else await page.getByRole('main').getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      const { status, body } = await act(boss, ids);
      expect([write, status]).toEqual([write, 200]);
      if (adds) {
        const [row] = (body as { requestedData: { id?: string; campaign_id?: string }[] }).requestedData;
        ids[adds] = row?.campaign_id && adds === 'campaign' ? row.campaign_id : (row?.id ?? '');
      }
      await shown.waitFor({ state: goes ? 'detached' : 'visible' });
    }
  });

  test('no write on a list is left out', () => {
    const lists = ['campaigns', 'employees', 'goals', 'job aids'];
    const writes = Object.entries(tagsOfWrites).filter(([, tags]) => tags.some((tag) => lists.includes(tag)));
    expect(steps.map(({ write }) => write).sort()).toEqual(writes.map(([write]) => write).sort());
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
