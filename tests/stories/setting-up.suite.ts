import { beforeAll, expect, it } from 'vitest';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { expectFields } from './fields.ts';
import type { Body, OutsideClient } from './outside-client.ts';
import { client, type StoryRun, signedIn } from './story-world.ts';

const FIRST_PASSWORD = 'k3Jd82hQpz';

/** Sets up goals, campaigns, employees and job aids, and deletes them again. */
export function settingUp(run: StoryRun, whoManages: (company: SeededCompany) => SeededPerson): void {
  let boss: SeededPerson;
  let me: OutsideClient;
  let goalId: string;
  let campaignId: string;
  let jobAidId: string;
  const bo = { id: '', email: '' };
  const named = (rows: Body[], name: string): Body => rows.find((row) => row.name === name);
  const goals = () => me.list('GET /goals/getgoals/all');
  const campaign = async (): Promise<Body> =>
    (await me.list('GET /campaigns/getcampaigns/all')).find((each) => each.campaign_id === campaignId);
  const listed = async (): Promise<Body> =>
    (await me.list('GET /employees/getemployees/all')).find(({ id }) => id === bo.id);

  beforeAll(async () => {
    const company = await run.world().seedCompany();
    boss = whoManages(company);
    bo.email = `bo.${company.companyId}@example.test`;
    me = await signedIn(run, boss.email);
    expect(await me.done('GET /employees/is-logged-in')).toEqual({ isLoggedIn: true });
  });

  it('adds a goal without decisions, and sees it at once', {
    tags: ['spec-3.10', 'spec-5.19', 'spec-7.31', 'spec-7.32', 'spec-8.14'],
  }, async () => {
    const body = { name: 'Summer', hourlySales: '3', hourlyDecisions: 0 };
    expect((await me.done('POST /goals/addgoal', { body })).message).toBe('Data saved successfully');
    const shown = await goals();
    expectFields(shown, 'a goal');
    expect(named(shown, 'Summer')).toMatchObject({ hourly_sales: 3, hourly_decisions: 0 });
    goalId = named(shown, 'Summer').id;
    for (const wrong of [{ hourlySales: 'many' }, { hourlyDecisions: -1 }, { name: '' }]) {
      expect((await me.refused('POST /goals/addgoal', { body: { ...body, ...wrong } }))[0]).toBe(400);
    }
    expect(await goals()).toEqual(shown);
  });

  it('edits one field of the goal; the others stay', { tags: ['spec-7.33'] }, async () => {
    const edit = { id: goalId, body: { name: 'High summer' } };
    expect((await me.done('PATCH /goals/editgoal/{id}', edit)).message).toBe('Data updated successfully');
    expect(named(await goals(), 'High summer')).toMatchObject({
      ...{ id: goalId, hourly_sales: 3, hourly_decisions: 0 },
    });
  });

  it('adds a campaign to the goal, and sees it at once', {
    tags: ['spec-3.7', 'spec-3.8', 'spec-3.9', 'spec-5.20', 'spec-7.27', 'spec-7.35'],
  }, async () => {
    const body = { name: 'Heat pumps', commission: '12.5', tax: 13, goalId, goalName: 'High summer' };
    expect((await me.done('POST /campaigns/addcampaign', { body })).message).toBe('Data saved successfully');
    const shown = await me.list('GET /campaigns/getcampaigns/all');
    expectFields(shown, 'a campaign');
    const added = shown.find((each) => each.campaign_name === 'Heat pumps');
    expect(added).toMatchObject({ commission: 12.5, tax: 13, hourly_sales: 3, hourly_decisions: 0 });
    expect(added).toMatchObject({ goal_id: goalId, goal_name: 'High summer' });
    campaignId = added.campaign_id;
    const ofGoal = await me.list('GET /goals/getcampaigns/{id}', { id: goalId });
    expectFields(ofGoal, 'a campaign of a goal');
    expect(ofGoal).toHaveLength(1);
    expect(ofGoal[0]).toMatchObject({ id: campaignId, name: 'Heat pumps', commission: 12.5, tax: 13 });
    for (const wrong of [{ commission: 100.01 }, { tax: 'x' }, { name: '' }]) {
      const [status] = await me.refused('POST /campaigns/addcampaign', { body: { ...body, ...wrong } });
      expect([wrong, status]).toEqual([wrong, 400]);
    }
    const nowhere = { body: { ...body, goalId: 'none' } };
    expect((await me.refused('POST /campaigns/addcampaign', nowhere))[0]).toBe(404);
  });

  it('edits one field of the campaign; the others stay', { tags: ['spec-7.28'] }, async () => {
    const edit = { id: campaignId, body: { commission: 20 } };
    const { message } = await me.done('PATCH /campaigns/editcampaign/{id}', edit);
    expect(message).toBe('Data updated successfully');
    expect(await campaign()).toMatchObject({ campaign_name: 'Heat pumps', commission: 20, tax: 13 });
  });

  it('cannot delete the goal while a campaign uses it', { tags: ['spec-5.18', 'spec-8.17'] }, async () => {
    const refused = [409, 'Can not delete a goal with associated campaigns'];
    expect(await me.refused('DELETE /goals/delete/{id}', { id: goalId })).toEqual(refused);
    expect(named(await goals(), 'High summer')).toBeDefined();
  });

  it('is refused an employee without role and campaign', { tags: ['spec-5.12', 'spec-5.14'] }, async () => {
    const body = {
      ...{ firstName: 'Bo', lastName: 'Berg', username: bo.email, password: FIRST_PASSWORD },
      ...{ employeeRole: 'sales associate', campaignId },
    };
    const empty = [400, "Employee's role and/or campaign can not be empty"];
    const add = 'POST /employees/addemployee';
    expect(await me.refused(add, { body: { ...body, campaignId: '' } })).toEqual(empty);
    expect(await me.refused(add, { body: { ...body, employeeRole: '' } })).toEqual(empty);
    expect((await me.refused(add, { body: { ...body, username: 'bo' } }))[0]).toBe(400);
    expect((await me.refused(add, { body: { ...body, password: 'short1' } }))[0]).toBe(400);
  });

  it('adds an employee to every list at once', {
    tags: [
      'spec-3.2',
      'spec-3.4',
      'spec-5.11',
      'spec-6.9',
      'spec-7.13',
      'spec-7.14',
      'spec-7.15',
      'spec-7.30',
      'spec-8.16',
    ],
  }, async () => {
    const body = {
      ...{ firstName: 'Bo', lastName: 'Berg', username: bo.email, password: FIRST_PASSWORD },
      ...{ employeeRole: 'sales associate', employeeNumber: 'E-77', shiftDuration: 8 },
      ...{ campaign: 'Heat pumps', campaignId },
    };
    const { message } = await me.done('POST /employees/addemployee', { body });
    expect(message).toBe('Employee added successFully');
    const everybody = await me.list('GET /employees/getemployees/all');
    expectFields(everybody, 'an employee in lists');
    const added = everybody.find((each) => each.email === bo.email);
    expect(added).toMatchObject({
      ...{ first_name: 'Bo', last_name: 'Berg', employee_role: 'sales associate', employee_number: 'E-77' },
      ...{ campaign_id: campaignId, campaign_name: 'Heat pumps', goal_name: 'High summer' },
    });
    bo.id = added.id;
    const team = await me.list('GET /employees/getsubordinates/{id}', { id: boss.employeeId });
    expect(team).toEqual([added]);
    expect(await me.list('GET /campaigns/getemployees/{id}', { id: campaignId })).toEqual([added]);
    const again = await me.refused('POST /employees/addemployee', { body });
    expect(again[0]).toBe(409);
    const [details] = await me.list('GET /employees/getemployee/{id}', { id: bo.id });
    expectFields([details], "an employee's details");
    expect(details).toMatchObject({ ...added, login_time: null, sales_per_hour: 'N/A' });
    expect(details.manger_id).toBe(boss.employeeId);
  });

  it('sees the new employee sign in', { tags: ['spec-3.1', 'decision-4.4'] }, async () => {
    const newcomer = await signedIn(run, bo.email, FIRST_PASSWORD);
    const [own] = await newcomer.list('GET /employees/getemployee');
    expectFields([own], 'the signed-in employee');
    expect(own).toMatchObject({ manger_id: boss.employeeId, emp_campaign_id: campaignId });
    expect(own).toMatchObject({ campaignname: 'Heat pumps', hourlysales: 3, hourlydecisions: 0 });
    const [details] = await me.list('GET /employees/getemployee/{id}', { id: bo.id });
    expect(details).toMatchObject({ login_time: own.login_time, sales_per_hour: 0 });
  });

  it('edits an employee; fields that were not sent stay', {
    tags: ['spec-3.4', 'spec-5.12', 'spec-7.16', 'spec-8.15'],
  }, async () => {
    const needed = [400, "Employee's role and/or campaign can not be empty"];
    const edit = 'PATCH /employees/editemployee/{id}';
    expect(await me.refused(edit, { id: bo.id, body: { lastName: 'Borg' } })).toEqual(needed);
    const body = { lastName: 'Borg', employeeRole: 'sales associate', campaignId };
    expect((await me.done(edit, { id: bo.id, body })).message).toBe('Data updated successfully');
    expect(await listed()).toMatchObject({ first_name: 'Bo', last_name: 'Borg', employee_number: 'E-77' });
    const [details] = await me.list('GET /employees/getemployee/{id}', { id: bo.id });
    expect(details).toMatchObject({ last_name: 'Borg', email: bo.email, manger_id: boss.employeeId });
  });

  it('adds, edits and deletes a job aid', {
    tags: ['spec-3.11', 'spec-7.43', 'spec-7.44', 'spec-7.45', 'spec-7.46'],
  }, async () => {
    const body = { name: 'Script', url: 'https://example.test/script.pdf' };
    expect((await me.done('POST /jobaids/addjobaid', { body })).message).toBe('Data saved successfully');
    const [aid, ...others] = await me.list('GET /jobaids/getjobaids');
    expectFields([aid], 'a job aid');
    expect([aid, ...others]).toEqual([{ id: aid.id, name: 'Script', doc_url: body.url }]);
    jobAidId = aid.id;
    const edit = { id: jobAidId, body: { name: 'Opening script' } };
    expect((await me.done('PATCH /jobaids/edit/{id}', edit)).message).toBe('Data updated successfully');
    const edited = [{ id: jobAidId, name: 'Opening script', doc_url: body.url }];
    expect(await me.list('GET /jobaids/getjobaids')).toEqual(edited);
    const script = { ...body, url: 'javascript:alert(1)' };
    expect((await me.refused('POST /jobaids/addjobaid', { body: script }))[0]).toBe(400);
    const deleted = await me.done('DELETE /jobaids/delete/{id}', { id: jobAidId });
    expect(deleted.message).toBe('Job aid deleted');
    expect(await me.list('GET /jobaids/getjobaids')).toEqual([]);
  });

  it('cannot delete a campaign while an employee works on it', {
    tags: ['spec-5.17', 'spec-8.17'],
  }, async () => {
    const refused = [409, 'Can not delete a campaign with associated employees'];
    expect(await me.refused('DELETE /campaigns/delete/{id}', { id: campaignId })).toEqual(refused);
    expect(await campaign()).toBeDefined();
  });

  it('deletes an employee, whose sessions end and whose email is free', {
    tags: ['spec-6.10', 'spec-7.17'],
  }, async () => {
    const session = await signedIn(run, bo.email, FIRST_PASSWORD);
    const { message } = await me.done('DELETE /employees/delete/{id}', { id: bo.id });
    expect(message).toBe('Employee deleted');
    expect(await listed()).toBeUndefined();
    await expect.poll(async () => (await session.call('GET /sales/getsales/all')).status).toBe(401);
    const body = { username: bo.email, password: FIRST_PASSWORD };
    expect(await client(run).refused('POST /login', { body })).toEqual([401, 'Wrong email or password']);
    expect((await me.refused('GET /employees/getemployee/{id}', { id: bo.id }))[0]).toBe(404);
    expect((await me.refused('DELETE /employees/delete/{id}', { id: bo.id }))[0]).toBe(404);
  });

  it('deletes the campaign and then the goal, which leave the lists at once', {
    tags: ['spec-7.29', 'spec-7.34'],
  }, async () => {
    const gone = await me.done('DELETE /campaigns/delete/{id}', { id: campaignId });
    expect(gone.message).toBe('Campaign deleted');
    expect(await campaign()).toBeUndefined();
    expect(await me.list('GET /goals/getcampaigns/{id}', { id: goalId })).toEqual([]);
    expect((await me.done('DELETE /goals/delete/{id}', { id: goalId })).message).toBe('Goal deleted');
    expect(named(await goals(), 'High summer')).toBeUndefined();
    expect((await me.refused('DELETE /goals/delete/{id}', { id: goalId }))[0]).toBe(404);
  });

  it('signs out', async () => {
    await me.done('DELETE /logout');
    expect((await me.refused('GET /employees/getemployees/all'))[0]).toBe(401);
  });
}
