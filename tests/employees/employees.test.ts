import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { AS_JSON } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { FIRST_PASSWORD, type Fields, newEmail, refused, type Staff, startStaff } from './staff-world.ts';

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
});
afterAll(() => staff.close());

describe('adding an employee', () => {
  it.each([
    ['as a form', undefined],
    ['as JSON', AS_JSON],
  ])('%s', { tags: ['decision-1.3', 'decision-9.14'] }, async (_, headers) => {
    const sent = staff.form();
    const reply = await staff.manager.post('/employees/addemployee', sent, headers);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Employee added successFully' } });
    const [added] = reply.body.requestedData;
    expect(added).toEqual({
      id: expect.any(String),
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: sent.username,
      employee_role: 'sales associate',
      employee_number: '7',
      campaign_id: staff.company.campaignId,
      campaign_name: 'Solar',
      goal_name: 'Steady',
    });
    expect((await staff.manager.get('/employees/getemployees/all')).body.requestedData).toContainEqual(added);
    expect(await staff.details(added.id)).toMatchObject({
      ...added,
      manger_id: staff.company.manager.employeeId,
      emp_campaign_id: staff.company.campaignId,
      campaignname: 'Solar',
      shift_duration: 8,
      login_time: null,
      sales_per_hour: 'N/A',
      employee_type: 'employee',
    });
    expect(await staff.signIn(sent.username, FIRST_PASSWORD)).toMatchObject({ status: 200 });
    expect(await staff.signIn(sent.username, FIRST_PASSWORD.trim())).toMatchObject(
      refused('failedLogin', 401),
    );
    // Another person's write: it is read a moment later.
    await expect
      .poll(async () => (await staff.details(added.id)).login_time)
      .toEqual(expect.stringMatching(/Z$/));
  });

  it('needs role and campaign, with that wording', async () => {
    const lacks: Fields[] = [{ employeeRole: '' }, { campaignId: '' }];
    for (const lacking of lacks) {
      expect(await staff.add(lacking)).toMatchObject({
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
    [{ employeeRole: 'super employee' }, 'invalidRole', 400],
    [{ campaignId: newId() }, 'noSuchCampaign', 404],
    [{ managerId: newId() }, 'noSuchManager', 404],
    [{ password: '1234567' }, 'tooShort', 400],
    [{ password: 'x'.repeat(129) }, 'tooLong', 400],
    [{ username: 'ada@lovelace.test', password: 'ada@lovelace.test' }, 'commonPassword', 400],
    [{ password: 'L0velace2026!' }, 'commonPassword', 400],
    [{ firstName: 'x'.repeat(256) }, 'invalidText', 400],
  ])(
    'refuses %j',
    { tags: ['decision-4.2', 'decision-4.3', 'decision-8.9'] },
    async (wrong, error, status) => {
      const before = await staff.api.store.head();
      const sent = staff.form(wrong);
      expect(await staff.manager.post('/employees/addemployee', sent)).toMatchObject(refused(error, status));
      expect(await staff.api.store.head()).toBe(before);
      // A refused request keeps no email reserved.
      if (!sent.username.includes('.test')) return;
      expect((await staff.add({ username: sent.username })).status).toBe(200);
    },
  );

  it('without a password lets them in by the invitation only, and a short one is refused', async () => {
    expect((await staff.add({ password: '' })).status).toBe(200);
    expect(await staff.add({ password: 'short' })).toMatchObject(refused('tooShort'));
  });

  it("accepts another manager of the company as a manager's manager", {
    tags: ['decision-9.15'],
  }, async () => {
    const reply = await staff.add({ managerId: staff.company.owner.employeeId });
    const [{ id }] = reply.body.requestedData;
    const team = await staff.manager.get(`/employees/getsubordinates/${staff.company.owner.employeeId}`);
    expect(team.body.requestedData).toContainEqual(reply.body.requestedData[0]);
    expect((await staff.details(id)).manger_id).toBe(staff.company.owner.employeeId);
    expect(await staff.add({ managerId: staff.company.associate.employeeId })).toMatchObject(
      refused('noSuchManager', 404),
    );
  });

  it('twice with one Idempotency-Key adds one employee and stores no digest of the password', async () => {
    const sent = staff.form();
    const headers = { 'idempotency-key': newId() };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => staff.manager.post('/employees/addemployee', sent, headers)),
    );
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    // As if the program had stopped before it stored its answer.
    await staff.api.pool.query('UPDATE idempotency_keys SET answer = NULL WHERE key = $1', [
      headers['idempotency-key'],
    ]);
    const again = await staff.manager.post('/employees/addemployee', sent, headers);
    expect(again.body).toEqual(replies[0]?.body);
    const other = { ...sent, password: 'another-of-mine' };
    expect(await staff.manager.post('/employees/addemployee', other, headers)).toMatchObject({ status: 200 });
    expect(await staff.signIn(sent.username, 'another-of-mine')).toMatchObject({ status: 401 });
    expect(await staff.signIn(sent.username, FIRST_PASSWORD)).toMatchObject({ status: 200 });
  });
});

describe('editing an employee', () => {
  it('keeps fields that were not sent', { tags: ['decision-9.1'] }, async () => {
    const [added] = (await staff.add()).body.requestedData;
    const reply = await staff.edit(added.id, {
      ...staff.required(),
      lastName: 'Byron',
    });
    expect(reply.body).toEqual({
      message: 'Data updated successfully',
      requestedData: [{ ...added, last_name: 'Byron' }],
    });
    expect(await staff.details(added.id)).toMatchObject({ last_name: 'Byron', shift_duration: 8 });
  });

  it('may name another manager of the company', { tags: ['decision-9.15'] }, async () => {
    const [{ id }] = (await staff.add()).body.requestedData;
    const managerOf = async () => (await staff.details(id)).manger_id;
    expect(await managerOf()).toBe(staff.company.manager.employeeId);
    const led = (managerId: string) => staff.edit(id, { ...staff.required(), managerId });
    expect((await led(staff.company.owner.employeeId)).status).toBe(200);
    expect(await managerOf()).toBe(staff.company.owner.employeeId);
    const { manager: foreign } = await staff.api.company();
    for (const none of [staff.company.associate.employeeId, foreign.employeeId])
      expect(await led(none)).toMatchObject(refused('noSuchManager', 404));
    expect(await managerOf()).toBe(staff.company.owner.employeeId);
  });

  it('needs role and campaign', { tags: ['decision-9.2'] }, async () => {
    const [{ id }] = (await staff.add()).body.requestedData;
    const lacks: Fields[] = [
      { lastName: 'B' },
      { employeeRole: 'manager' },
      { ...staff.required(), campaignId: '' },
    ];
    for (const lacking of lacks) {
      expect(await staff.edit(id, lacking)).toMatchObject(refused('roleOrCampaignEmpty'));
    }
  });

  it('does not find unknown employees or those of another company, whatever is sent', async () => {
    const other = await staff.api.company();
    for (const id of [newId(), other.associate.employeeId, 'x']) {
      const wishes: Fields[] = [
        {},
        { username: staff.company.associate.email },
        { username: other.associate.email },
      ];
      for (const wish of wishes) {
        const sent = { ...staff.required(), ...wish };
        expect(await staff.edit(id, sent)).toMatchObject(refused('noSuchEmployee', 404));
      }
      expect(await staff.manager.get(`/employees/getemployee/${id}`)).toMatchObject(
        refused('noSuchEmployee', 404),
      );
      expect(await staff.manager.get(`/employees/getsubordinates/${id}`)).toMatchObject(
        refused('noSuchEmployee', 404),
      );
      expect(await staff.manager.delete(`/employees/delete/${id}`)).toMatchObject(
        refused('noSuchEmployee', 404),
      );
    }
    expect(await staff.api.signedIn(other.associate)).toBeDefined();
  });

  it('keeps the role of the super employee', { tags: ['asvs-7.5.1'] }, async () => {
    const kept = { ...staff.required(), employeeRole: 'manager' };
    const sent = { ...kept, firstName: 'Susan' };
    const path = `/employees/editemployee/${staff.company.owner.employeeId}`;
    expect(await staff.manager.patch(path, { ...sent, employeeRole: 'sales associate' })).toMatchObject(
      refused('superEmployeeIsManager', 409),
    );
    expect(await staff.manager.patch(path, sent)).toMatchObject({ status: 200 });
    expect(await staff.details(staff.company.owner.employeeId)).toMatchObject({
      first_name: 'Susan',
      employee_role: 'manager',
      employee_type: 'super employee',
    });
    // The owner of the new email could reset the password.
    const move = { ...kept, username: newEmail() };
    expect(await staff.edit(staff.company.owner.employeeId, move)).toMatchObject(refused('restricted', 403));
    const owner = await staff.api.signedIn(staff.company.owner);
    expect(await owner.patch(path, move), 'without a password').toMatchObject(refused('ownEmail', 400));
    expect(await staff.signIn(move.username, PASSWORD)).toMatchObject({ status: 401 });
  });
});

describe('lists of employees', () => {
  it('are sorted by name and come in pages on request', async () => {
    const all = (await staff.manager.get('/employees/getemployees/all')).body.requestedData;
    const names = all.map((one: Record<string, string>) => `${one.first_name} ${one.last_name}`);
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
    const paged = [];
    for (let cursor = ''; ; ) {
      const { body } = await staff.manager.get(`/employees/getemployees/all?limit=3${cursor}`);
      paged.push(...body.requestedData);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(all);
    expect(await staff.manager.get('/employees/getemployees/all?cursor=nonsense')).toMatchObject(
      refused('invalidCursor'),
    );
  });

  it('are for managers; an associate sees only their own record', async () => {
    const associate = await staff.api.signedIn(staff.company.associate);
    for (const path of ['getemployees/all', `getsubordinates/${staff.company.manager.employeeId}`]) {
      expect(await associate.get(`/employees/${path}`)).toMatchObject(refused('restricted', 403));
    }
    const own = await associate.get(`/employees/getemployee/${staff.company.associate.employeeId}`);
    expect(own.body.requestedData[0]).toMatchObject({
      email: staff.company.associate.email,
      login_time: expect.stringMatching(/Z$/),
      sales_per_hour: 0,
    });
    expect(await associate.get(`/employees/getemployee/${staff.company.colleague.employeeId}`)).toMatchObject(
      refused('restricted', 403),
    );
  });
});
