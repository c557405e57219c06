import { beforeAll, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';
import { withoutTrace } from '#tests/support/without-trace.ts';

const api = apiWorld({ clock: stoppedClock() });
let company: Company;
let manager: HttpClient;
async function newCompany(): Promise<void> {
  company = await api.company();
  manager = await api.signedIn(company.manager);
}

const goals = async () => (await manager.get('/goals/getgoals/all')).body.requestedData;
const add = async (body: Record<string, string | number>, headers = {}) =>
  manager.post('/goals/addgoal', { name: 'Summer', hourlySales: 3, ...body }, headers);

describe.each([
  ['a form', {}],
  ['JSON', AS_JSON],
])('a goal sent as %s', (_kind, headers) => {
  beforeAll(newCompany);

  it('is added with the fields of its form, and is in the list at once', async () => {
    const reply = await add({ name: ' Summer ', hourlySales: '2.5', hourlyDecisions: '0' }, headers);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Data saved successfully' } });
    expect(reply.body.requestedData).toEqual([
      {
        id: expect.any(String),
        name: 'Summer',
        hourly_sales: 2.5,
        hourly_decisions: 0,
        entry_date: localDate(api.clock.now().toISOString(), 'America/Toronto'),
      },
    ]);
    expect(await goals()).toContainEqual(reply.body.requestedData[0]);
  });

  it('keeps fields that an edit does not send, including its entry date', {
    tags: ['spec-3.10'],
  }, async () => {
    const [goal] = (await add({ hourlyDecisions: 7 }, headers)).body.requestedData;
    const path = `/goals/editgoal/${goal.id}`;
    const reply = await manager.patch(path, { hourlySales: 4 }, headers);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Data updated successfully' } });
    expect(reply.body.requestedData).toEqual([{ ...goal, hourly_sales: 4 }]);
    expect(await goals()).toContainEqual({ ...goal, hourly_sales: 4 });
    await manager.patch(path, { name: 'Fall', id: 'mine', entry_date: '2000-01-01' }, headers);
    expect(await goals()).toContainEqual({ ...goal, hourly_sales: 4, name: 'Fall' });
  });

  it.each([
    [{ name: '' }, 'incompleteFields'],
    [{ name: '   ' }, 'incompleteFields'],
    [{ hourlySales: '' }, 'incompleteFields'],
    [{ hourlySales: 'many' }, 'invalidNumber'],
    [{ hourlySales: -1 }, 'invalidNumber'],
    [{ hourlySales: '1e3' }, 'invalidNumber'],
    [{ hourlyDecisions: 'Infinity' }, 'invalidNumber'],
  ])(
    'is refused with %j, added or edited, and leaves no trace',
    { tags: ['spec-5.24'] },
    async (wrong, error) => {
      const [goal] = (await add({}, headers)).body.requestedData;
      const refused = { status: 400, body: { error } };
      expect(await withoutTrace(api, () => add(wrong, headers))).toMatchObject(refused);
      const edit = () => manager.patch(`/goals/editgoal/${goal.id}`, wrong, headers);
      expect(await withoutTrace(api, edit)).toMatchObject(refused);
    },
  );

  it('needs hourly sales to be added', async () => {
    const lacking = () => manager.post('/goals/addgoal', { name: 'Summer' }, headers);
    expect(await withoutTrace(api, lacking)).toMatchObject({
      status: 400,
      body: { error: 'incompleteFields' },
    });
  });
});

describe('a goal', () => {
  beforeAll(newCompany);

  it('is deleted once', async () => {
    const [goal] = (await add({})).body.requestedData;
    const remove = () => manager.delete(`/goals/delete/${goal.id}`);
    expect(await remove()).toMatchObject({ status: 200, body: { message: 'Goal deleted' } });
    expect(await goals()).not.toContainEqual(goal);
    const gone = { status: 404, body: { error: 'noSuchGoal', message: 'This goal does not exist' } };
    expect(await withoutTrace(api, remove)).toMatchObject(gone);
    expect(await manager.patch(`/goals/editgoal/${goal.id}`, { name: 'x' })).toMatchObject(gone);
    expect(await manager.get(`/goals/getcampaigns/${goal.id}`)).toMatchObject(gone);
  });

  it('cannot be deleted while a campaign uses it, and can be afterwards', async () => {
    const steady = (await goals()).find(({ name }: { name: string }) => name === 'Steady');
    const remove = () => manager.delete(`/goals/delete/${steady.id}`);
    expect(await withoutTrace(api, remove)).toMatchObject({
      status: 409,
      body: { error: 'goalHasCampaigns', message: 'Can not delete a goal with associated campaigns' },
    });
    const [summer] = (await add({})).body.requestedData;
    await manager.patch(`/campaigns/editcampaign/${company.campaignId}`, { goalId: summer.id });
    expect(await remove()).toMatchObject({ status: 200 });
    expect(await goals()).not.toContainEqual(steady);
  });

  it('lists its campaigns by name, with the fields of both contexts', { tags: ['spec-3.8'] }, async () => {
    const [summer] = (await add({})).body.requestedData;
    expect((await manager.get(`/goals/getcampaigns/${summer.id}`)).body).toEqual({ requestedData: [] });
    for (const name of ['wind', 'Élan', 'Boiler']) {
      await manager.post('/campaigns/addcampaign', { name, commission: 5, goalId: summer.id });
    }
    const { requestedData } = (await manager.get(`/goals/getcampaigns/${summer.id}`)).body;
    expect(requestedData.map(({ name }: { name: string }) => name)).toEqual(['Boiler', 'Élan', 'wind']);
    expect(requestedData[0]).toMatchObject({
      id: requestedData[0].campaign_id,
      campaign_name: 'Boiler',
      commission: 5,
      tax: 0,
      goal_id: summer.id,
      goal_name: 'Summer',
      hourly_sales: 3,
    });
  });

  it('of another company is not found', async () => {
    const [theirs] = (await add({})).body.requestedData;
    const stranger = await api.signedIn((await api.company()).manager);
    const gone = { status: 404, body: { error: 'noSuchGoal' } };
    expect(await stranger.patch(`/goals/editgoal/${theirs.id}`, { name: 'x' })).toMatchObject(gone);
    expect(await stranger.delete(`/goals/delete/${theirs.id}`)).toMatchObject(gone);
    expect(await stranger.get(`/goals/getcampaigns/${theirs.id}`)).toMatchObject(gone);
    const on = { name: 'Theirs', commission: 1, goalId: theirs.id };
    expect(await stranger.post('/campaigns/addcampaign', on)).toMatchObject(gone);
    expect(await goals()).toContainEqual(theirs);
  });

  it('sent twice with one Idempotency-Key is added once; deleted twice, it is deleted once', async () => {
    const key = { 'idempotency-key': newId() };
    const replies = await Promise.all([1, 2, 3, 4].map(() => add({ name: 'Once' }, key)));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const once = (await goals()).filter(({ name }: { name: string }) => name === 'Once');
    expect(once).toHaveLength(1);
    const removals = [1, 2, 3].map(() =>
      manager.delete(`/goals/delete/${once[0].id}`, undefined, { 'idempotency-key': 'bye' }),
    );
    expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('the list of goals in pages', () => {
  beforeAll(newCompany);

  it('has each goal once in the order of the whole list, also when goals are added and deleted between pages', async () => {
    for (const name of ['b', 'B', 'Zeta', 'ähnlich', 'alpha', 'alpha']) await add({ name });
    const whole = await goals();
    const seen: { id: string }[] = [];
    let cursor: string | undefined;
    do {
      const where = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = (await manager.get(`/goals/getgoals/all?limit=2${where}`)).body;
      expect(page.requestedData.length).toBeLessThanOrEqual(2);
      seen.push(...page.requestedData);
      // A row already shown may be deleted: the next page begins where this one ended.
      if (cursor === undefined) await manager.delete(`/goals/delete/${page.requestedData[1].id}`);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(whole);
  });

  it('continues at the same position in another company, with rows of that company only', async () => {
    for (const name of ['a', 'b', 'c']) await add({ name });
    const { nextCursor } = (await manager.get('/goals/getgoals/all?limit=1')).body;
    const stranger = await api.signedIn((await api.company()).manager);
    const all = (await stranger.get('/goals/getgoals/all')).body.requestedData;
    const after = await stranger.get(`/goals/getgoals/all?cursor=${nextCursor}`);
    expect(after.body.requestedData).toEqual(all);
  });

  it.each(['limit=0', 'limit=-1', 'limit=1000', 'limit=ten', 'limit=1&limit=2'])(
    'is refused with %s',
    async (query) => {
      expect(await manager.get(`/goals/getgoals/all?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'failedFetch' },
      });
    },
  );

  it('is refused with an unknown cursor', async () => {
    expect(await manager.get('/goals/getgoals/all?cursor=WyJhIl0')).toMatchObject({
      status: 400,
      body: { error: 'invalidCursor' },
    });
  });
});
