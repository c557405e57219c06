import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedId, newId } from '#platform/ids.ts';
import { AS_JSON } from '#tests/support/servers/http-client.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';
import { DAY, type HalfADay, MORNING, startHalfADay, ZONE } from './half-a-day.ts';
import { chartOf, logOf, rowsOf } from './shift-world.ts';

const OWN = '/api/employees/edit/shiftduration';

let day: HalfADay;
beforeAll(async () => {
  day = await startHalfADay();
});
afterAll(() => day.world.stop());

describe("an employee's own shift duration", () => {
  it('applies to the shift of today and to new ones, and the rate changes at once', {
    tags: ['decision-9.24'],
  }, async () => {
    const { who, person } = await day.atWork();
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

    day.world.at('2026-06-11T14:00:00.000Z');
    const tomorrow = await day.world.signIn(who.email, ZONE);
    expect(await logOf(tomorrow, who.employeeId)).toMatchObject([
      { login_date: '2026-06-11', shift_duration: 2 },
      { login_date: DAY, shift_duration: 2 },
    ]);
  });

  it('is read from forms and from JSON, under both spellings', async () => {
    const { person } = await day.atWork();
    const paths = [OWN, '/api/employees/edit/shiftDuration'];
    for (const path of paths) {
      expect((await person.patch(path, { shiftDuration: '7' })).body.newDuration).toBe(7);
      expect((await person.patch(path, { shiftDuration: 5 }, AS_JSON)).body.newDuration).toBe(5);
      expect((await person.patch(path, { shiftDuration: '6' }, AS_JSON)).body.newDuration).toBe(6);
    }
  });

  it('of 0 hours leaves no rate anywhere', { tags: ['decision-1.17'] }, async () => {
    const { who, person } = await day.atWork();
    const reply = await person.patch(OWN, { shiftDuration: '0' });
    expect(reply.body).toMatchObject({ newDuration: 0, salesPerHour: 'N/A' });
    expect(await logOf(person, who.employeeId)).toMatchObject([{ shift_duration: 0, sales_per_hour: 'N/A' }]);
    expect((await chartOf(person)).at(-1)).toEqual({ login_date: DAY, sales_per_hour: null });
  });

  it.each(['', '10', '-1', '1.5', ' 8', 'x', '٨'])(
    'is one digit, so %j is refused',
    { tags: ['spec-5.22'] },
    async (wrong) => {
      const head = await day.world.program.core.store.head();
      const body = {
        message: 'The shift duration is a whole number of hours from 0 to 9',
        error: 'invalidDuration',
      };
      expect(await day.manager.patch(OWN, { shiftDuration: wrong })).toMatchObject({ status: 400, body });
      const employeeId = day.company.associates[0]?.employeeId ?? '';
      const theirs = { shiftDuration: wrong, employeeId, loginDate: DAY };
      expect(await day.manager.patch('/api/employees/edit/shiftDuration/manager', theirs)).toMatchObject({
        status: 400,
        body,
      });
      // The jobs of the minute may write of other things: sign-ins, the subscription.
      const since = await day.world.program.core.store.readAll({ after: head, limit: 100 });
      expect(since.filter(({ stream }) => /^(shift|employee)-/.test(stream))).toEqual([]);
    },
  );

  it('is set for new shifts also without a shift today', async () => {
    const { person } = await day.atWork();
    day.world.at('2026-06-11T06:00:00.000Z');
    const reply = await person.patch(OWN, { shiftDuration: '4' });
    expect(reply).toMatchObject({ status: 200, body: { newDuration: 4, salesPerHour: 'N/A' } });
  });

  it('is set once, however often the same request arrives', async () => {
    const { who, person } = await day.atWork();
    const send = () => person.patch(OWN, { shiftDuration: '3' }, { 'idempotency-key': 'lunch' });
    const replies = await Promise.all(Array.from({ length: 8 }, send));
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect((await send()).body).toMatchObject({ newDuration: 3 });
    expect(await durationEvents(who)).toEqual({ today: [3], forNewShifts: [3] });
  });

  it('is completed by a repeated request when the program stopped halfway', async () => {
    const { who, person } = await day.atWork();
    const { commands } = day.world.program.core;
    const now = day.world.clock.now().toISOString();
    const { companyId } = day.company;
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
    await day.world.settled();
    // The read model still shows the previous duration.
    expect(await logOf(person, who.employeeId)).toMatchObject([{ shift_duration: 8 }]);
    const again = { employeeId: who.employeeId, loginDate: DAY, hours: 1 };
    for (const each of [ctx, ctx, { ...ctx, commandId: newId() }])
      expect(await commands.setOwnDuration(each, again)).toMatchObject({ ok: true });
    expect(await durationEvents(who)).toEqual({ today: [1], forNewShifts: [1] });
  });

  it('ends as one of 64 concurrent requests, for today and for new shifts', async () => {
    const { who, person } = await day.atWork();
    const hours = Array.from({ length: 64 }, (_, at) => at % 10);
    const replies = await Promise.all(hours.map((each) => person.patch(OWN, { shiftDuration: each })));
    expect(replies.map(({ status, body }) => [status, body.newDuration])).toEqual(
      hours.map((each) => [200, each]),
    );
    const { today, forNewShifts } = await durationEvents(who);
    expect(today.at(-1)).toBe(forNewShifts.at(-1));
  });

  it('for new shifts leaves the shift of today unchanged everywhere', async () => {
    day.world.at(MORNING);
    const form = {
      firstName: 'Nia',
      lastName: 'New',
      username: `nia.${day.company.companyId}@example.test`,
      password: 'Winter-light7',
      employeeRole: 'sales associate',
      campaignId: day.campaignId,
    };
    const added = await day.manager.post('/api/employees/addemployee', form);
    const id: string = added.body.requestedData[0].id;
    const nia = await day.world.program.signIn(form.username, form.password, ZONE);
    const { employeeRole } = form;
    const forNewShifts = { shiftDuration: 4, employeeRole, campaignId: day.campaignId };
    expect((await day.manager.patch(`/api/employees/editemployee/${id}`, forNewShifts)).status).toBe(200);
    await day.world.settled();
    const shown = { shift_duration: 'N/A', login_time: MORNING };
    expect(await rowsOf(nia.get('/api/employees/getemployee'))).toMatchObject([shown]);
    expect(await logOf(nia, id)).toMatchObject([shown]);
    day.world.at('2026-06-11T14:00:00.000Z');
    const tomorrow = await day.world.program.signIn(form.username, form.password, ZONE);
    expect(await rowsOf(tomorrow.get('/api/employees/getemployee'))).toMatchObject([{ shift_duration: 4 }]);
  });
});

/** The hours that were set, in order: of the shift of that day, and for new shifts. */
async function durationEvents({
  employeeId,
}: SeededPerson): Promise<{ today: number[]; forNewShifts: number[] }> {
  type Edit = { employeeId?: string; after: number & { shiftDuration: number } };
  const events = await day.world.program.core.store.readAll({ limit: 10_000 });
  const own = (wanted: string) =>
    events
      .filter(({ type }) => type === wanted)
      .map(({ data }) => data as Edit)
      .filter((edit) => edit.employeeId === employeeId);
  return {
    today: own('ShiftDurationSet').map(({ after }) => after),
    forNewShifts: own('EmployeeEdited').map(({ after }) => after.shiftDuration),
  };
}
