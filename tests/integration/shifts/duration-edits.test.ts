import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedId, newId } from '#platform/ids.ts';
import { AS_JSON, type HttpClient } from '#tests/support/http-client.ts';
import type { SeededCompany, SeededPerson } from '#tests/support/seed-company.ts';
import { eventually, readyDashboard, restBillboard } from '../gateway/live-world.ts';
import { chartOf, logOf, rowsOf, type ShiftWorld, sell, startShiftWorld } from './shift-world.ts';

const ZONE = 'America/Toronto';
/** Ten in the morning and two in the afternoon. */
const MORNING = '2026-06-10T14:00:00.000Z';
const AFTERNOON = '2026-06-10T18:00:00.000Z';
const DAY = '2026-06-10';
const OWN = '/api/employees/edit/shiftduration';
const MANAGERS = '/api/employees/edit/shiftDuration/manager';

let world: ShiftWorld;
let company: SeededCompany;
let manager: HttpClient;
beforeAll(async () => {
  world = await startShiftWorld(MORNING);
  company = await world.seedCompany({ associates: 12 });
  manager = await world.signIn(company.managers[0]?.email ?? '', ZONE);
});
afterAll(() => world.stop());

const campaignId = () => company.campaigns[0]?.campaignId ?? '';
let people = 0;
/** Somebody who signed in at ten and has sold four times by two. */
async function atWork(): Promise<{ who: SeededPerson; person: HttpClient }> {
  world.at(MORNING);
  const who = company.associates[people++];
  if (!who) throw new Error('nobody left');
  const person = await world.signIn(who.email, ZONE);
  world.at(AFTERNOON);
  for (let sale = 0; sale < 4; sale++) await sell(person, campaignId());
  return { who, person };
}

const edit = (who: SeededPerson, shiftDuration: string | number, loginDate = DAY) => ({
  shiftDuration,
  employeeId: who.employeeId,
  loginDate,
});

describe('the own duration', () => {
  it('is that of the shift of today and of new ones, and the rate follows at once', async () => {
    const { who, person } = await atWork();
    const reply = await person.patch(OWN, { shiftDuration: '2' });
    expect(reply).toMatchObject({
      status: 200,
      // Four sales; four hours since login, of which two count.
      body: { message: 'Data updated successfully', newDuration: 2, salesPerHour: 2 },
    });
    const shown = { shift_duration: 2, sales_per_hour: 2 };
    expect(await rowsOf(person.get('/api/employees/getemployee'))).toMatchObject([shown]);
    expect(await logOf(person, who.employeeId)).toMatchObject([{ login_date: DAY, ...shown }]);
    expect((await chartOf(person)).at(-1)).toEqual({ login_date: DAY, sales_per_hour: 2 });
    const board = await rowsOf<{ employee_id: string }>(person.get(`/api/logs/getlogsdaily/${DAY}`));
    expect(board.find(({ employee_id }) => employee_id === who.employeeId)).toMatchObject(shown);
    expect((await person.patch('/api/sales/update/salesperhour')).body.salesPerHour).toBe(2);

    world.at('2026-06-11T14:00:00.000Z');
    const tomorrow = await world.signIn(who.email, ZONE);
    expect(await logOf(tomorrow, who.employeeId)).toMatchObject([
      { login_date: '2026-06-11', shift_duration: 2 },
      { login_date: DAY, shift_duration: 2 },
    ]);
  });

  it('is read from forms and from JSON, under both spellings', async () => {
    const { person } = await atWork();
    const paths = [OWN, '/api/employees/edit/shiftDuration'];
    for (const path of paths) {
      expect((await person.patch(path, { shiftDuration: '7' })).body.newDuration).toBe(7);
      expect((await person.patch(path, { shiftDuration: 5 }, AS_JSON)).body.newDuration).toBe(5);
      expect((await person.patch(path, { shiftDuration: '6' }, AS_JSON)).body.newDuration).toBe(6);
    }
  });

  it('of 0 hours leaves no rate anywhere', async () => {
    const { who, person } = await atWork();
    const reply = await person.patch(OWN, { shiftDuration: '0' });
    expect(reply.body).toMatchObject({ newDuration: 0, salesPerHour: 'N/A' });
    expect(await logOf(person, who.employeeId)).toMatchObject([{ shift_duration: 0, sales_per_hour: 'N/A' }]);
    expect((await chartOf(person)).at(-1)).toEqual({ login_date: DAY, sales_per_hour: null });
  });

  it.each(['', '10', '-1', '1.5', ' 8', 'x', '٨'])('is one digit, so %j changes nothing', async (wrong) => {
    const head = await world.program.core.store.head();
    const body = {
      message: 'The shift duration is a whole number of hours from 0 to 9',
      error: 'invalidDuration',
    };
    expect(await manager.patch(OWN, { shiftDuration: wrong })).toMatchObject({ status: 400, body });
    const who = company.associates[0] as SeededPerson;
    expect(await manager.patch(MANAGERS, edit(who, wrong))).toMatchObject({ status: 400, body });
    expect(await world.program.core.store.head()).toBe(head);
  });

  it('is set for new shifts also while there is none of today', async () => {
    const { person } = await atWork();
    world.at('2026-06-11T06:00:00.000Z');
    const reply = await person.patch(OWN, { shiftDuration: '4' });
    expect(reply).toMatchObject({ status: 200, body: { newDuration: 4, salesPerHour: 'N/A' } });
  });

  it('is set once, however often the same request comes', async () => {
    const { who, person } = await atWork();
    const send = () => person.patch(OWN, { shiftDuration: '3' }, { 'idempotency-key': 'lunch' });
    const replies = await Promise.all(Array.from({ length: 8 }, send));
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect((await send()).body).toMatchObject({ newDuration: 3 });
    expect(await durationEvents(who)).toEqual({ today: [3], standing: [3] });
  });

  it('that was saved half, because the program died in between, is completed by saying it again', async () => {
    const { who, person } = await atWork();
    const { commands } = world.program.core;
    const now = world.clock.now().toISOString();
    const { companyId } = company;
    const commandId = newId();
    const ctx = {
      companyId,
      actorId: who.employeeId,
      commandId,
      correlationId: '',
      origin: 'api',
      now,
    } as const;
    const half = { ...ctx, commandId: derivedId(commandId, 'standing') };
    await commands.employees.setStandingDuration(half, { employeeId: who.employeeId, hours: 1 });
    await world.settled();
    // He still looks at the former one.
    expect(await logOf(person, who.employeeId)).toMatchObject([{ shift_duration: 8 }]);
    const again = { employeeId: who.employeeId, loginDate: DAY, hours: 1 };
    for (const each of [ctx, ctx, { ...ctx, commandId: newId() }])
      expect(await commands.setOwnDuration(each, again)).toMatchObject({ ok: true });
    expect(await durationEvents(who)).toEqual({ today: [1], standing: [1] });
  });

  it('of 64 requests at once is one of them, for today and for new shifts', async () => {
    const { who, person } = await atWork();
    const hours = Array.from({ length: 64 }, (_, at) => at % 10);
    const replies = await Promise.all(hours.map((each) => person.patch(OWN, { shiftDuration: each })));
    expect(replies.map(({ status, body }) => [status, body.newDuration])).toEqual(
      hours.map((each) => [200, each]),
    );
    const { today, standing } = await durationEvents(who);
    expect(today.at(-1)).toBe(standing.at(-1));
  });

  it('of new shifts leaves the one of today as it began, wherever it shows', async () => {
    world.at(MORNING);
    const form = {
      firstName: 'Nia',
      lastName: 'New',
      username: `nia.${company.companyId}@example.test`,
      password: 'Winter-light7',
      employeeRole: 'sales associate',
      campaignId: campaignId(),
    };
    const added = await manager.post('/api/employees/addemployee', form);
    const id: string = added.body.requestedData[0].id;
    const nia = await world.program.signIn(form.username, form.password, ZONE);
    const { employeeRole } = form;
    const standing = { shiftDuration: 4, employeeRole, campaignId: campaignId() };
    expect((await manager.patch(`/api/employees/editemployee/${id}`, standing)).status).toBe(200);
    await world.settled();
    const shown = { shift_duration: 'N/A', login_time: MORNING };
    expect(await rowsOf(nia.get('/api/employees/getemployee'))).toMatchObject([shown]);
    expect(await logOf(nia, id)).toMatchObject([shown]);
    world.at('2026-06-11T14:00:00.000Z');
    const tomorrow = await world.program.signIn(form.username, form.password, ZONE);
    expect(await rowsOf(tomorrow.get('/api/employees/getemployee'))).toMatchObject([{ shift_duration: 4 }]);
  });
});

describe('the duration of an employee, set by a manager', () => {
  it('is that of one shift, and shows everywhere at once', async () => {
    const { who, person } = await atWork();
    const dashboard = await readyDashboard(world.program, manager);
    const own = await readyDashboard(world.program, person);
    for (const [form, headers] of [[edit(who, '1')], [edit(who, 1), AS_JSON]] as const) {
      expect(await manager.patch(MANAGERS, form, headers)).toMatchObject({
        status: 200,
        body: { message: 'Data updated successfully', newDuration: 1, salesPerHour: 4 },
      });
    }
    expect((await manager.patch('/api/employees/edit/shiftduration/manager', edit(who, 1))).status).toBe(200);
    const shown = { shift_duration: 1, sales_per_hour: 4 };
    await eventually(() => expect(dashboard.board()?.rows.get(who.employeeId)).toMatchObject(shown));
    await eventually(() => expect(own.figures()).toMatchObject({ shiftDuration: 1, salesPerHour: 4 }));
    expect(dashboard.gaps).toEqual([]);
    expect(await logOf(manager, who.employeeId)).toMatchObject([shown]);
    expect(await restBillboard(manager, DAY)).toContainEqual(expect.objectContaining(shown));
    expect((await chartOf(manager, who.employeeId)).at(-1)?.sales_per_hour).toBe(4);

    world.at('2026-06-11T14:00:00.000Z');
    const tomorrow = await world.signIn(who.email, ZONE);
    expect((await logOf(tomorrow, who.employeeId))[0]).toMatchObject({
      login_date: '2026-06-11',
      shift_duration: 8,
    });
    // Of a date that is past: the shift has ended, so all of its hours count.
    await world.midnightJob('2026-06-11T15:00:00.000Z');
    expect((await manager.patch(MANAGERS, edit(who, 5))).body).toMatchObject({
      newDuration: 5,
      salesPerHour: 0.8,
    });
  });

  it('needs a shift, a real date, somebody of the company, and a manager', async () => {
    const { who, person } = await atWork();
    const other = await world.seedCompany();
    const foreign = other.associates[0] as SeededPerson;
    await world.signIn(foreign.email, ZONE);
    const refused = async (form: ReturnType<typeof edit>, by = manager) => {
      const { status, body } = await by.patch(MANAGERS, form);
      return [status, body.error];
    };
    expect(await refused(edit(who, 8, '2026-06-09'))).toEqual([404, 'noSuchShift']);
    expect(await refused(edit(who, 8, '2026-02-29'))).toEqual([400, 'invalidDate']);
    expect(await refused(edit(foreign, 8))).toEqual([404, 'noSuchEmployee']);
    expect(await refused(edit({ ...who, employeeId: 'nobody' }, 8))).toEqual([404, 'noSuchEmployee']);
    expect(await refused(edit(who, 8), person)).toEqual([403, 'restricted']);
    expect(await refused(edit(who, 8), world.program.client())).toEqual([401, 'notLoggedIn']);
    expect((await manager.patch(MANAGERS, { shiftDuration: 8 })).body.error).toBe('failedEdit');
  });
});

/** The hours that were set, in order: of the shift of that day, and for new shifts. */
async function durationEvents({
  employeeId,
}: SeededPerson): Promise<{ today: number[]; standing: number[] }> {
  type Edit = { employeeId?: string; after: number & { shiftDuration: number } };
  const events = await world.program.core.store.readAll({ limit: 10_000 });
  const own = (wanted: string) =>
    events
      .filter(({ type }) => type === wanted)
      .map(({ data }) => data as Edit)
      .filter((edit) => edit.employeeId === employeeId);
  return {
    today: own('ShiftDurationSet').map(({ after }) => after),
    standing: own('EmployeeEdited').map(({ after }) => after.shiftDuration),
  };
}
