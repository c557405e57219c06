import { describe, expect, it } from 'vitest';
import {
  added,
  approved,
  becomes,
  locked,
  paidMonthlyFrom,
  person,
  resumesIn,
  returned,
  rowsAfter,
  startsIn,
  type Told,
  verification,
} from '#tests/projections/pay-story.ts';
import { COMPANY } from '#tests/projections/projected.ts';

describe('of a person', () => {
  const peopleAfter = (...events: readonly Told[]) => rowsAfter('pay_people', ...events);
  const hired = person('e1', 'sales associate');
  const ROW = {
    ...{ company_id: COMPANY, employee_id: 'e1', time_zone: null, role: 'sales associate' },
    ...{ pay_events: 0, since: 1 },
  };

  it('pay knows the role, as it is after each change', () => {
    expect(peopleAfter(hired)).toEqual([ROW]);
    expect(peopleAfter(hired, becomes('manager', 'sales associate'))).toEqual([
      { ...ROW, role: 'manager', since: 2 },
    ]);
  });

  it('nothing is written when pay knows it already', () => {
    expect(peopleAfter(hired, becomes('sales associate', 'sales associate'))).toEqual([ROW]);
    expect(peopleAfter(startsIn('Asia/Tokyo'), hired, resumesIn('Asia/Tokyo'))).toMatchObject([{ since: 2 }]);
  });

  it('pay knows the time zone of the latest sign-in', () => {
    expect(peopleAfter(startsIn('Asia/Tokyo'))).toEqual([{ ...ROW, time_zone: 'Asia/Tokyo', role: null }]);
    expect(peopleAfter(hired, startsIn('Asia/Tokyo'), resumesIn('Europe/Rome'))).toEqual([
      { ...ROW, time_zone: 'Europe/Rome', since: 3 },
    ]);
  });

  it('the time zone stays where a sign-in names none', () =>
    expect(peopleAfter(hired, startsIn('Asia/Tokyo'), resumesIn(null))).toEqual([
      { ...ROW, time_zone: 'Asia/Tokyo', since: 2 },
    ]));

  it('each event of pay is counted, also of a person of whom nothing else is known', () => {
    const counted = { ...ROW, role: null, pay_events: 1 };
    expect(peopleAfter(approved())).toEqual([counted]);
    expect(peopleAfter(returned('Too much'))).toEqual([counted]);
    expect(peopleAfter(locked({}))).toEqual([counted]);
    expect(peopleAfter(added())).toEqual([counted]);
  });

  it('the count and what else is known do not disturb each other', () => {
    const known = [hired, startsIn('Asia/Tokyo'), approved()];
    const row = { ...ROW, time_zone: 'Asia/Tokyo', pay_events: 3 };
    expect(peopleAfter(...known)).toEqual([{ ...row, since: 3 }]);
    expect(peopleAfter(...known, becomes('manager', 'sales associate'))).toEqual([
      { ...row, role: 'manager', since: 4 },
    ]);
  });
});

describe('the rules of pay', () => {
  const rulesAfter = (...events: readonly Told[]) => rowsAfter('pay_rules', ...events);
  const clawback = (after: number | null): Told => ({
    type: 'ClawbackWindowSet',
    data: { before: null, after },
  });
  const NONE = {
    ...{ company_id: COMPANY, schedules: '[]', first_day: null, first_since: null, clawback_days: null },
    verified_campaigns: '[]',
  };
  const monthly = (firstDay: string) => ({ rhythm: 'monthly', firstDay, timeZone: 'UTC' });

  it('begin with the first that is set, and replace nothing', () => {
    expect(rulesAfter(clawback(30))).toEqual([{ ...NONE, clawback_days: 30, since: 1 }]);
    expect(rowsAfter('past_pay_rules', clawback(30))).toEqual([]);
  });

  it('keep the others when one changes, and what was in force before', () => {
    const events = [clawback(30), paidMonthlyFrom('2026-03-01'), clawback(null)];
    const both = {
      ...{ ...NONE, schedules: JSON.stringify([monthly('2026-03-01')]) },
      ...{ first_day: '2026-03-01', first_since: 2 },
    };
    expect(rulesAfter(...events)).toEqual([{ ...both, since: 3 }]);
    expect(rowsAfter('past_pay_rules', ...events)).toEqual([
      { ...NONE, clawback_days: 30, since: 1, until: 2 },
      { ...both, clawback_days: 30, since: 2, until: 3 },
    ]);
  });

  it('have each schedule behind those that begin before it', () =>
    expect(
      rulesAfter(
        ...[paidMonthlyFrom('2026-03-01'), paidMonthlyFrom('2026-06-01', '2026-03-01')],
        paidMonthlyFrom('2026-05-01', '2026-06-01'),
      ),
    ).toEqual([
      {
        ...{ ...NONE, schedules: JSON.stringify(['2026-03-01', '2026-05-01'].map(monthly)) },
        ...{ first_day: '2026-03-01', first_since: 1, since: 3 },
      },
    ]));

  it('begin anew with another first schedule, in place of one that had not begun', () =>
    expect(rulesAfter(paidMonthlyFrom('2026-03-01'), paidMonthlyFrom('2026-06-01'))).toEqual([
      {
        ...{ ...NONE, schedules: JSON.stringify([monthly('2026-06-01')]) },
        ...{ first_day: '2026-06-01', first_since: 2, since: 2 },
      },
    ]));

  it('name a campaign whose sales have to be confirmed once, as long as they have to', () => {
    const verified = (...events: readonly Told[]) => rulesAfter(...events)[0]?.verified_campaigns;
    const both = [verification('c1'), verification('c2')];
    expect(verified(...both)).toBe('["c1","c2"]');
    expect(verified(...both, verification('c1'))).toBe('["c2","c1"]');
    expect(verified(...both, verification('c1', false))).toBe('["c2"]');
  });
});
