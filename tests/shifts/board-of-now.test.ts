import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { eventually, readyDashboard, restBillboard } from '#tests/gateway/live-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { type ShiftWorld, sell, startShiftWorld } from './shift-world.ts';

const TORONTO = 'America/Toronto';
const DAY = '2026-06-10';
const NEXT = '2026-06-11';
const BEGIN = '2026-06-10T10:30:00.000Z';

let world: ShiftWorld;
let company: SeededCompany;
beforeAll(async () => {
  world = await startShiftWorld(BEGIN);
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.at(BEGIN);
  company = await world.seedCompany({ associates: 4 });
});

const campaignId = () => company.campaigns[0]?.campaignId ?? '';
function associate(at: number): SeededPerson {
  const who = company.associates[at];
  if (!who) throw new Error('no such person');
  return who;
}
const boss = (zone = TORONTO) => world.signIn(company.managers[0]?.email ?? '', zone);
/** The date and the zone of each row. */
const placesOf = (rows: readonly BillboardRow[]) =>
  Object.fromEntries(rows.map((row) => [row.employee_id, [row.login_date, row.timezone]]));
const ids = (rows: readonly { employee_id: string }[]) => rows.map(({ employee_id }) => employee_id);

describe('people in several zones', { tags: ['spec-3.13'] }, () => {
  it('are all on the board of now, each with the own date; past and coming boards go by date', {
    tags: ['decision-7.1', 'decision-7.2', 'decision-9.23'],
  }, async () => {
    // At this instant it is 23:30 of the ninth, the morning of the tenth and 00:30 of the eleventh.
    const zones = {
      'Pacific/Pago_Pago': '2026-06-09',
      [TORONTO]: DAY,
      'Asia/Kolkata': DAY,
      'Pacific/Kiritimati': NEXT,
    };
    const floor: { who: SeededPerson; person: HttpClient; zone: string; date: string }[] = [];
    for (const [at, [zone, date]] of Object.entries(zones).entries()) {
      const who = associate(at);
      const person = await world.signIn(who.email, zone);
      await sell(person, campaignId());
      floor.push({ who, person, zone, date });
    }
    const manager = await boss();
    const own = company.managers[0]?.employeeId;
    for (const day of ['2026-06-09', NEXT]) {
      const expected = floor.filter(({ date }) => date === day).map(({ who }) => who.employeeId);
      expect(ids(await restBillboard(manager, day))).toEqual(expected);
    }
    const places = Object.fromEntries(floor.map(({ who, zone, date }) => [who.employeeId, [date, zone]]));
    const all = { ...places, [own ?? '']: [DAY, TORONTO] };
    const [pagoPago, , , kiritimati] = floor;
    if (!pagoPago || !kiritimati) throw new Error('a person is missing');
    for (const { person, date } of [{ person: manager, date: DAY }, pagoPago, kiritimati]) {
      expect(placesOf(await restBillboard(person, date))).toEqual(all);
    }

    const west = await readyDashboard(world.program, pagoPago.person);
    const east = await readyDashboard(world.program, kiritimati.person);
    expect([west.board()?.date, east.board()?.date]).toEqual(['2026-06-09', NEXT]);
    for (const { person, who } of floor) {
      await sell(person, campaignId());
      for (const viewer of [west, east])
        await eventually(() => expect(viewer.board()?.rows.get(who.employeeId)?.sales).toBe(2));
    }
    for (const viewer of [west, east])
      expect(placesOf([...(viewer.board()?.rows.values() ?? [])])).toEqual(all);
  });

  it('leave the board of now when their own day ends, and are back with their next', async () => {
    const kolkata = associate(0);
    const seller = await world.signIn(kolkata.email, 'Asia/Kolkata');
    await sell(seller, campaignId());
    const viewer = await readyDashboard(world.program, await boss());
    const row = () => viewer.board()?.rows.get(kolkata.employeeId);
    await eventually(() => expect(row()).toMatchObject({ login_date: DAY, sales: 1 }));
    // A minute before midnight there, and at midnight: afternoon in Toronto.
    world.at('2026-06-10T18:29:00.000Z');
    await sell(seller, campaignId());
    await eventually(() => expect(row()).toMatchObject({ login_date: DAY, sales: 2 }));
    world.at('2026-06-10T18:30:00.000Z');
    await eventually(() => expect(row()).toBeUndefined());
    await sell(seller, campaignId());
    await eventually(() => expect(row()).toMatchObject({ login_date: NEXT, sales: 1 }));
    expect(viewer.board()?.date).toBe(DAY);
    // The sale corrected after midnight belongs to the day before, which is not shown.
    const before = (await restBillboard(await boss(), NEXT)).map(({ sales }) => sales);
    expect(before).toEqual([1]);
    // Midnight of the viewer.
    world.at('2026-06-11T04:00:00.000Z');
    await eventually(() => expect(viewer.board()?.date).toBe(NEXT));
    expect(row()).toMatchObject({ login_date: NEXT, sales: 1 });
  });

  it('without a shift are on it by the zone of their last shift, or of the manager of the sale', async () => {
    const manager = await boss('Pacific/Pago_Pago');
    const [known, fresh] = [associate(0), associate(1)];
    // It is the ninth on Pago Pago, and the eleventh on Kiritimati.
    world.at('2026-06-01T10:30:00.000Z');
    await world.signIn(known.email, 'Pacific/Kiritimati');
    world.at(BEGIN);
    for (const who of [known, fresh]) {
      const sale = { name: 'For another', campaignId: campaignId(), price: '100', status: 'Closed' };
      const reply = await manager.post('/api/sales/addsale', { ...sale, employeeId: who.employeeId });
      expect(reply.status).toBe(200);
    }
    const board = (await restBillboard(manager, '2026-06-09')).filter(({ sales }) => sales > 0);
    expect(placesOf(board)).toEqual({
      [known.employeeId]: [NEXT, null],
      [fresh.employeeId]: ['2026-06-09', null],
    });
  });
});
