import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForgottenShiftsWorld, forgottenShiftsWorld } from './forgotten-shifts-world.ts';

let world: ForgottenShiftsWorld;
beforeAll(async () => {
  world = await forgottenShiftsWorld();
});
afterAll(() => world.stop());

/** A sign-in around noon UTC; the day then ends at this instant. Includes both clock changes of 2026. */
const DAYS = [
  { zone: 'America/Toronto', at: '2026-03-08T14:00:00.000Z', ends: '2026-03-09T04:00:00.000Z' },
  { zone: 'America/Toronto', at: '2026-11-01T14:00:00.000Z', ends: '2026-11-02T05:00:00.000Z' },
  { zone: 'Europe/Berlin', at: '2026-03-29T10:00:00.000Z', ends: '2026-03-29T22:00:00.000Z' },
  { zone: 'Europe/Berlin', at: '2026-10-25T10:00:00.000Z', ends: '2026-10-25T23:00:00.000Z' },
  { zone: 'Australia/Lord_Howe', at: '2026-04-05T00:00:00.000Z', ends: '2026-04-05T13:30:00.000Z' },
  { zone: 'Australia/Lord_Howe', at: '2026-10-04T00:00:00.000Z', ends: '2026-10-04T13:00:00.000Z' },
  { zone: 'Africa/Cairo', at: '2026-04-23T10:00:00.000Z', ends: '2026-04-23T22:00:00.000Z' },
  { zone: 'Africa/Cairo', at: '2026-10-29T10:00:00.000Z', ends: '2026-10-29T22:00:00.000Z' },
  { zone: 'America/Havana', at: '2026-03-07T15:00:00.000Z', ends: '2026-03-08T05:00:00.000Z' },
  { zone: 'America/Havana', at: '2026-10-31T15:00:00.000Z', ends: '2026-11-01T04:00:00.000Z' },
  { zone: 'Asia/Kathmandu', at: '2026-06-10T06:00:00.000Z', ends: '2026-06-10T18:15:00.000Z' },
];

describe('a forgotten shift', () => {
  it.each(DAYS)(
    'ends at the midnight of $zone, on $at',
    { tags: ['decision-1.7'] },
    async ({ zone, at, ends }) => {
      const { employeeId } = await world.signIn(at, zone);
      await world.runAt(before(ends));
      expect(await world.ends(employeeId)).toEqual([]);
      await world.runAt(ends);
      expect(await world.ends(employeeId)).toMatchObject([{ endedAt: ends, reason: 'midnight' }]);
    },
  );

  it('ends at its own midnight, also when the program was down for days', async () => {
    const { employeeId } = await world.signIn('2026-07-01T14:00:00.000Z', 'America/Toronto');
    await world.runAt('2026-07-05T09:12:00.000Z');
    expect(await world.ends(employeeId)).toMatchObject([{ endedAt: '2026-07-02T04:00:00.000Z' }]);
  });

  it('ends once, when two workers run the job at the same moment and again later', {
    tags: ['reliability-27'],
  }, async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, () => world.signIn('2026-08-03T14:00:00.000Z', 'America/Toronto')),
    );
    const midnight = '2026-08-04T04:00:00.000Z';
    await Promise.all(Array.from({ length: 8 }, () => world.runAt(midnight)));
    await world.runAt('2026-08-04T04:01:00.000Z');
    for (const { employeeId } of people) expect(await world.ends(employeeId)).toHaveLength(1);
  });

  it('is ended by the next run when the first one was stopped halfway', async () => {
    const { employeeId } = await world.signIn('2026-08-05T14:00:00.000Z', 'America/Toronto');
    await world.runAt('2026-08-06T04:00:00.000Z', { signal: AbortSignal.abort() });
    expect(await world.ends(employeeId)).toEqual([]);
    await world.runAt('2026-08-06T04:01:00.000Z');
    expect(await world.ends(employeeId)).toMatchObject([{ endedAt: '2026-08-06T04:00:00.000Z' }]);
  });

  it('stays open when the clock is set back before its midnight', async () => {
    const { employeeId } = await world.signIn('2026-09-01T14:00:00.000Z', 'America/Toronto');
    await world.runAt('2026-09-02T04:00:00.000Z');
    await world.runAt('2026-09-01T20:00:00.000Z');
    await world.runAt('2026-09-02T04:00:00.000Z');
    expect(await world.ends(employeeId)).toHaveLength(1);
  });

  it('that cannot be ended does not block the others, and makes the run fail', async () => {
    const { employeeId, loginDate } = await world.signIn('2026-09-05T14:00:00.000Z', 'America/Toronto');
    const { companyId } = world.company;
    const broken = { companyId, employeeId, loginDate, timeZone: 'Mars/Olympus' };
    await expect(world.runAt('2026-09-06T04:00:00.000Z', { before: [broken] })).rejects.toThrow('1 shifts');
    expect(await world.ends(employeeId)).toMatchObject([{ endedAt: '2026-09-06T04:00:00.000Z' }]);
  });

  it('ends only for employees whose day is over', async () => {
    const manila = await world.signIn('2026-09-10T12:00:00.000Z', 'Asia/Manila');
    const lisbon = await world.signIn('2026-09-10T12:00:00.000Z', 'Europe/Lisbon');
    await world.runAt('2026-09-10T16:00:00.000Z');
    expect(await world.ends(manila.employeeId)).toHaveLength(1);
    expect(await world.ends(lisbon.employeeId)).toHaveLength(0);
    await world.runAt('2026-09-10T23:00:00.000Z');
    expect(await world.ends(lisbon.employeeId)).toHaveLength(1);
    expect(await world.stillOpen()).toEqual([]);
  });
});

function before(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString();
}
