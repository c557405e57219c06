import { describe, expect, it } from 'vitest';
import { HOUR_MS, localDate, MINUTE_MS } from '#contracts/local-date.ts';
import { ASSOCIATES, EVERYBODY, type Person, zonesAt } from './demo-cast.ts';
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
    const first = planDay(NEWCOMER, '2026-11-18', { timeZone: 'UTC', skill: 0.3 });
    const later = planDay(NEWCOMER, '2026-11-18', { timeZone: 'UTC' });
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
  // Every hour of Friday to Sunday, in summer and in winter.
  const hours = [Date.UTC(2026, 10, 20), Date.UTC(2027, 5, 18)].flatMap((start) =>
    Array.from({ length: 24 * 3 }, (_, hour) =>
      new Date(start + hour * HOUR_MS + ((hour * 7) % 60) * MINUTE_MS).toISOString(),
    ),
  );

  it.each(hours.filter((_, at) => at % 24 === 0).map((midnight) => [midnight.slice(0, 10)]))(
    'has everybody at work, with a sale of the last hour, at any hour of %s',
    (date) => {
      const ofDate = hours.filter((hour) => hour.startsWith(date));
      expect(ofDate).toHaveLength(24);
      for (const now of ofDate) {
        const hourAgo = new Date(Date.parse(now) - HOUR_MS).toISOString();
        const atWork = daysOf(now, 0).filter(
          ({ endsAt, date: own, timeZone }) => endsAt === null && own === localDate(now, timeZone),
        );
        expect(atWork, now).toHaveLength(EVERYBODY.length);
        for (const { person, sales } of atWork) {
          const fresh = sales.filter(({ at, status }) => status === 'Closed' && at > hourAgo && at <= now);
          expect(fresh.length, `${person.key} at ${now}`).toBeGreaterThan(0);
        }
      }
    },
  );

  it('is at the offices nearest to home, when it is daytime there', () => {
    expect(zonesAt('2026-11-20T15:30:00.000Z').main).toBe('America/Toronto');
  });
});
