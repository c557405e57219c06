import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, readyDashboard, restBillboard } from '#tests/gateway/live-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';
import { DAY, type HalfADay, startHalfADay, ZONE } from './half-a-day.ts';
import { logOf } from './shift-world.ts';

const OWN = '/api/employees/edit/shiftstart';
const MANAGERS = `${OWN}/manager`;

let day: HalfADay;
beforeAll(async () => {
  day = await startHalfADay();
});
afterAll(() => day.world.stop());

async function refusal(reply: ReturnType<HttpClient['patch']>): Promise<unknown[]> {
  const { status, body } = await reply;
  return [status, body.error];
}

describe('the start of a shift', () => {
  it('is corrected by its owner, and shows everywhere at once', async () => {
    const { who, person } = await day.atWork();
    const dashboard = await readyDashboard(day.world.program, day.manager);
    const own = await readyDashboard(day.world.program, person);
    const [before] = await logOf(person, who.employeeId);
    const loginTime = `${DAY}T12:05:00.000Z`;
    expect(before).not.toMatchObject({ login_time: loginTime });
    const reply = await person.patch(OWN, { loginTime: '08:05' });
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully', loginTime },
    });
    const rate = reply.body.salesPerHour;
    expect(rate).toBeLessThan(before?.sales_per_hour as number);
    const shown = { login_time: loginTime, sales_per_hour: rate };
    await eventually(() => expect(dashboard.board()?.rows.get(who.employeeId)).toMatchObject(shown));
    await eventually(() =>
      expect(own.figures()).toMatchObject({ loginTime, startReason: 'corrected', salesPerHour: rate }),
    );
    expect(await logOf(day.manager, who.employeeId)).toMatchObject([{ ...shown, start_reason: 'corrected' }]);
    expect(await restBillboard(day.manager, DAY)).toContainEqual(expect.objectContaining(shown));
    const { body } = await person.get(`/api/audit/numbers/day/${who.employeeId}/${DAY}`);
    expect(body.hours).toMatchObject({
      login_time: loginTime,
      steps: [{ what: 'started' }, { what: 'start set', by: { id: who.employeeId }, at: loginTime }],
    });
    expect([body.hours.sales_per_hour, body.differences]).toEqual([undefined, []]);
  });

  it('is corrected by a manager for any date, and the hours follow', async () => {
    const { who } = await day.atWork();
    await day.manager.patch('/api/employees/edit/shiftDuration/manager', {
      ...{ employeeId: who.employeeId, loginDate: '2026-06-07', loginTime: '09:00', shiftDuration: 8 },
    });
    await day.world.midnightJob('2026-06-12T15:00:00.000Z');
    const start = { employeeId: who.employeeId, loginDate: '2026-06-07', loginTime: '20:30' };
    expect((await day.manager.patch(MANAGERS, start)).body.loginTime).toBe('2026-06-08T00:30:00.000Z');
    expect(await logOf(day.manager, who.employeeId)).toContainEqual(
      expect.objectContaining({ login_date: '2026-06-07', login_time: '2026-06-08T00:30:00.000Z' }),
    );
    expect((await day.manager.patch(MANAGERS, { ...start, loginTime: '09:00' })).status).toBe(200);
  });

  it('needs a shift, a time that has come, an employee of the company, and a manager', async () => {
    const { who, person } = await day.atWork();
    const foreign = (await day.world.seedCompany()).associates[0] as SeededPerson;
    await day.world.signIn(foreign.email, ZONE);
    const start = { employeeId: who.employeeId, loginDate: DAY, loginTime: '08:05' };
    const asManager = (change: object) => refusal(day.manager.patch(MANAGERS, { ...start, ...change }));
    expect(await asManager({ loginTime: '23:59' })).toEqual([400, 'futureShift']);
    expect(await asManager({ loginTime: '24:00' })).toEqual([400, 'failedEdit']);
    expect(await asManager({ loginTime: '8:05' })).toEqual([400, 'failedEdit']);
    expect(await asManager({ loginDate: '2026-06-01' })).toEqual([404, 'noSuchShift']);
    expect(await asManager({ loginDate: '2026-02-29' })).toEqual([400, 'invalidDate']);
    expect(await asManager({ employeeId: foreign.employeeId })).toEqual([404, 'noSuchEmployee']);
    expect(await refusal(person.patch(MANAGERS, start))).toEqual([403, 'restricted']);
    expect(await refusal(person.patch(OWN, { loginTime: '23:59' }))).toEqual([400, 'futureShift']);
    expect(await refusal(day.world.program.client().patch(OWN, { loginTime: '08:05' }))).toEqual([
      401,
      'notLoggedIn',
    ]);
  });
});
