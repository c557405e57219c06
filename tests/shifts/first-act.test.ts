import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, readyDashboard, restBillboard } from '#tests/gateway/live-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { chartOf, logOf, rowsOf, type ShiftWorld, sell, startShiftWorld } from './shift-world.ts';

const ZONE = 'America/St_Johns';
const EVENING = '2026-06-10T20:00:00.000Z';
const MIDNIGHT = '2026-06-11T02:30:00.000Z';
const YESTERDAY = '2026-06-10';
const TODAY = '2026-06-11';

let world: ShiftWorld;
let company: SeededCompany;
let manager: HttpClient;
beforeAll(async () => {
  world = await startShiftWorld(EVENING);
  company = await world.seedCompany({ associates: 5 });
  manager = await world.signIn(company.managers[0]?.email ?? '', ZONE);
});
afterAll(() => world.stop());

const campaignId = () => company.campaigns[0]?.campaignId ?? '';
const refresh = (person: HttpClient) => person.patch('/api/sales/update/salesperhour', {});

/** An employee signed in since yesterday evening, a minute after midnight. */
async function overMidnight(at: number): Promise<{ who: SeededPerson; person: HttpClient }> {
  const who = company.associates[at] as SeededPerson;
  world.at(EVENING);
  const person = await world.signIn(who.email, ZONE);
  await world.midnightJob(MIDNIGHT);
  world.at('2026-06-11T02:31:00.000Z');
  return { who, person };
}

async function shiftEvents({ employeeId }: SeededPerson) {
  const events = await world.program.core.store.readAll({ limit: 10_000 });
  return events
    .filter(({ stream }) => stream.startsWith('shift-') && stream.includes(employeeId))
    .map(({ type, data }) => [type, (data as { reason?: string }).reason]);
}

describe('over midnight a signed-in employee', () => {
  it('has the new shift with the refresh of the rate, everywhere and once', {
    tags: ['decision-1.6'],
  }, async () => {
    const { who, person } = await overMidnight(0);
    const dashboard = await readyDashboard(world.program, manager);
    const own = await readyDashboard(world.program, person);
    await eventually(() => expect(own.figures()).toMatchObject({ loginTime: null, startReason: null }));
    expect(await refresh(person)).toMatchObject({ status: 200, body: { success: true, salesPerHour: 0 } });
    const begun = '2026-06-11T02:31:00.000Z';
    await eventually(() =>
      expect(own.figures()).toMatchObject({ loginTime: begun, startReason: 'refresh', salesPerHour: 0 }),
    );
    await eventually(() =>
      expect(dashboard.board()?.rows.get(who.employeeId)).toMatchObject({
        login_time: begun,
        timezone: ZONE,
      }),
    );
    world.at('2026-06-11T04:31:00.000Z');
    await Promise.all(Array.from({ length: 8 }, () => refresh(person)));
    await sell(person, campaignId());
    await sell(person, campaignId());
    expect(await refresh(person)).toMatchObject({ body: { salesPerHour: 1 } });
    expect(await shiftEvents(who)).toEqual([
      ['ShiftStarted', 'login'],
      ['ShiftEnded', 'midnight'],
      ['ShiftStarted', 'refresh'],
    ]);
    const [row, before] = await logOf(manager, who.employeeId);
    expect(row).toMatchObject({
      ...{ login_date: TODAY, login_time: begun, timezone: ZONE, start_reason: 'refresh' },
      ...{ shift_duration: 8, sales: 2, hours: 2, sales_per_hour: 1 },
    });
    expect(before).toMatchObject({ login_date: YESTERDAY, start_reason: 'login', logout_time: MIDNIGHT });
    expect(await restBillboard(manager, TODAY)).toContainEqual(
      expect.objectContaining({ employee_id: who.employeeId, sales_per_hour: 1 }),
    );
    expect((await chartOf(person)).at(-1)).toEqual({ login_date: TODAY, sales_per_hour: 1 });
    const [me] = await rowsOf(person.get('/api/employees/getemployee'));
    expect(me).toMatchObject({ login_time: begun, timezone: ZONE, start_reason: 'refresh' });
  });

  it('has the new shift with a sale', { tags: ['decision-1.6'] }, async () => {
    const { who, person } = await overMidnight(1);
    await sell(person, campaignId());
    expect((await shiftEvents(who)).at(-1)).toEqual(['ShiftStarted', 'sale']);
    // The next read has it: the position of the reply is that of the shift.
    const [row] = await logOf(person, who.employeeId);
    expect(row).toMatchObject({ login_date: TODAY, sales: 1, sales_per_hour: 1, start_reason: 'sale' });
    await person.delete('/api/logout');
    const again = await world.signIn(who.email, ZONE);
    expect((await shiftEvents(who)).slice(-2)).toEqual([
      ['ShiftEnded', 'logout'],
      ['ShiftResumed', undefined],
    ]);
    expect((await logOf(again, who.employeeId))[0]?.login_time).toBe(row?.login_time);
  });

  it("has none with a manager's sale for them, until they act", {
    tags: ['decision-1.6', 'decision-9.20', 'decision-9.21'],
  }, async () => {
    const { who, person } = await overMidnight(2);
    await sell(manager, campaignId(), { employeeId: who.employeeId });
    expect((await shiftEvents(who)).at(-1)).toEqual(['ShiftEnded', 'midnight']);
    const [row] = await logOf(manager, who.employeeId);
    expect(row).toMatchObject({
      ...{ login_date: TODAY, login_time: null, timezone: null, start_reason: null, shift_duration: 0 },
      ...{ sales: 1, hours: null, sales_per_hour: 'N/A', commission: 10 },
    });
    await refresh(person);
    expect((await logOf(person, who.employeeId))[0]).toMatchObject({
      ...{ login_date: TODAY, login_time: '2026-06-11T02:31:00.000Z', start_reason: 'refresh' },
      ...{ sales: 1, hours: 1, sales_per_hour: 1, commission: 10 },
    });
  });

  it('has one, with however many acts at once', async () => {
    const { who, person } = await overMidnight(3);
    const acts = await Promise.all([
      refresh(person),
      person.post('/api/sales/addsale', {
        ...{ name: 'Panels', campaignId: campaignId(), price: '100', status: 'Closed' },
      }),
      world.signIn(who.email, ZONE),
      refresh(person),
    ]);
    expect(acts.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }]);
    const began = (await shiftEvents(who)).filter(([type]) => type === 'ShiftStarted');
    expect(began).toHaveLength(2);
  });
});

it('a repeated sale begins no second shift, and neither does a refused one a first', async () => {
  const { who, person } = await overMidnight(4);
  const form = { name: 'Panels', campaignId: 'none', price: '100', status: 'Closed' };
  expect((await person.post('/api/sales/addsale', form)).status).toBeGreaterThanOrEqual(400);
  expect((await shiftEvents(who)).at(-1)).toEqual(['ShiftEnded', 'midnight']);
  const key = { 'idempotency-key': 'first-sale-of-the-day' };
  const sale = { ...form, campaignId: campaignId() };
  for (let sent = 0; sent < 2; sent++)
    expect((await person.post('/api/sales/addsale', sale, key)).status).toBe(200);
  expect((await shiftEvents(who)).filter(([type]) => type === 'ShiftStarted')).toHaveLength(2);
});
