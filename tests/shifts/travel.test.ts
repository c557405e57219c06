import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restBillboard } from '#tests/gateway/live-world.ts';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { chartOf, logOf, rowsOf, type ShiftWorld, sell, startShiftWorld } from './shift-world.ts';

const TORONTO = 'America/Toronto';
const DAY = '2026-06-10';
const NEXT = '2026-06-11';
const BEGIN = '2026-06-10T10:30:00.000Z';

let world: ShiftWorld;
let company: SeededCompany;
/** Of the company, taken by this test. */
let people: number;
beforeAll(async () => {
  world = await startShiftWorld(BEGIN);
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.at(BEGIN);
  company = await world.seedCompany({ associates: 4 });
  people = 0;
});

const campaignId = () => company.campaigns[0]?.campaignId ?? '';
function nextAssociate(): SeededPerson {
  const who = company.associates[people++];
  if (!who) throw new Error('no person is left');
  return who;
}
const boss = (zone = TORONTO) => world.signIn(company.managers[0]?.email ?? '', zone);

describe('people of one company in several zones', { tags: ['spec-3.13'] }, () => {
  it('are listed for a manager by their own dates, and their shifts are edited by those dates', {
    tags: ['decision-1.21', 'decision-9.25'],
  }, async () => {
    const manager = await boss();
    const who = nextAssociate();
    const person = await world.signIn(who.email, 'Pacific/Kiritimati');
    await sell(person, campaignId());
    await world.settled();
    expect(await logOf(manager, who.employeeId)).toMatchObject([{ login_date: NEXT }]);
    expect((await chartOf(manager, who.employeeId)).at(-1)).toEqual({ login_date: NEXT, sales_per_hour: 1 });
    const edit = { shiftDuration: 0, employeeId: who.employeeId };
    const path = '/api/employees/edit/shiftDuration/manager';
    expect((await manager.patch(path, { ...edit, loginDate: DAY })).body.error).toBe('noSuchShift');
    expect((await manager.patch(path, { ...edit, loginDate: NEXT })).status).toBe(200);
    expect((await chartOf(manager, who.employeeId)).at(-1)?.sales_per_hour).toBeNull();
  });
});

describe('a traveller', () => {
  it('continues one shift after a sign-in further west on the same date, until midnight there', async () => {
    world.at('2026-06-10T13:00:00.000Z');
    const who = nextAssociate();
    await world.signIn(who.email, TORONTO);
    world.at('2026-06-11T02:00:00.000Z');
    const west = await world.signIn(who.email, 'America/Los_Angeles');
    await world.midnightJob('2026-06-11T04:00:00.000Z');
    world.at('2026-06-11T05:00:00.000Z');
    await sell(west, campaignId());
    const open = (await rowsOf<{ sales_per_hour: number }>(west.get('/api/employees/getemployee')))[0];
    expect(open).toMatchObject({ login_time: '2026-06-10T13:00:00.000Z', sales_per_hour: 0.13 });
    expect(await endOf(who)).toBeNull();
    await world.midnightJob('2026-06-11T07:00:00.000Z');
    expect(await endOf(who)).toBe('2026-06-11T07:00:00.000Z');
    expect(await logOf(await boss(), who.employeeId)).toMatchObject([{ login_date: DAY, commission: 10 }]);
  });

  it('signed off by midnight at home continues that date in a zone where it is still that date', async () => {
    world.at('2026-06-10T13:00:00.000Z');
    const who = nextAssociate();
    await world.signIn(who.email, TORONTO);
    await world.midnightJob('2026-06-11T04:00:00.000Z');
    expect(await endOf(who)).toBe('2026-06-11T04:00:00.000Z');
    world.at('2026-06-11T04:30:00.000Z');
    const west = await world.signIn(who.email, 'America/Los_Angeles');
    expect(await logOf(west, who.employeeId)).toMatchObject([{ login_date: DAY }]);
    await world.midnightJob('2026-06-11T06:59:00.000Z');
    expect(await endOf(who)).toBeNull();
    world.at('2026-06-11T06:59:30.000Z');
    await west.delete('/api/logout');
    await world.settled();
    expect(await endOf(who)).toBe('2026-06-11T06:59:30.000Z');
  });

  it('has one shift for each date when flying east', async () => {
    world.at('2026-06-10T13:00:00.000Z');
    const who = nextAssociate();
    await world.signIn(who.email, TORONTO);
    world.at('2026-06-11T02:00:00.000Z');
    const east = await world.signIn(who.email, 'Europe/London');
    await sell(east, campaignId());
    expect(await logOf(east, who.employeeId)).toMatchObject([
      { login_date: NEXT, commission: 10 },
      { login_date: DAY, commission: 0 },
    ]);
    await world.midnightJob('2026-06-11T04:00:00.000Z');
    expect(await endOf(who)).toBe('2026-06-11T04:00:00.000Z');
  });
});

describe('midnight', () => {
  it('ends a running shift; the first sale of the new date starts its own', async () => {
    world.at('2026-06-11T02:00:00.000Z');
    const who = nextAssociate();
    const person = await world.signIn(who.email, TORONTO);
    await sell(person, campaignId());
    await world.midnightJob('2026-06-11T04:00:00.000Z');
    world.at('2026-06-11T04:30:00.000Z');
    await sell(person, campaignId());
    await sell(person, campaignId());
    const begun = '2026-06-11T04:30:00.000Z';
    const days = [
      { login_date: NEXT, login_time: begun, commission: 20, sales_per_hour: 2, start_reason: 'sale' },
      { login_date: DAY, commission: 10 },
    ];
    expect(await logOf(person, who.employeeId)).toMatchObject(days);
    expect((await chartOf(person)).slice(-2)).toEqual([
      // One sale in the set eight hours.
      { login_date: DAY, sales_per_hour: 0.13 },
      { login_date: NEXT, sales_per_hour: 2 },
    ]);
    const onBoard = (await restBillboard(person, NEXT)).find(
      (row: { employee_id: string }) => row.employee_id === who.employeeId,
    );
    expect(onBoard).toMatchObject({ login_time: begun, sales: 2, sales_per_hour: 2, commission: 20 });

    const again = await world.signIn(who.email, TORONTO);
    expect(await logOf(again, who.employeeId)).toMatchObject(days);
  });
});

describe('a shift that has ended', () => {
  it('counts sales recorded and edited later on its date', { tags: ['decision-11.2'] }, async () => {
    world.at('2026-06-10T13:00:00.000Z');
    const who = nextAssociate();
    const person = await world.signIn(who.email, TORONTO);
    const lead = await sell(person, campaignId(), { status: 'Lead' });
    world.at('2026-06-10T15:00:00.000Z');
    await person.delete('/api/logout');
    const manager = await boss();
    const figures = async () => (await logOf(manager, who.employeeId))[0];
    expect(await figures()).toMatchObject({ sales_per_hour: 0, commission: 0 });
    await sell(manager, campaignId(), { employeeId: who.employeeId });
    expect(await figures()).toMatchObject({ sales_per_hour: 0.13, commission: 10 });

    world.at('2026-06-12T15:00:00.000Z');
    expect((await manager.patch(`/api/sales/editsale/${lead}`, { status: 'Closed' })).status).toBe(200);
    expect(await figures()).toMatchObject({ login_date: DAY, sales_per_hour: 0.25, commission: 20 });
    const dated = { entryDate: DAY };
    expect((await manager.delete(`/api/sales/delete/${lead}`, dated)).status).toBe(200);
    expect(await figures()).toMatchObject({ sales_per_hour: 0.13, commission: 10 });
  });
});

/** The end of that day's shift in the read models; null while it is open. */
async function endOf({ employeeId }: SeededPerson): Promise<string | null> {
  const { rows } = await world.program.core.database.owner.query<{ ended_at: Date | string | null }>(
    'SELECT ended_at FROM read.employee_days WHERE employee_id = $1 AND day = $2',
    [employeeId, DAY],
  );
  const [row] = rows;
  if (!row) throw new Error('no shift of that day');
  return row.ended_at && new Date(row.ended_at).toISOString();
}
