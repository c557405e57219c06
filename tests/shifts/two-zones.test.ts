import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, readyDashboard, restBillboard } from '#tests/gateway/live-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { logOf, rowsOf, type ShiftWorld, sell, startShiftWorld } from './shift-world.ts';

const TORONTO = 'America/Toronto';
const LISBON = 'Europe/Lisbon';
const LOS_ANGELES = 'America/Los_Angeles';
const DAY = '2026-06-10';
const NEXT = '2026-06-11';
/** 22:00 of the tenth in Toronto, 03:00 of the eleventh in Lisbon. */
const EVENING = '2026-06-11T02:00:00.000Z';

let world: ShiftWorld;
let company: SeededCompany;
let who: SeededPerson;
let manager: HttpClient;
beforeAll(async () => {
  world = await startShiftWorld(EVENING);
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.at(EVENING);
  company = await world.seedCompany({ associates: 1 });
  who = company.associates[0] as SeededPerson;
  manager = await world.signIn(company.managers[0]?.email ?? '', TORONTO);
});

const campaignId = () => company.campaigns[0]?.campaignId ?? '';
const signIn = (zone: string) => world.signIn(who.email, zone);

/** The board as the manager has it, live and by REST, and the own figures in the browsers of the person. */
async function watched(...browsers: HttpClient[]) {
  const board = await readyDashboard(world.program, manager);
  const own = await Promise.all(browsers.map((browser) => readyDashboard(world.program, browser)));
  return async (expected: { login_date: string; sales: number; timezone?: string }, today = DAY) => {
    const ownRow = (rows: Iterable<{ employee_id: string }>) =>
      [...rows].find(({ employee_id: id }) => id === who.employeeId);
    await world.settled();
    expect(ownRow(await restBillboard(manager, today))).toMatchObject(expected);
    await eventually(() => {
      expect(ownRow(board.board()?.rows.values() ?? [])).toMatchObject(expected);
      for (const each of own) {
        const row = ownRow(each.board()?.rows.values() ?? []);
        expect(row).toMatchObject(expected);
        expect(each.figures()).toMatchObject({
          date: expected.login_date,
          todaySales: expected.sales,
          todayCommission: expected.sales * 10,
        });
      }
    });
    for (const browser of browsers) {
      const [me] = await rowsOf<object>(browser.get('/api/employees/getemployee'));
      expect(me).toMatchObject({ login_date: expected.login_date });
      const opened = await browser.get(`/api/audit/numbers/day/${who.employeeId}/today`);
      expect(opened.body).toMatchObject({ date: expected.login_date, closed_sales: expected.sales });
    }
  };
}

describe('a person with two todays', { tags: ['decision-7.6'] }, () => {
  it('stays on the board with the sales of the earlier one, until the later one has some', async () => {
    const toronto = await signIn(TORONTO);
    await sell(toronto, campaignId());
    const lisbon = await signIn(LISBON);
    const shows = await watched(toronto, lisbon);
    await shows({ login_date: DAY, sales: 1 });
    await sell(toronto, campaignId());
    await shows({ login_date: DAY, sales: 2 });
    await lisbon.delete('/api/logout');
    const again = await signIn(TORONTO);
    await sell(again, campaignId());
    await (await watched(toronto, again))({ login_date: DAY, sales: 3 });
  });

  it('is shown on the one with the latest sale, on two devices at once', async () => {
    const toronto = await signIn(TORONTO);
    await sell(toronto, campaignId());
    const lisbon = await signIn(LISBON);
    const shows = await watched(toronto, lisbon);
    await sell(lisbon, campaignId());
    await shows({ login_date: NEXT, sales: 1 });
    await sell(toronto, campaignId());
    await shows({ login_date: DAY, sales: 2 });
    const lead = await sell(lisbon, campaignId(), { status: 'Lead' });
    await lisbon.patch(`/api/sales/editsale/${lead}`, { status: 'Closed' });
    await shows({ login_date: NEXT, sales: 2 });
  });

  it('is shown on the open one before the ended one', async () => {
    const toronto = await signIn(TORONTO);
    await sell(toronto, campaignId());
    const lisbon = await signIn(LISBON);
    await sell(lisbon, campaignId());
    const shows = await watched(toronto);
    await lisbon.delete('/api/logout');
    await shows({ login_date: DAY, sales: 1 });
  });

  it('without any sale is shown where the latest sign-in was, also back in the west', async () => {
    const lisbon = await signIn(LISBON);
    const shows = await watched(lisbon);
    await shows({ login_date: NEXT, sales: 0, timezone: LISBON });
    const toronto = await signIn(TORONTO);
    await shows({ login_date: DAY, sales: 0, timezone: TORONTO });
    // Own corrections are of the shift that the screens show, from either device.
    await toronto.patch('/api/employees/edit/shiftstart', { loginTime: '21:00' });
    await lisbon.patch('/api/employees/edit/shiftDuration', { shiftDuration: 5 });
    await world.settled();
    expect(await logOf(manager, who.employeeId)).toMatchObject([
      { login_date: NEXT, login_time: EVENING, shift_duration: 8 },
      { login_date: DAY, login_time: '2026-06-11T01:00:00.000Z', shift_duration: 5 },
    ]);
  });

  it('keeps the sales of the later one when going west', async () => {
    const lisbon = await signIn(LISBON);
    await sell(lisbon, campaignId());
    const toronto = await signIn(TORONTO);
    const shows = await watched(lisbon, toronto);
    await shows({ login_date: NEXT, sales: 1 });
    await sell(toronto, campaignId());
    await shows({ login_date: DAY, sales: 1 });
  });

  it('is shown on the other one when the shown one is over', async () => {
    const toronto = await signIn(TORONTO);
    await sell(toronto, campaignId());
    await toronto.delete('/api/logout');
    const lisbon = await signIn(LISBON);
    const shows = await watched(lisbon);
    await shows({ login_date: DAY, sales: 1 });
    world.at('2026-06-11T04:00:00.000Z');
    await shows({ login_date: NEXT, sales: 0 }, NEXT);
  });

  it('was on the board of that moment as it was', async () => {
    const toronto = await signIn(TORONTO);
    await sell(toronto, campaignId());
    const lisbon = await signIn(LISBON);
    const sold = await sell(lisbon, campaignId());
    const before = await world.program.core.store.head();
    await sell(toronto, campaignId());
    await lisbon.delete(`/api/sales/delete/${sold}`, { entryDate: NEXT });
    await world.settled();
    const then = await rowsOf<{ employee_id: string }>(
      manager.get(`/api/logs/getlogsdaily/${DAY}?as-of=@${before}`),
    );
    expect(then.find(({ employee_id: id }) => id === who.employeeId)).toMatchObject({
      login_date: NEXT,
      sales: 1,
    });
  });
});

describe('a shift that another zone has taken over', () => {
  it('goes on where its date does, with the next sale there', { tags: ['decision-7.1'] }, async () => {
    world.at('2026-06-10T14:00:00.000Z');
    const toronto = await signIn(TORONTO);
    await sell(toronto, campaignId());
    await signIn(LISBON);
    // Midnight in Lisbon.
    await world.midnightJob('2026-06-10T23:00:00.000Z');
    world.at('2026-06-10T23:30:00.000Z');
    await sell(toronto, campaignId());
    await (await watched(toronto))({ login_date: DAY, sales: 2 });
  });

  it('begins on the clock of the place where it began', { tags: ['decision-9.22'] }, async () => {
    world.at('2026-06-10T20:59:30.000Z');
    const manila = await signIn('Asia/Manila');
    world.at('2026-06-11T15:00:00.000Z');
    const west = await signIn(LOS_ANGELES);
    const row = { login_date: NEXT, timezone: 'Asia/Manila' };
    await world.settled();
    expect(await logOf(manager, who.employeeId)).toMatchObject([row]);
    expect((await rowsOf<object>(west.get('/api/employees/getemployee')))[0]).toMatchObject(row);
    const onBoard = (await restBillboard(manager, NEXT)).find(({ employee_id: id }) => id === who.employeeId);
    expect(onBoard).toMatchObject({ ...row, current_timezone: LOS_ANGELES });
    // A minute earlier than 04:59 in Manila.
    const corrected = { employeeId: who.employeeId, loginDate: NEXT, loginTime: '04:58' };
    const reply = await manager.patch('/api/employees/edit/shiftstart/manager', corrected);
    expect(reply.body.loginTime).toBe('2026-06-10T20:58:00.000Z');
    const own = await readyDashboard(world.program, manila);
    await eventually(() =>
      expect(own.figures()).toMatchObject({
        loginTime: '2026-06-10T20:58:00.000Z',
        timezone: 'Asia/Manila',
      }),
    );
    const opened = await west.get(`/api/audit/numbers/day/${who.employeeId}/${NEXT}`);
    expect([opened.body.hours.time_zone, opened.body.differences]).toEqual(['Asia/Manila', []]);
  });
});
