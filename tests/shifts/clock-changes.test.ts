import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { chartOf, logOf, rowsOf, type ShiftWorld, sell, startShiftWorld } from './shift-world.ts';

/**
 * The dates on which the clocks change in 2026, worked out by hand from the rules of the tz database: first and last
 * instant, and so their real length.
 */
const DATES: readonly [zone: string, date: string, starts: string, ends: string, hours: number][] = [
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
  // South of the equator, with an offset of half an hour.
  ['Australia/Adelaide', '2026-04-05', '2026-04-04T13:30:00.000Z', '2026-04-05T14:30:00.000Z', 25],
  ['Australia/Adelaide', '2026-10-04', '2026-10-03T14:30:00.000Z', '2026-10-04T13:30:00.000Z', 23],
  // The clocks change by half an hour.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T13:00:00.000Z', 23.5],
  // 24:00 becomes 23:00 once more; a day that begins at 01:00.
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T04:00:00.000Z', 25],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z', 23],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z', 23],
  ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', '2026-10-24T22:00:00.000Z', 25],
  // Two midnights: the first one begins the day.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z', 23],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z', 25],
  // No change at all, with an offset of half an hour.
  ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30:00.000Z', '2026-03-29T18:30:00.000Z', 24],
  ['Asia/Kolkata', '2026-10-25', '2026-10-24T18:30:00.000Z', '2026-10-25T18:30:00.000Z', 24],
];
const SALES = 20;

let world: ShiftWorld;
beforeAll(async () => {
  world = await startShiftWorld('2026-03-01T12:00:00.000Z');
});
afterAll(() => world.stop());

describe.each(DATES)('in %s on %s', { tags: ['spec-3.13'] }, (zone, date, starts, ends, hours) => {
  it(`a shift from its first instant to its last is ${hours} hours`, {
    tags: ['reliability-19'],
  }, async () => {
    world.at(plus(starts, -1000));
    const company = await world.seedCompany({ associates: 1 });
    const late = company.associates[0];
    const campaignId = company.campaigns[0]?.campaignId ?? '';
    if (!late) throw new Error('seeded too few');
    const atLast = await world.signIn(late.email, zone);
    const [dayBefore] = await logOf(atLast, late.employeeId);
    expect(dayBefore?.login_date).toBe(previous(date));

    world.at(starts);
    // The owner has no set duration: every hour counts.
    const owner = await world.signIn(company.owner.email, zone);
    const ownLog = async () => (await logOf(owner, company.owner.employeeId))[0];
    expect(await ownLog()).toMatchObject({ login_date: date, login_time: starts, shift_duration: 'N/A' });
    const sold = await Promise.all(Array.from({ length: SALES }, () => sell(owner, campaignId)));
    expect(new Set(sold).size).toBe(SALES);
    const today = `/api/sales/getsales/${date}`;
    expect(await rowsOf(owner.get(today))).toHaveLength(SALES);

    // The first hour counts as one; then the elapsed hours count, whatever the clocks did.
    for (const passed of [0.5, 1, 2, 5, 10, hours - 0.5]) {
      world.at(plus(starts, passed * HOUR));
      const rate = rateOf(Math.max(1, passed));
      expect(await ownLog()).toMatchObject({ sales_per_hour: rate });
      expect((await chartOf(owner)).at(-1)).toEqual({ login_date: date, sales_per_hour: rate });
    }

    await world.midnightJob(plus(ends, -1));
    expect((await endsOf(company.owner.employeeId)).length).toBe(0);
    expect(await endsOf(late.employeeId)).toEqual([starts]);
    await world.midnightJob(ends);
    expect(await endsOf(company.owner.employeeId)).toEqual([ends]);
    world.at(plus(ends, 7 * HOUR));
    expect(await ownLog()).toMatchObject({ login_date: date, sales_per_hour: rateOf(hours) });

    const chart = await chartOf(owner);
    expect(chart.map(({ login_date }) => login_date)).toEqual(
      [5, 4, 3, 2, 1, 0, -1].map((days) => previous(date, days)),
    );
    expect(chart.at(-2)).toEqual({ login_date: date, sales_per_hour: rateOf(hours) });
  });

  it('the first login of the next date starts a shift, the next one resumes it', async () => {
    world.at(ends);
    const company = await world.seedCompany({ associates: 1 });
    const associate = company.associates[0];
    if (!associate) throw new Error('seeded too few');
    const first = await world.signIn(associate.email, zone);
    world.at(plus(ends, HOUR));
    await first.delete('/api/logout');
    world.at(plus(ends, 2 * HOUR));
    const again = await world.signIn(associate.email, zone);
    const next = previous(date, -1);
    expect(await logOf(again, associate.employeeId)).toMatchObject([{ login_date: next, login_time: ends }]);
    expect(await endsOf(associate.employeeId)).toEqual([plus(ends, HOUR)]);
  });
});

const HOUR = 3_600_000;

function plus(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}

function previous(date: string, days = 1): string {
  return plus(`${date}T00:00:00.000Z`, -days * 24 * HOUR).slice(0, 10);
}

function rateOf(hours: number): number {
  return Math.round((SALES / hours) * 100) / 100;
}

async function endsOf(employeeId: string): Promise<string[]> {
  const events = await world.program.core.store.readAll({ limit: 10_000 });
  return events
    .filter(({ type }) => type === 'ShiftEnded')
    .map(({ data }) => data as StoredEvent<'ShiftEnded'>['data'])
    .filter((end) => end.employeeId === employeeId)
    .map(({ endedAt }) => endedAt);
}
