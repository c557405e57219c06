import { describe, expect, test } from 'vitest';
import { type AtWork, createRatesByClock, rateAsOf } from './rate-by-clock.ts';

const at = (time: string) => `2026-03-02T${time}:00.000Z`;

function work(changed: Partial<AtWork> = {}): AtWork {
  return { sales: 3, loginTime: at('13:00'), shiftDuration: 8, salesPerHour: 1.5, ...changed };
}

describe('sales per hour while nothing is sold', () => {
  test('sinks with the clock, up to the hours of the shift', () => {
    expect(rateAsOf(work(), at('15:00'), at('15:00'))).toBe(1.5);
    expect(rateAsOf(work(), at('15:00'), at('16:00'))).toBe(1);
    expect(rateAsOf(work(), at('15:00'), at('23:30'))).toBe(0.38);
  });

  test('does not sink in the first hour, which counts whole', () => {
    const early = work({ salesPerHour: 3 });
    expect(rateAsOf(early, at('13:10'), at('13:59'))).toBe(3);
    expect(rateAsOf(early, at('13:10'), at('14:30'))).toBe(2);
  });

  test('of a shift that has ended stays', () => {
    // 3 sales in the set 8 hours, told at 15:00.
    expect(rateAsOf(work({ salesPerHour: 0.38 }), at('15:00'), at('20:00'))).toBe(0.38);
    expect(rateAsOf(work({ shiftDuration: 'N/A' }), at('15:00'), at('20:00'))).toBe(1.5);
  });

  test('stays where there is none, where nothing was sold and where there is no shift', () => {
    const later = [at('15:00'), at('18:00')] as const;
    expect(rateAsOf(work({ salesPerHour: 'N/A' }), ...later)).toBe('N/A');
    expect(rateAsOf(work({ sales: 0, salesPerHour: 0 }), ...later)).toBe(0);
    expect(rateAsOf(work({ loginTime: null }), ...later)).toBe(1.5);
  });

  test('bears a minute and a half between the clocks, and is left alone by one that is wrong', () => {
    expect(rateAsOf(work({ salesPerHour: 1.49 }), at('15:00'), at('16:00'))).toBe(1);
    expect(rateAsOf(work(), at('15:20'), at('16:00'))).toBe(1.5);
    expect(rateAsOf(work(), at('14:40'), at('16:00'))).toBe(1.5);
  });
});

test('a row is another object only when its rate is another one', () => {
  const asOf = createRatesByClock<AtWork>(
    (row) => row,
    (row, salesPerHour) => ({ ...row, salesPerHour }),
  );
  const row = work();
  expect(asOf(row, at('15:00'))).toBe(row);
  const later = asOf(row, at('15:30'));
  expect(later.salesPerHour).toBe(1.2);
  expect(asOf(row, '2026-03-02T15:30:02.000Z')).toBe(later);
  expect(asOf(row, at('16:00')).salesPerHour).toBe(1);
});
