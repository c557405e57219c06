import { beforeAll, expect, it } from 'vitest';
import type { SeededCompany } from '#tests/support/servers/seed-company.ts';
import type { OutsideClient } from './outside-client.ts';
import { type StoryRun, signedIn } from './story-world.ts';

/** Starts a company from nothing, adds managers, and cannot be deleted. */
export function startingACompany(run: StoryRun): void {
  let company: SeededCompany;
  let me: OutsideClient;
  let deputyEmail: string;
  const campaignId = async (): Promise<string> =>
    (await me.list('GET /campaigns/getcampaigns/all'))[0].campaign_id;

  beforeAll(async () => {
    company = await run.world().seedCompany({ managers: 0, associates: 0 });
    deputyEmail = `deputy.${company.companyId}@example.test`;
    me = await signedIn(run, company.owner.email);
  });

  it('is the super employee and a manager', { tags: ['spec-6.3', 'decision-1.3'] }, async () => {
    const [own] = await me.list('GET /employees/getemployee');
    expect(own).toMatchObject({ employee_type: 'super employee', employee_role: 'manager' });
    expect(own).toMatchObject({ campaignname: null, hourlysales: null, manger_id: null });
  });

  it('is asked to create a goal before the first campaign', {
    tags: ['spec-5.16', 'spec-8.17'],
  }, async () => {
    await me.done('DELETE /campaigns/delete/{id}', { id: await campaignId() });
    const [goal] = await me.list('GET /goals/getgoals/all');
    await me.done('DELETE /goals/delete/{id}', { id: goal.id });
    const body = { name: 'Roofs', commission: 10, tax: 0, goalId: goal.id };
    expect(await me.refused('POST /campaigns/addcampaign', { body })).toEqual([
      409,
      'You need to first create one goal before you can create a campaign',
    ]);
    const first = { name: 'First', hourlySales: 1, hourlyDecisions: 0 };
    await me.done('POST /goals/addgoal', { body: first });
    const [{ id: goalId }] = await me.list('GET /goals/getgoals/all');
    await me.done('POST /campaigns/addcampaign', { body: { ...body, goalId } });
    expect(await campaignId()).toEqual(expect.any(String));
  });

  it('adds a manager with manager access at once, and removes it again', {
    tags: ['spec-6.10'],
  }, async () => {
    const deputy = {
      ...{ firstName: 'Di', lastName: 'Deputy', username: deputyEmail, password: 'k3Jd82hQpz' },
      ...{ employeeRole: 'manager', campaignId: await campaignId() },
    };
    await me.done('POST /employees/addemployee', { body: deputy });
    const manager = await signedIn(run, deputyEmail, deputy.password);
    const everybody = await manager.list('GET /employees/getemployees/all');
    const emails = new Set(everybody.map(({ email }) => email));
    expect(emails).toEqual(new Set([company.owner.email, deputyEmail]));
    const { id } = everybody.find(({ email }) => email === deputyEmail);
    const body = { employeeRole: 'sales associate', campaignId: deputy.campaignId };
    await me.done('PATCH /employees/editemployee/{id}', { id, body });
    await expect.poll(async () => (await manager.call('GET /goals/getgoals/all')).status).toBe(403);
  });

  it('cannot be deleted', { tags: ['spec-6.3'] }, async () => {
    const { employeeId: id } = company.owner;
    const [status] = await me.refused('DELETE /employees/delete/{id}', { id });
    expect(status).toBe(409);
    const [own] = await me.list('GET /employees/getemployee/{id}', { id });
    expect(own.employee_type).toBe('super employee');
  });
}
