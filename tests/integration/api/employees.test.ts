import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { AS_JSON, type HttpClient } from '#tests/support/http-client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type ApiUnderTest, type Company, startApi } from './api-under-test.ts';

let database: TestDatabase;
let api: ApiUnderTest;
let company: Company;
let manager: HttpClient;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database.url);
  company = await api.company();
  manager = await api.signedIn(company.manager);
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const FIRST_PASSWORD = ' kept Exactly-1 ';
const form = (changes: Record<string, string | number> = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  username: `ada.${newId()}@example.test`,
  password: FIRST_PASSWORD,
  employeeRole: 'sales associate',
  employeeNumber: '7',
  shiftDuration: 8,
  campaign: 'Solar',
  campaignId: company.campaignId,
  ...changes,
});
const required = () => ({ employeeRole: 'sales associate', campaignId: company.campaignId });
const add = (changes: Record<string, string | number> = {}, headers?: Record<string, string>) =>
  manager.post('/employees/addemployee', form(changes), headers);
const refused = (error: string, status = 400) => ({ status, body: { error } });
const signIn = (username: string, password: string) =>
  api.client().post('/login', { username, password, tz: 'America/Toronto' });
const details = async (id: string) =>
  (await manager.get(`/employees/getemployee/${id}`)).body.requestedData[0];

describe('adding an employee', () => {
  it.each([
    ['as a form', undefined],
    ['as JSON', AS_JSON],
  ])('%s', async (_, headers) => {
    const sent = form();
    const reply = await manager.post('/employees/addemployee', sent, headers);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Employee added successFully' } });
    const [added] = reply.body.requestedData;
    expect(added).toEqual({
      id: expect.any(String),
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: sent.username,
      employee_role: 'sales associate',
      employee_number: '7',
      campaign_id: company.campaignId,
      campaign_name: 'Solar',
      goal_name: 'Steady',
    });
    expect((await manager.get('/employees/getemployees/all')).body.requestedData).toContainEqual(added);
    expect(await details(added.id)).toMatchObject({
      ...added,
      manger_id: company.manager.employeeId,
      emp_campaign_id: company.campaignId,
      campaignname: 'Solar',
      shift_duration: 8,
      login_time: null,
      sales_per_hour: 'N/A',
      employee_type: 'employee',
    });
    expect(await signIn(sent.username, FIRST_PASSWORD)).toMatchObject({ status: 200 });
    expect(await signIn(sent.username, FIRST_PASSWORD.trim())).toMatchObject(refused('failedLogin', 401));
    expect((await details(added.id)).login_time).toMatch(/Z$/);
  });

  it('needs role and campaign, in those words', async () => {
    const lacks: Record<string, string>[] = [{ employeeRole: '' }, { campaignId: '' }];
    for (const lacking of lacks) {
      expect(await add(lacking)).toMatchObject({
        status: 400,
        body: { error: 'roleOrCampaignEmpty', message: "Employee's role and/or campaign can not be empty" },
      });
    }
  });

  it.each([
    [{ firstName: ' ' }, 'incompleteFields', 400],
    [{ lastName: '' }, 'incompleteFields', 400],
    [{ username: 'ada@x' }, 'invalidEmail', 400],
    [{ username: '' }, 'incompleteFields', 400],
    [{ shiftDuration: 10 }, 'invalidDuration', 400],
    [{ employeeRole: 'super employee' }, 'malformed', 400],
    [{ campaignId: newId() }, 'noSuchCampaign', 404],
    [{ managerId: newId() }, 'noSuchManager', 404],
    [{ password: '1234567' }, 'tooShort', 400],
    [{ password: 'x'.repeat(129) }, 'tooLong', 400],
    [{ password: 'Password' }, 'commonPassword', 400],
    [{ firstName: 'x'.repeat(256) }, 'failedAdd', 400],
  ])('refuses %j', async (wrong, error, status) => {
    const before = await api.store.head();
    const sent = form(wrong);
    expect(await manager.post('/employees/addemployee', sent)).toMatchObject(refused(error, status));
    expect(await api.store.head()).toBe(before);
    // What was refused keeps no email from anybody.
    if (sent.username.includes('.test')) {
      expect(await manager.post('/employees/addemployee', form({ username: sent.username }))).toMatchObject({
        status: 200,
      });
    }
  });

  it('without a password is refused as too short', async () => {
    const { password: _, ...without } = form();
    expect(await manager.post('/employees/addemployee', without)).toMatchObject(refused('tooShort'));
  });

  it('may name another manager of the company as his manager', async () => {
    const reply = await add({ managerId: company.owner.employeeId });
    const [{ id }] = reply.body.requestedData;
    const team = await manager.get(`/employees/getsubordinates/${company.owner.employeeId}`);
    expect(team.body.requestedData).toEqual(reply.body.requestedData);
    expect((await details(id)).manger_id).toBe(company.owner.employeeId);
    expect(await add({ managerId: company.associate.employeeId })).toMatchObject(
      refused('noSuchManager', 404),
    );
  });

  it('twice with one Idempotency-Key is one employee, and no digest of the password is kept', async () => {
    const sent = form();
    const headers = { 'idempotency-key': newId() };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => manager.post('/employees/addemployee', sent, headers)),
    );
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    const other = { ...sent, password: 'another-of-mine' };
    expect(await manager.post('/employees/addemployee', other, headers)).toMatchObject({ status: 200 });
    expect(await signIn(sent.username, 'another-of-mine')).toMatchObject({ status: 401 });
    expect(await signIn(sent.username, FIRST_PASSWORD)).toMatchObject({ status: 200 });
  });
});

describe('an email', () => {
  it('belongs to one of 64 who are added at once in two companies', async () => {
    const other = await api.company();
    const elsewhere = await api.signedIn(other.manager);
    const username = `one.${newId()}@example.test`;
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        at % 2 === 0
          ? add({ username: username.toUpperCase() })
          : elsewhere.post('/employees/addemployee', { ...form({ username }), campaignId: other.campaignId }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body.error]).toEqual([409, 'emailTaken']);
    }
    expect(await signIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 });
    const { rows } = await api.pool.query(
      `SELECT type FROM events WHERE type = 'EmployeeAdded' AND data->'employee'->>'email' = $1`,
      [username],
    );
    expect(rows).toHaveLength(1);
  });

  it('moves with an edit, and the former one is free', async () => {
    const [before, after] = [`before.${newId()}@example.test`, `after.${newId()}@example.test`];
    const [{ id }] = (await add({ username: before })).body.requestedData;
    const edit = (username: string) =>
      manager.patch(`/employees/editemployee/${id}`, { ...required(), username });
    expect(await edit(company.associate.email)).toMatchObject(refused('emailTaken', 409));
    expect(await edit(after)).toMatchObject({ status: 200, body: { requestedData: [{ email: after }] } });
    expect(await signIn(before, FIRST_PASSWORD)).toMatchObject({ status: 401 });
    expect(await signIn(after, FIRST_PASSWORD)).toMatchObject({ status: 200 });
    expect(await add({ username: before })).toMatchObject({ status: 200 });
    expect(await edit(before)).toMatchObject(refused('emailTaken', 409));
  });

  it('of two edits of one person at once is the last one, and nothing else is held', async () => {
    const [{ id }] = (await add()).body.requestedData;
    const wanted = Array.from({ length: 16 }, () => `many.${newId()}@example.test`);
    const edits = await Promise.all(
      wanted.map((username) => manager.patch(`/employees/editemployee/${id}`, { ...required(), username })),
    );
    expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await api.pool.query('SELECT email, settled FROM emails WHERE employee_id = $1', [id]);
    expect(rows).toEqual([{ email: (await details(id)).email, settled: true }]);
  });
});

describe('editing an employee', () => {
  it('keeps what was not sent', async () => {
    const [added] = (await add()).body.requestedData;
    const reply = await manager.patch(`/employees/editemployee/${added.id}`, {
      ...required(),
      lastName: 'Byron',
    });
    expect(reply.body).toEqual({
      message: 'Data updated successfully',
      requestedData: [{ ...added, last_name: 'Byron' }],
    });
    expect(await details(added.id)).toMatchObject({ last_name: 'Byron', shift_duration: 8 });
  });

  it('needs role and campaign', async () => {
    const [{ id }] = (await add()).body.requestedData;
    const lacks: Record<string, string>[] = [
      { lastName: 'B' },
      { employeeRole: 'manager' },
      { ...required(), campaignId: '' },
    ];
    for (const lacking of lacks) {
      expect(await manager.patch(`/employees/editemployee/${id}`, lacking)).toMatchObject(
        refused('roleOrCampaignEmpty'),
      );
    }
  });

  it('finds nobody unknown or of another company, whatever is sent', async () => {
    const other = await api.company();
    for (const id of [newId(), other.associate.employeeId, 'x']) {
      const wishes: Record<string, string>[] = [
        {},
        { username: company.associate.email },
        { username: other.associate.email },
      ];
      for (const said of wishes) {
        const sent = { ...required(), ...said };
        expect(await manager.patch(`/employees/editemployee/${id}`, sent)).toMatchObject(
          refused('noSuchEmployee', 404),
        );
      }
      expect(await manager.get(`/employees/getemployee/${id}`)).toMatchObject(refused('noSuchEmployee', 404));
      expect(await manager.get(`/employees/getsubordinates/${id}`)).toMatchObject(
        refused('noSuchEmployee', 404),
      );
      expect(await manager.delete(`/employees/delete/${id}`)).toMatchObject(refused('noSuchEmployee', 404));
    }
    expect(await api.signedIn(other.associate)).toBeDefined();
  });

  it('leaves the super employee what he is', async () => {
    const sent = { ...required(), firstName: 'Susan' };
    const path = `/employees/editemployee/${company.owner.employeeId}`;
    expect(await manager.patch(path, sent)).toMatchObject({ status: 200 });
    expect(await details(company.owner.employeeId)).toMatchObject({
      first_name: 'Susan',
      employee_role: 'manager',
      employee_type: 'super employee',
    });
  });
});

describe('lists of employees', () => {
  it('are by name and come in pages for who asks', async () => {
    const all = (await manager.get('/employees/getemployees/all')).body.requestedData;
    const names = all.map((one: Record<string, string>) => `${one.first_name} ${one.last_name}`);
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
    const paged = [];
    for (let cursor = ''; ; ) {
      const { body } = await manager.get(`/employees/getemployees/all?limit=3${cursor}`);
      paged.push(...body.requestedData);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(all);
    expect(await manager.get('/employees/getemployees/all?cursor=nonsense')).toMatchObject(
      refused('invalidCursor'),
    );
  });

  it('are for managers; a person sees himself', async () => {
    const associate = await api.signedIn(company.associate);
    for (const path of ['getemployees/all', `getsubordinates/${company.manager.employeeId}`]) {
      expect(await associate.get(`/employees/${path}`)).toMatchObject(refused('restricted', 403));
    }
    const own = await associate.get(`/employees/getemployee/${company.associate.employeeId}`);
    expect(own.body.requestedData[0]).toMatchObject({
      email: company.associate.email,
      login_time: expect.stringMatching(/Z$/),
      sales_per_hour: 0,
    });
    expect(await associate.get(`/employees/getemployee/${company.colleague.employeeId}`)).toMatchObject(
      refused('restricted', 403),
    );
  });
});
