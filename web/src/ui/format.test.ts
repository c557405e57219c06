import { afterEach, describe, expect, test, vi } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import {
  formatDates,
  formatDateTimeAt,
  formatHours,
  formatLoginTime,
  formatMoney,
  formatPercent,
  formatRate,
  formatTimeAt,
  formatTimeElsewhere,
  priceNumber,
} from './format.ts';

test('hours have their unit: hr for 1, otherwise hrs; an unknown value is N/A', {
  tags: ['spec-3.20', 'spec-9.8'],
}, () => {
  expect([0, 1, 7.5, 8].map(formatHours)).toEqual(['0 hrs', '1 hr', '7.5 hrs', '8 hrs']);
  expect(formatHours('N/A')).toBe('N/A');
});

test('sales per hour have two decimals; an unknown value is N/A', { tags: ['spec-3.20', 'spec-9.9'] }, () => {
  expect([0, 1.5, 0.333].map(formatRate)).toEqual(['0.00', '1.50', '0.33']);
  expect(formatRate('N/A')).toBe('N/A');
});

describe('money', () => {
  test('has two decimals and groups', { tags: ['spec-9.9'] }, () =>
    expect(formatMoney(1234.5)).toBe('$1,234.50'),
  );
  test('is read after any currency sign', () => {
    expect(['$1234.50', 'CA$-2.00', '0'].map(priceNumber)).toEqual([1234.5, -2, 0]);
  });
});

test('percentages keep their decimals', () => {
  expect([13, 9.975, 0].map(formatPercent)).toEqual(['13%', '9.975%', '0%']);
});

test('a range of dates names the year once, unless there are two', () => {
  expect(formatDates('2026-11-09', '2026-11-22')).toBe('Nov 9 – Nov 22, 2026');
  expect(formatDates('2026-12-21', '2027-01-03')).toBe('Dec 21, 2026 – Jan 3, 2027');
});

describe.each(['Pacific/Kiritimati', 'America/St_Johns'])('in %s', (zone) => {
  afterEach(() => void vi.unstubAllEnvs());

  test('a calendar date is the same date as anywhere', async () => {
    vi.stubEnv('TZ', zone);
    // Formatters are made once, in the zone of that moment.
    vi.resetModules();
    const formats = await import('./format.ts');
    expect(formats.formatDate('2026-03-01')).toBe('Mar 1, 2026');
    expect(formats.formatWeekday('2026-03-01')).toBe('Sun');
    expect(formats.formatDay('2026-03-01')).toBe('Mar 1');
    expect(formats.formatDayOfMonth('2026-03-01')).toBe('1');
  });
});

describe('the time on the clock of a person', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const instant = '2026-03-02T22:59:00.000Z';

  test('is named where the clock here shows another time', { tags: ['decision-7.3'] }, () => {
    expect(formatTimeAt(instant, 'Asia/Kathmandu')).toMatch(/^4:44\sa\.m\. Kathmandu$/);
    expect(formatDateTimeAt(instant, 'Asia/Kathmandu')).toMatch(/^Mar\.? 3, 2026, 4:44\sa\.m\. Kathmandu$/);
    expect(formatTimeAt(instant, 'Asia/Ho_Chi_Minh')).toMatch(/ Ho Chi Minh$/);
    expect(formatTimeElsewhere(instant, 'Asia/Kathmandu')).toMatch(/^4:44\sa\.m\. in Kathmandu$/);
  });

  test('has its day where that is not the date of the shift', { tags: ['decision-7.3'] }, () => {
    const start = { login_time: instant, timezone: 'Asia/Kathmandu', login_date: '2026-03-03' };
    expect(formatLoginTime(start)).toMatch(/^4:44\sa\.m\. Kathmandu$/);
    expect(formatLoginTime({ ...start, login_date: '2026-03-02' })).toMatch(
      /^Mar\.? 3, 2026, 4:44\sa\.m\. Kat/,
    );
    const date = localDate(instant, here);
    const plain = formatTimeAt(instant, null);
    for (const timezone of [here, null, 'Mars/Olympus'])
      expect(formatLoginTime({ login_time: instant, timezone, login_date: date })).toBe(plain);
    expect(formatLoginTime({ ...start, login_time: null })).toBeNull();
  });

  test('is not named where it is the same, or not known', () => {
    const plain = formatTimeAt(instant, null);
    expect(formatTimeAt(instant, here)).toBe(plain);
    expect(formatTimeAt(instant, 'Mars/Olympus')).toBe(plain);
    for (const zone of [null, here, 'Mars/Olympus']) expect(formatTimeElsewhere(instant, zone)).toBeNull();
    expect(plain).not.toMatch(/[A-Z]/);
  });
});
