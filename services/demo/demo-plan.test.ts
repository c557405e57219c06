import { describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { ASSOCIATES, EVERYBODY, HOME_ZONE, type Person } from './demo-cast.ts';
import { CAMPAIGNS } from './demo-catalogue.ts';
import { type DaySoFar, planDay, planUntil } from './demo-plan.ts';

const NOW = '2026-11-20T19:30:00.000Z';
const daysOf = (now: string, weeks?: number): DaySoFar[] => planUntil(now, weeks).flatMap(({ days }) => days);
const NEWCOMER = ASSOCIATES.find(({ joinedDaysAgo }) => joinedDaysAgo !== undefined) as Person;
/** Dollars of commission, roughly. */
const earned = ({ sales }: DaySoFar) =>
  sales
    .filter(({ status }) => status === 'Closed')
    .reduce((sum, { campaign, price, discount }) => {
      const terms = CAMPAIGNS.find(({ key }) => key === campaign);
      const share = 1 - ((terms?.tax ?? 0) + discount) / 100;
      return sum + (Number(price) * share * (terms?.commission ?? 0)) / 100;
    }, 0);
const sold = ({ sales }: DaySoFar) => sales.filter(({ status }) => status === 'Closed').length;

describe('the five weeks of the demo', () => {
  const days = daysOf(NOW);

  it('are the same for the same moment', () => {
    expect(planUntil(NOW)).toEqual(planUntil(NOW));
  });

  it('end now and contain nothing of the future', () => {
    for (const day of days) {
      expect(day.startsAt <= NOW && (day.endsAt ?? NOW) <= NOW).toBe(true);
      for (const { at } of day.sales) expect(at >= day.startsAt && at <= (day.endsAt ?? NOW)).toBe(true);
      expect(localDate(day.startsAt, day.timeZone)).toBe(day.date);
    }
    for (const { followUps } of planUntil(NOW)) {
      for (const { at, sale } of followUps) expect(at > sale.at && at <= NOW).toBe(true);
    }
  });

  it('close a lead only after the date on which it was recorded', () => {
    for (const { followUps } of planUntil(NOW)) {
      for (const { at, day } of followUps) expect(localDate(at, day.timeZone) > day.date).toBe(true);
    }
  });

  it('continue unchanged an hour later', () => {
    const later = daysOf('2026-11-20T20:30:00.000Z');
    for (const day of days) {
      const same = later.find((other) => other.person === day.person && other.date === day.date);
      expect(same?.sales.slice(0, day.sales.length)).toEqual(day.sales);
    }
  });

  it('have a best seller and a new employee', () => {
    const total = (key: string) =>
      days.filter(({ person }) => person.key === key).reduce((sum, day) => sum + sold(day), 0);
    const totals = ASSOCIATES.map(({ key }) => total(key));
    expect(totals.indexOf(Math.max(...totals))).toBe(0);
    const newcomer = days.filter(({ person }) => person.joinedDaysAgo !== undefined);
    expect(newcomer.length).toBeGreaterThanOrEqual(4);
    expect(newcomer.every(({ date }) => date >= '2026-11-09')).toBe(true);
  });

  it('earn realistic commissions, the best seller most', () => {
    const daily = EVERYBODY.map(({ key }) => {
      const own = days.filter(({ person, endsAt }) => person.key === key && endsAt !== null);
      return own.reduce((sum, day) => sum + earned(day), 0) / own.length;
    });
    for (const dollars of daily) expect(dollars > 25 && dollars < 500).toBe(true);
    expect(EVERYBODY[daily.indexOf(Math.max(...daily))]?.key).toBe('associate1');
  });

  it('show a new employee who improves', () => {
    const first = planDay(NEWCOMER, '2026-11-18', 0.3);
    const later = planDay(NEWCOMER, '2026-11-18', 1);
    expect(later?.sales.length).toBeGreaterThan(first?.sales.length ?? 0);
    const offered = (from: string, to: string) =>
      days
        .filter(({ person, date }) => person === NEWCOMER && date >= from && date < to)
        .reduce((sum, { sales }) => sum + sales.length, 0);
    expect(offered('2026-11-16', '2026-11-21')).toBeGreaterThan(offered('2026-11-09', '2026-11-16'));
  });

  it('have little activity at weekends and every status', () => {
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
  // Every hour of two weeks, including weekends and nights.
  const hours = Array.from({ length: 24 * 14 }, (_, hour) =>
    new Date(Date.UTC(2026, 10, 8, hour, 20)).toISOString(),
  );

  it.each([HOME_ZONE, 'UTC', 'Europe/Berlin'])('has activity at any hour, seen from %s', (zone) => {
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
