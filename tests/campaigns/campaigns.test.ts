import { beforeEach, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';
import { withoutTrace } from '#tests/support/without-trace.ts';

const api = apiWorld({ clock: stoppedClock() });
let company: Company;
let manager: HttpClient;
let goalId: string;
async function newCompany(): Promise<void> {
  company = await api.company();
  manager = await api.signedIn(company.manager);
  goalId = (await manager.get('/goals/getgoals/all')).body.requestedData[0].id;
}

const listed = async () => (await manager.get('/campaigns/getcampaigns/all')).body.requestedData;
/** As writes answer them: only lists know since when the rates are what they are. */
const campaigns = async () =>
  (await listed()).map(({ rates_since: _, ...campaign }: { rates_since: string }) => campaign);
type Named = { campaign_name: string; campaign_id: string };
const solar = async () => (await campaigns()).find((each: Named) => each.campaign_id === company.campaignId);
const add = async (body: Record<string, string | number>, headers = {}) =>
  manager.post('/campaigns/addcampaign', { name: 'Wind', commission: 10, goalId, ...body }, headers);

describe.each([
  ['a form', {}],
  ['JSON', AS_JSON],
])('a campaign sent as %s', (_kind, headers) => {
  beforeEach(newCompany);

  it('is added with the figures of its goal, and is in the list at once', async () => {
    const sent = { name: ' Wind ', commission: '9.975', tax: '13', goalName: 'of no use' };
    const reply = await add(sent, headers);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Data saved successfully' } });
    expect(reply.body.requestedData).toEqual([
      {
        campaign_id: expect.any(String),
        campaign_name: 'Wind',
        commission: 9.975,
        tax: 13,
        hourly_sales: 2,
        hourly_decisions: 5,
        goal_id: goalId,
        goal_name: 'Steady',
        entry_date: localDate(api.clock.now().toISOString(), 'America/Toronto'),
      },
    ]);
    expect(await campaigns()).toContainEqual(reply.body.requestedData[0]);
  });

  it('keeps what an edit does not send', { tags: ['spec-3.9'] }, async () => {
    const [campaign] = (await add({ tax: 5 }, headers)).body.requestedData;
    const path = `/campaigns/editcampaign/${campaign.campaign_id}`;
    const reply = await manager.patch(path, { commission: '12.5' }, headers);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Data updated successfully' } });
    expect(reply.body.requestedData).toEqual([{ ...campaign, commission: 12.5 }]);
    await manager.patch(path, { name: 'Gale', campaign_id: 'mine', entry_date: '2000-01-01' }, headers);
    expect(await campaigns()).toContainEqual({ ...campaign, commission: 12.5, campaign_name: 'Gale' });
  });

  it.each([
    [{ name: '' }, 400, 'incompleteFields', 'Make sure all input fields are complete'],
    [{ goalId: '' }, 400, 'incompleteFields', 'Make sure all input fields are complete'],
    [{ commission: '' }, 400, 'incompleteFields', 'Make sure all input fields are complete'],
    [{ commission: '100.01' }, 400, 'invalidPercent', 'Enter a percentage from 0 to 100'],
    [{ commission: -1 }, 400, 'invalidPercent', 'Enter a percentage from 0 to 100'],
    [{ tax: 'a lot' }, 400, 'invalidPercent', 'Enter a percentage from 0 to 100'],
    [{ goalId: 'elsewhere' }, 404, 'noSuchGoal', 'This goal does not exist'],
  ])(
    'is refused with %j, added or edited, and leaves no trace',
    { tags: ['spec-5.24'] },
    async (wrong, status, error, message) => {
      const refused = { status, body: { error, message } };
      expect(await withoutTrace(api, () => add(wrong, headers))).toMatchObject(refused);
      const edit = () => manager.patch(`/campaigns/editcampaign/${company.campaignId}`, wrong, headers);
      expect(await withoutTrace(api, edit)).toMatchObject(refused);
    },
  );
});

describe('a campaign', () => {
  beforeEach(newCompany);

  it('takes the lowest and the highest percentage', { tags: ['spec-5.20'] }, async () => {
    const [campaign] = (await add({ commission: 0, tax: 100 })).body.requestedData;
    expect(campaign).toMatchObject({ commission: 0, tax: 100 });
  });

  it('needs a goal in the company first', { tags: ['spec-5.16'] }, async () => {
    const bare = await api.company();
    const owner = await api.signedIn(bare.owner);
    const [goal] = (await owner.get('/goals/getgoals/all')).body.requestedData;
    await removeStructure(bare, goal.id);
    const first = { name: 'Wind', commission: 10, goalId: goal.id };
    expect(await withoutTrace(api, () => owner.post('/campaigns/addcampaign', first))).toMatchObject({
      status: 409,
      body: {
        error: 'goalNeededFirst',
        message: 'You need to first create one goal before you can create a campaign',
      },
    });
  });

  it('cannot be deleted while employees work on it, and names them', async () => {
    const path = `/campaigns/delete/${company.campaignId}`;
    expect(await withoutTrace(api, () => manager.delete(path))).toMatchObject({
      status: 409,
      body: {
        error: 'campaignHasEmployees',
        message: 'Can not delete a campaign with associated employees',
      },
    });
    const { requestedData } = (await manager.get(`/campaigns/getemployees/${company.campaignId}`)).body;
    expect(requestedData.map((each: { first_name: string }) => each.first_name)).toEqual([
      ...['Associate1', 'Associate2', 'Manager1'],
    ]);
    expect(requestedData[0]).toEqual({
      id: company.associate.employeeId,
      first_name: 'Associate1',
      last_name: 'Test',
      email: company.associate.email,
      employee_role: 'sales associate',
      employee_number: expect.any(String),
      campaign_id: company.campaignId,
      campaign_name: 'Solar',
      goal_name: 'Steady',
    });
  });

  it('is deleted once, and its sales keep its name', async () => {
    const [wind] = (await add({})).body.requestedData;
    await manager.post('/sales/addsale', { name: 'Turbine', campaignId: wind.campaign_id });
    const remove = () => manager.delete(`/campaigns/delete/${wind.campaign_id}`);
    expect(await remove()).toMatchObject({ status: 200, body: { message: 'Campaign deleted' } });
    expect(await campaigns()).not.toContainEqual(wind);
    const [sale] = (await manager.get('/sales/getsales/all')).body.requestedData;
    expect(sale).toMatchObject({ sale_name: 'Turbine', name: 'Wind' });
    const gone = { status: 404, body: { error: 'noSuchCampaign', message: 'This campaign does not exist' } };
    expect(await withoutTrace(api, remove)).toMatchObject(gone);
    const edit = manager.patch(`/campaigns/editcampaign/${wind.campaign_id}`, { name: 'x' });
    expect(await edit).toMatchObject(gone);
    expect(await manager.get(`/campaigns/getemployees/${wind.campaign_id}`)).toMatchObject(gone);
    const late = manager.post('/sales/addsale', { name: 'Late', campaignId: wind.campaign_id });
    expect(await late).toMatchObject(gone);
  });

  it('leaves the rates of recorded sales alone when it is edited later', {
    tags: ['decision-1.10'],
  }, async () => {
    const [wind] = (await add({ tax: 0 })).body.requestedData;
    const sale = { name: 'Turbine', campaignId: wind.campaign_id, price: 100, status: 'Closed' };
    await manager.post('/sales/addsale', sale);
    await manager.patch(`/campaigns/editcampaign/${wind.campaign_id}`, { commission: 20, tax: 50 });
    await manager.post('/sales/addsale', sale);
    const { requestedData } = (await manager.get('/sales/getsales/all')).body;
    expect(requestedData.slice(0, 2)).toMatchObject([
      { commission: 10, tax: 50 },
      { commission: 10, tax: 0 },
    ]);
  });

  it('shows the goal as it is now', async () => {
    await manager.patch(`/goals/editgoal/${goalId}`, { name: 'Brisk', hourlySales: 9 });
    expect(await solar()).toMatchObject({ goal_name: 'Brisk', hourly_sales: 9, hourly_decisions: 5 });
    const edited = await manager.patch(`/campaigns/editcampaign/${company.campaignId}`, { tax: 1 });
    expect(edited.body.requestedData).toEqual([await solar()]);
  });

  it('of another company is not found', async () => {
    const stranger = await api.signedIn((await api.company()).manager);
    const gone = { status: 404, body: { error: 'noSuchCampaign' } };
    const id = company.campaignId;
    expect(await stranger.patch(`/campaigns/editcampaign/${id}`, { name: 'x' })).toMatchObject(gone);
    expect(await stranger.delete(`/campaigns/delete/${id}`)).toMatchObject(gone);
    expect(await stranger.get(`/campaigns/getemployees/${id}`)).toMatchObject(gone);
    expect(await solar()).toMatchObject({ campaign_name: 'Solar' });
  });

  it('sent twice with one Idempotency-Key is added once; edited twice, it gives the same answer', async () => {
    const key = { 'idempotency-key': newId() };
    const replies = await Promise.all([1, 2, 3, 4].map(() => add({ name: 'Once' }, key)));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const named = (await campaigns()).filter((each: Named) => each.campaign_name === 'Once');
    expect(named).toHaveLength(1);
    const path = `/campaigns/editcampaign/${company.campaignId}`;
    const first = await manager.patch(path, { name: 'Lunar' }, { 'idempotency-key': 'rename' });
    await manager.patch(path, { name: 'Stellar' });
    const again = await manager.patch(path, { name: 'Lunar' }, { 'idempotency-key': 'rename' });
    expect(again.body).toEqual(first.body);
    expect(await campaigns()).toContainEqual(expect.objectContaining({ campaign_name: 'Stellar' }));
  });

  it('is listed for an associate, who cannot change it', async () => {
    const associate = await api.signedIn(company.associate);
    const theirs = await associate.get('/campaigns/getcampaigns/all?limit=500');
    expect(theirs.body).toEqual({ requestedData: await listed() });
    const restricted = { status: 403, body: { error: 'restricted' } };
    const path = `/campaigns/editcampaign/${company.campaignId}`;
    expect(await withoutTrace(api, () => associate.patch(path, { tax: 0 }))).toMatchObject(restricted);
  });
});

/** Everybody but the owner leaves, then the campaigns are deleted, then the goal. */
async function removeStructure(of: Company, onlyGoalId: string): Promise<void> {
  const { campaigns: all, employees, goals } = api.commands;
  const ctx = () => ({
    ...{ companyId: of.companyId, actorId: null, commandId: newId(), correlationId: newId() },
    ...{ origin: 'api' as const, now: new Date().toISOString() },
  });
  for (const { employeeId } of [of.manager, of.associate, of.colleague]) {
    await employees.deleteEmployee(ctx(), { employeeId });
  }
  await all.deleteCampaign(ctx(), { campaignId: of.campaignId });
  await goals.deleteGoal(ctx(), { goalId: onlyGoalId });
}
