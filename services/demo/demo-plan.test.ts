import { describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { ASSOCIATES, HOME_ZONE } from './demo-cast.ts';
import { type DaySoFar, planUntil } from './demo-plan.ts';

const NOW = '2026-11-20T19:30:00.000Z';
const daysOf = (now: string, weeks?: number): DaySoFar[] => planUntil(now, weeks).flatMap(({ days }) => days);
const sold = ({ sales }: DaySoFar) => sales.filter(({ status }) => status === 'Closed').length;

describe('the five weeks of the demo', () => {
  const days = daysOf(NOW);

  it('are the same for the same moment', () => {
    expect(planUntil(NOW)).toEqual(planUntil(NOW));
  });

  it('lead up to now and not beyond', () => {
    for (const day of days) {
      expect(day.startsAt <= NOW && (day.endsAt ?? NOW) <= NOW).toBe(true);
      for (const { at } of day.sales) expect(at >= day.startsAt && at <= (day.endsAt ?? NOW)).toBe(true);
      expect(localDate(day.startsAt, day.timeZone)).toBe(day.date);
    }
    for (const { followUps } of planUntil(NOW)) {
      for (const { at, sale } of followUps) expect(at > sale.at && at <= NOW).toBe(true);
    }
  });

  it('follow a lead up only after the date on which it was recorded', () => {
    for (const { followUps } of planUntil(NOW)) {
      for (const { at, day } of followUps) expect(localDate(at, day.timeZone) > day.date).toBe(true);
    }
  });

  it('go on where they were, an hour later', () => {
    const later = daysOf('2026-11-20T20:30:00.000Z');
    for (const day of days) {
      const same = later.find((other) => other.person === day.person && other.date === day.date);
      expect(same?.sales.slice(0, day.sales.length)).toEqual(day.sales);
    }
  });

  it('have a best seller and a newcomer', () => {
    const total = (key: string) =>
      days.filter(({ person }) => person.key === key).reduce((sum, day) => sum + sold(day), 0);
    const totals = ASSOCIATES.map(({ key }) => total(key));
    expect(totals.indexOf(Math.max(...totals))).toBe(0);
    const newcomer = days.filter(({ person }) => person.joinedDaysAgo !== undefined);
    expect(newcomer.length).toBeGreaterThanOrEqual(4);
    expect(newcomer.every(({ date }) => date >= '2026-11-13')).toBe(true);
  });

  it('are quiet at weekends and have every status', () => {
    const perDay = (isWeekend: boolean) => {
      const chosen = days.filter(({ date }) => [0, 6].includes(new Date(date).getUTCDay()) === isWeekend);
      const dates = new Set(chosen.map(({ date }) => date));
      return chosen.reduce((sum, day) => sum + day.sales.length, 0) / dates.size;
    };
    expect(perDay(true)).toBeLessThan(perDay(false) / 2);
    const statuses = new Set(days.flatMap(({ sales }) => sales.map(({ status }) => status)));
    expect(statuses).toEqual(new Set(['Closed', 'Negotiating', 'Lead', 'None']));
  });
});

describe('the first look at the dashboard', () => {
  // Every hour of two weeks, weekends and the nights included.
  const hours = Array.from({ length: 24 * 14 }, (_, hour) =>
    new Date(Date.UTC(2026, 10, 8, hour, 20)).toISOString(),
  );

  it.each([HOME_ZONE, 'UTC', 'Europe/Berlin'])('is alive at any hour for who looks from %s', (zone) => {
    for (const now of hours) {
      const today = localDate(now, zone);
      const rows = daysOf(now, 0).filter(({ date }) => date === today);
      expect(
        rows.some(({ endsAt }) => endsAt === null),
        `somebody is at work at ${now}`,
      ).toBe(true);
    }
  });
});
