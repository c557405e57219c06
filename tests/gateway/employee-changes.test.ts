import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  PASSWORD,
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { eventually, readyDashboard, recordSale, restBillboard } from './live-world.ts';

let program: TestProgram;
let company: SeededCompany;
let manager: HttpClient;
beforeAll(async () => {
  program = await startTestProgram();
});
beforeEach(async () => {
  company = await program.seedCompany({
    managers: 2,
    associates: 4,
    campaigns: [{ name: 'Solar' }, { name: 'Wind' }],
  });
  manager = await program.signIn(company.managers[0]?.email ?? '');
});
afterAll(() => program.stop());

const associate = (at: number) => company.associates[at] as { employeeId: string; email: string };
const campaign = (at: number) => company.campaigns[at]?.campaignId ?? '';
const today = () => localDate(program.core.clock.now().toISOString(), DAYTIME_ZONE);
const statusOf = async (person: HttpClient, path: string) => (await person.get(`/api${path}`)).status;

describe('a deleted employee', () => {
  it('is signed out, including sockets; the history keeps them and the email is free', {
    tags: ['decision-3.7', 'decision-8.10'],
  }, async () => {
    const { employeeId, email } = associate(0);
    const row = ({ employee_id }: { employee_id: string }) => employee_id === employeeId;
    const person = await program.signIn(email);
    await recordSale(person, company);
    const dashboard = await readyDashboard(program, person);
    // Managers wait only for their own writes; this sale is by another person.
    const soldBy = async () => (await restBillboard(manager, today())).find(row);
    await eventually(async () => expect(await soldBy()).toMatchObject({ commission: 10 }));
    const before = await soldBy();

    const deletion = await manager.delete(`/api/employees/delete/${employeeId}`);
    expect(deletion).toMatchObject({ status: 200, body: { message: 'Employee deleted' } });
    await eventually(() => expect(dashboard.socket.connected).toBe(false));
    await eventually(async () => expect(await statusOf(person, '/employees/getemployee')).toBe(401));
    const signingIn = program.client().post('/api/login', { username: email, password: PASSWORD });
    expect(await signingIn).toMatchObject({ status: 401, body: { error: 'failedLogin' } });

    // The shift has ended, so its set duration counts; the rest of the day is unchanged.
    expect(await soldBy()).toMatchObject({ ...before, sales_per_hour: 0.13 });
    const log = (await manager.get('/api/logs/getlogs/all')).body.requestedData;
    expect(log.find(row)).toMatchObject({ login_date: today(), commission: 10 });
    const { rows } = await program.core.database.owner.query(
      `SELECT data->>'reason' AS reason FROM events WHERE type = 'ShiftEnded' AND data->>'employeeId' = $1`,
      [employeeId],
    );
    expect(rows).toEqual([{ reason: 'employee deleted' }]);

    // Other people no longer find them, but what they sold.
    for (const [path, status] of [
      [`/employees/getemployee/${employeeId}`, 404],
      [`/employees/getsubordinates/${employeeId}`, 404],
      [`/logs/getlogs/${employeeId}`, 200],
      [`/sales/get-commission/${employeeId}`, 200],
      [`/sales/getsales/all?employeeId=${employeeId}`, 200],
    ] as const) {
      expect([path, await statusOf(manager, path)]).toEqual([path, status]);
    }
    const everybody = (await manager.get('/api/employees/getemployees/all')).body.requestedData;
    expect(everybody.map(({ id }: { id: string }) => id)).not.toContain(employeeId);

    const successor = await manager.post('/api/employees/addemployee', {
      firstName: 'Next',
      lastName: 'One',
      username: email,
      password: 'a long enough one',
      employeeRole: 'sales associate',
      campaignId: campaign(0),
    });
    expect(successor.status).toBe(200);
    expect(successor.body.requestedData[0].id).not.toBe(employeeId);
    const { body } = await (await program.signIn(email, 'a long enough one')).get(
      '/api/employees/getemployee',
    );
    expect(body.requestedData[0]).toMatchObject({ first_name: 'Next', sales_per_hour: 0 });
  });

  it('cannot be the super employee or the deleting person', { tags: ['decision-3.8'] }, async () => {
    const path = '/api/employees/delete';
    expect(await manager.delete(`${path}/${company.owner.employeeId}`)).toMatchObject({
      status: 409,
      body: { error: 'superEmployeeStays' },
    });
    expect(await manager.delete(`${path}/${company.managers[0]?.employeeId}`)).toMatchObject({
      status: 409,
      body: { error: 'notYourself' },
    });
    expect(await statusOf(manager, '/employees/getemployee')).toBe(200);
    await program.signIn(company.owner.email);
  });
});

describe('a manager who becomes an associate', () => {
  it('sees the view of an associate', async () => {
    const { employeeId, email } = company.managers[1] as { employeeId: string; email: string };
    const person = await program.signIn(email);
    const dashboard = await readyDashboard(program, person);
    await eventually(() => expect(dashboard.news()).not.toBeNull());
    expect(await statusOf(person, '/employees/getemployees/all')).toBe(200);

    const demotion = { employeeRole: 'sales associate', campaignId: campaign(0) };
    expect((await manager.patch(`/api/employees/editemployee/${employeeId}`, demotion)).status).toBe(200);
    await eventually(async () => expect(await statusOf(person, '/employees/getemployees/all')).toBe(403));
    expect(await statusOf(person, '/employees/getemployee')).toBe(200);
    const aided = { ...demotion, managerId: employeeId };
    expect(
      await manager.patch(`/api/employees/editemployee/${associate(1).employeeId}`, aided),
    ).toMatchObject({
      status: 404,
      body: { error: 'noSuchManager' },
    });
  });
});

describe('an employee who moves to another campaign', () => {
  it('is on every open billboard with it at once, and has its goal on their own page', async () => {
    const { employeeId, email } = associate(2);
    const person = await program.signIn(email);
    const dashboard = await readyDashboard(program, manager);
    const campaignShown = () => dashboard.board()?.rows.get(employeeId)?.campaign_name;
    await eventually(() => expect(campaignShown()).toBe('Solar'));

    const goal = { name: 'Twice', hourlySales: 4, hourlyDecisions: 9 };
    const [{ id: goalId }] = (await manager.post('/api/goals/addgoal', goal)).body.requestedData;
    await manager.patch(`/api/campaigns/editcampaign/${campaign(1)}`, { goalId });
    const own = await readyDashboard(program, person);
    await eventually(() => expect(own.figures()).toMatchObject({ hourlySales: 2, hourlyDecisions: 5 }));
    const move = { employeeRole: 'sales associate', campaignId: campaign(1), lastName: 'Mover' };
    const moved = await manager.patch(`/api/employees/editemployee/${employeeId}`, move);
    expect(moved.body.requestedData[0]).toMatchObject({ campaign_name: 'Wind', goal_name: 'Twice' });

    await eventually(() => expect(campaignShown()).toBe('Wind'));
    expect(dashboard.board()?.rows.get(employeeId)?.last_name).toBe('Mover');
    const { body } = await person.get('/api/employees/getemployee');
    expect(body.requestedData[0]).toMatchObject({
      campaignname: 'Wind',
      hourlysales: 4,
      hourlydecisions: 9,
      last_name: 'Mover',
    });
    await eventually(() => expect(own.figures()).toMatchObject({ hourlySales: 4, hourlyDecisions: 9 }));
    expect(own.gaps).toEqual([]);
  });
});

describe('a goal', () => {
  it('changes on the open dashboards of the employees who work towards it, and on no others', async () => {
    const own = await readyDashboard(program, await program.signIn(associate(3).email));
    const other = await program.seedCompany({ associates: 1 });
    const foreign = await readyDashboard(program, await program.signIn(other.associates[0]?.email ?? ''));
    await eventually(() => {
      for (const { figures } of [own, foreign]) expect(figures()).not.toBeNull();
    });

    const goals = (await manager.get('/api/goals/getgoals/all')).body.requestedData;
    const { hourlySales } = own.figures() ?? {};
    const { id } = goals.find((goal: { hourly_sales: number }) => goal.hourly_sales === hourlySales);
    await manager.patch(`/api/goals/editgoal/${id}`, { hourlySales: '7.5', hourlyDecisions: '' });
    await eventually(() => expect(own.figures()).toMatchObject({ hourlySales: 7.5, hourlyDecisions: 0 }));

    const goal = { name: 'Once', hourlySales: 1, hourlyDecisions: 3 };
    const [{ id: goalId }] = (await manager.post('/api/goals/addgoal', goal)).body.requestedData;
    for (const { campaignId } of company.campaigns) {
      await manager.patch(`/api/campaigns/editcampaign/${campaignId}`, { goalId });
    }
    await eventually(() => expect(own.figures()).toMatchObject({ hourlySales: 1, hourlyDecisions: 3 }));
    expect(own.gaps).toEqual([]);
    expect(foreign.figures()).toMatchObject({ hourlySales: 2, hourlyDecisions: 5 });
  });
});
