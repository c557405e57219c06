import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, readyDashboard, restBillboard } from '#tests/gateway/live-world.ts';
import { AS_JSON } from '#tests/support/servers/http-client.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';
import { DAY, type HalfADay, startHalfADay, ZONE } from './half-a-day.ts';
import { chartOf, logOf } from './shift-world.ts';

const MANAGERS = '/api/employees/edit/shiftDuration/manager';

let day: HalfADay;
beforeAll(async () => {
  day = await startHalfADay();
});
afterAll(() => day.world.stop());

const edit = (who: SeededPerson, shiftDuration: string | number, loginDate = DAY) => ({
  shiftDuration,
  employeeId: who.employeeId,
  loginDate,
});

describe('a shift duration set by a manager', () => {
  it('applies to one shift, and shows everywhere at once', async () => {
    const { who, person } = await day.atWork();
    const dashboard = await readyDashboard(day.world.program, day.manager);
    const own = await readyDashboard(day.world.program, person);
    for (const [form, headers] of [[edit(who, '1')], [edit(who, 1), AS_JSON]] as const) {
      expect(await day.manager.patch(MANAGERS, form, headers)).toMatchObject({
        status: 200,
        body: { message: 'Data updated successfully', newDuration: 1, salesPerHour: 4 },
      });
    }
    expect((await day.manager.patch('/api/employees/edit/shiftduration/manager', edit(who, 1))).status).toBe(
      200,
    );
    const shown = { shift_duration: 1, sales_per_hour: 4 };
    await eventually(() => expect(dashboard.board()?.rows.get(who.employeeId)).toMatchObject(shown));
    await eventually(() => expect(own.figures()).toMatchObject({ shiftDuration: 1, salesPerHour: 4 }));
    expect(dashboard.gaps).toEqual([]);
    expect(await logOf(day.manager, who.employeeId)).toMatchObject([shown]);
    const { body } = await day.manager.get(`/api/employees/getemployee/${who.employeeId}`);
    expect(body.requestedData).toMatchObject([{ shift_duration: 1, default_shift_duration: 8 }]);
    expect(await restBillboard(day.manager, DAY)).toContainEqual(expect.objectContaining(shown));
    expect((await chartOf(day.manager, who.employeeId)).at(-1)?.sales_per_hour).toBe(4);

    day.world.at('2026-06-11T14:00:00.000Z');
    const tomorrow = await day.world.signIn(who.email, ZONE);
    expect((await logOf(tomorrow, who.employeeId))[0]).toMatchObject({
      login_date: '2026-06-11',
      shift_duration: 8,
    });
    // The date is past and the shift has ended, so all of its hours count.
    await day.world.midnightJob('2026-06-11T15:00:00.000Z');
    expect((await day.manager.patch(MANAGERS, edit(who, 5))).body).toMatchObject({
      newDuration: 5,
      salesPerHour: 0.8,
    });
  });

  it('adds the shift of a date that has none, on the clock of its employee', {
    tags: ['decision-1.8'],
  }, async () => {
    const { who, person } = await day.atWork();
    const add = (loginDate: string, loginTime: string, shiftDuration: string | number = 7) =>
      day.manager.patch(MANAGERS, { ...edit(who, shiftDuration, loginDate), loginTime });
    expect(await add('2026-06-08', '09:30')).toMatchObject({
      status: 200,
      body: { newDuration: 7, salesPerHour: 0 },
    });
    const added = {
      ...{ login_date: '2026-06-08', login_time: '2026-06-08T13:30:00.000Z', timezone: ZONE },
      ...{ shift_duration: 7, hours: 7, sales_per_hour: 0, start_reason: 'manager' },
    };
    expect(await logOf(day.manager, who.employeeId)).toContainEqual(expect.objectContaining(added));
    expect(await logOf(person, who.employeeId)).toContainEqual(expect.objectContaining(added));
    // From now on it is a shift like any other.
    expect((await day.manager.patch(MANAGERS, edit(who, 5, '2026-06-08'))).body).toMatchObject({
      newDuration: 5,
    });
    const refused = async (reply: ReturnType<typeof add>) => {
      const { status, body } = await reply;
      return [status, body.error];
    };
    expect(await refused(add('2026-06-08', '09:30'))).toEqual([409, 'shiftExists']);
    expect(await refused(add(DAY, '09:30'))).toEqual([409, 'shiftExists']);
    expect(await refused(add('2031-06-08', '09:30'))).toEqual([400, 'futureShift']);
    for (const slip of ['0000-01-01', '0202-06-08', '1999-12-31'])
      expect(await refused(add(slip, '09:30'))).toEqual([400, 'invalidDate']);
    expect(await refused(add('2026-02-29', '09:30'))).toEqual([400, 'invalidDate']);
    expect(await refused(add('2026-06-07', '24:00'))).toEqual([400, 'failedEdit']);
    expect(await refused(add('2026-06-07', '09:30', 12))).toEqual([400, 'invalidDuration']);
    await day.world.midnightJob('2026-06-12T15:00:00.000Z');
    expect(await logOf(day.manager, who.employeeId)).toContainEqual(
      expect.objectContaining({ login_date: '2026-06-08', logout_time: '2026-06-09T04:00:00.000Z' }),
    );
  });

  it('needs a shift, a valid date, an employee of the company, and a manager', async () => {
    const { who, person } = await day.atWork();
    const other = await day.world.seedCompany();
    const foreign = other.associates[0] as SeededPerson;
    await day.world.signIn(foreign.email, ZONE);
    const refused = async (form: ReturnType<typeof edit>, by = day.manager) => {
      const { status, body } = await by.patch(MANAGERS, form);
      return [status, body.error];
    };
    expect(await refused(edit(who, 8, '2026-06-09'))).toEqual([404, 'noSuchShift']);
    expect(await refused(edit(who, 8, '2026-02-29'))).toEqual([400, 'invalidDate']);
    expect(await refused(edit(foreign, 8))).toEqual([404, 'noSuchEmployee']);
    expect(await refused(edit({ ...who, employeeId: 'nobody' }, 8))).toEqual([404, 'noSuchEmployee']);
    expect(await refused(edit(who, 8), person)).toEqual([403, 'restricted']);
    expect(await refused(edit(who, 8), day.world.program.client())).toEqual([401, 'notLoggedIn']);
    expect((await day.manager.patch(MANAGERS, { shiftDuration: 8 })).body.error).toBe('failedEdit');
  });
});
