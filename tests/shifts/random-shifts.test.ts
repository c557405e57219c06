import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { localDate } from '#contracts/local-date.ts';
import { endOfLocalDay } from '#platform/calendar.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { shownRate } from '#projections/employee-days/billboard.queries.ts';
import { employeeDays } from '#projections/employee-days/employee-days.projector.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { hoursFacts, type ToldShift, toldShift } from '#services/numbers/day-facts.ts';
import type { ShiftEvent } from '#services/numbers/number-facts.ts';
import { projected } from '#tests/projections/projected.ts';
import { commandsOf, contextOf, done, smallCompany } from '#tests/support/command-world.ts';
import { exactHundredthsPerHour } from '#tests/support/exact-arithmetic.ts';
import { type Act, type Day, expectedDays, type Moment, rateOf } from './expected-shifts.ts';
import { endOfWallDate, wallDate } from './wall-calendar.ts';

const HOUR = 3_600_000;
const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'America/Havana',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
/** Dates of 2026 with a clock change in some of these zones, the end of the year, and an ordinary day. */
const NIGHTS = [
  '03-08',
  '03-29',
  '04-05',
  '04-24',
  '06-10',
  '09-06',
  '10-04',
  '10-25',
  '10-30',
  '11-01',
  '12-31',
];

const zone = fc.constantFrom(...ZONES);
const hours = fc.integer({ min: 0, max: 9 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('sign in' as const), timeZone: zone }) },
  { weight: 2, arbitrary: fc.constant({ does: 'sign out' } as const) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refresh' as const), timeZone: zone }) },
  { weight: 4, arbitrary: fc.constant({ does: 'sell' } as const) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('set own duration' as const), hours }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('be set a duration' as const),
      hours,
      daysAgo: fc.integer({ min: 0, max: 2 }),
    }),
  },
);
/** Some minutes or hours later, or at a midnight of some zone, or a second or a millisecond before or after it. */
const wait = fc.oneof(
  fc.record({ minutes: fc.integer({ min: 0, max: 90 }) }),
  fc.record({ minutes: fc.integer({ min: 90, max: 900 }) }),
  fc.record({ midnightIn: zone, off: fc.constantFrom(-1000, -1, 0, 1, 1000) }),
);
const life = fc
  .record({
    night: fc.constantFrom(...NIGHTS),
    defaultDuration: fc.option(hours, { nil: null }),
    first: zone,
    steps: fc.array(fc.record({ wait, jobRan: fc.boolean(), act }), { minLength: 4, maxLength: 25 }),
  })
  .map(({ night, defaultDuration, first, steps }) => {
    let at = Date.parse(`2026-${night}T00:00:00.000Z`) - 14 * HOUR;
    const moments: Moment[] = [{ at, jobRan: true, act: { does: 'sign in', timeZone: first } }];
    for (const { wait: pause, jobRan, act: next } of steps) {
      if ('minutes' in pause) at += pause.minutes * 60_000;
      else at = Math.max(at, endOfWallDate(wallDate(at, pause.midnightIn), pause.midnightIn) + pause.off);
      moments.push({ at, jobRan, act: next });
    }
    return { defaultDuration, moments };
  });

const iso = (ms: number) => new Date(ms).toISOString();

/** Runs the same life as commands; returns its days in the read models. */
async function live({
  defaultDuration,
  moments,
}: {
  defaultDuration: number | null;
  moments: readonly Moment[];
}) {
  const commands = commandsOf(createMemoryEventStore());
  const { companyId, campaignId, employeeId } = await smallCompany(commands, defaultDuration);
  let timeZone = '';
  const dates = new Set<string>();

  for (const { at, jobRan, act: next } of moments) {
    const ctx = () => contextOf(companyId, { actorId: employeeId, now: iso(at) });
    if (jobRan)
      for (const loginDate of dates) await done(commands.endForgotten(ctx(), { employeeId, loginDate }));
    if (next.does === 'sign in') {
      timeZone = next.timeZone;
      dates.add((await done(commands.login(ctx(), { employeeId, timeZone }))).loginDate);
      continue;
    }
    if (next.does === 'refresh') {
      dates.add(localDate(iso(at), next.timeZone));
      await done(commands.begin(ctx(), { employeeId, timeZone: next.timeZone, reason: 'refresh' }));
      continue;
    }
    const today = localDate(iso(at), timeZone);
    const of = { employeeId, loginDate: today };
    if (next.does === 'sign out') await done(commands.logout(ctx(), of));
    if (next.does === 'set own duration')
      await done(commands.setOwnDuration(ctx(), { ...of, hours: next.hours }));
    if (next.does === 'be set a duration') {
      const loginDate = iso(Date.parse(today) - next.daysAgo * 24 * HOUR).slice(0, 10);
      const outcome = await commands.setDuration(ctx(), { employeeId, loginDate, hours: next.hours });
      expect(outcome).toMatchObject(dates.has(loginDate) ? { ok: true } : { code: 'noSuchShift' });
    }
    if (next.does === 'sell') {
      const sale = {
        name: 'Panels',
        price: '10',
        status: 'Closed',
        campaignId,
        employeeId,
        entryDate: today,
      };
      await done(commands.recordSale(ctx(), { ...sale, actorIsManager: false }));
    }
  }
  const events = (await commands.store.readAll({ limit: 10_000 })).map(decodeEvent);
  const rows = projected(employeeDays, ...events).rowsOf('employee_days') as unknown as DayRow[];
  return { rows, shifts: Map.groupBy(events.filter(isOfShift), ({ data }) => data.loginDate) };
}

function isOfShift(event: StoredEvent): event is ShiftEvent {
  return event.stream.startsWith('shift-');
}

type DayRow = ReadModels['read.employee_days'];

/** A row of the read model in the terms of the oracle. */
function dayOf(row: DayRow): Day {
  return {
    startedAt: row.started_at === null ? null : Date.parse(row.started_at),
    endedAt: row.ended_at === null ? null : Date.parse(row.ended_at),
    timeZone: row.time_zone,
    startZone: row.start_zone,
    setDuration: row.set_duration,
    sales: row.closed_sales,
  };
}

/** A shift as its own history describes it, like the explanation of a number. */
function columnsOf({ startedAt, endedAt, setDuration, timeZone, startZone }: ToldShift) {
  const zones = { time_zone: timeZone, start_zone: startZone };
  return { started_at: startedAt, ended_at: endedAt, set_duration: setDuration, ...zones };
}

describe('any sequence of shifts, over clock changes, midnights and journeys', () => {
  it('has the days, times and rates of the wall calendar', {
    tags: ['spec-3.13', 'decision-1.16'],
  }, async () => {
    let shiftsSeen = 0;
    await fc.assert(
      fc.asyncProperty(life, async (sample) => {
        const expected = new Map(
          [...expectedDays(sample.moments, sample.defaultDuration)].map(
            ([date, { startedAt, endedAt, timeZone, startZone, setDuration, sales }]) => [
              date,
              { startedAt, endedAt, timeZone, startZone, setDuration, sales },
            ],
          ),
        );
        const { rows, shifts } = await live(sample);
        const now = (sample.moments.at(-1)?.at ?? 0) + HOUR;
        expect(new Map(rows.map((row) => [row.day, dayOf(row)]))).toEqual(expected);
        for (const row of rows) {
          const day = expected.get(row.day);
          expect(shownRate(row, iso(now))).toBe(day && rateOf(day, now));
        }
        const worked = rows.filter(({ started_at }) => started_at !== null);
        for (const row of worked) {
          const events = shifts.get(row.day) ?? [];
          const shift = toldShift(events) as ToldShift;
          const day = expected.get(row.day) as Day;
          expect(dayOf({ ...row, ...columnsOf(shift) })).toEqual(day);
          const { counted_ms: ms } = hoursFacts(shift, events, new Map(), iso(now));
          const hundredths = exactHundredthsPerHour(day.sales, ms);
          expect(hundredths === null ? 'N/A' : Number(hundredths) / 100).toBe(rateOf(day, now));
        }
        shiftsSeen += worked.length;
      }),
      { seed: 2026, numRuns: 400 },
    );
    expect(shiftsSeen).toBeGreaterThan(1000);
  });

  it('ends every date of the year where the wall calendar does', () => {
    for (const each of ZONES)
      for (let day = Date.parse('2026-01-01'); day < Date.parse('2027-01-01'); day += 24 * HOUR) {
        const date = iso(day).slice(0, 10);
        expect(iso(endOfWallDate(date, each))).toBe(endOfLocalDay(date, each));
      }
  });
});
