import { describe, expect, test } from 'vitest';
import { type AtWork, createCurrentRates, currentRate } from './current-rate.ts';
import { rateWith } from './rate-with.ts';

const at = (time: string) => `2026-03-02T${time}:00.000Z`;

function work(changed: Partial<AtWork> = {}): AtWork {
  return { sales: 3, loginTime: at('13:00'), shiftDuration: 8, salesPerHour: 1.5, ...changed };
}

describe('sales per hour while nothing is sold', () => {
  test('sinks with the clock, up to the hours of the shift', () => {
    expect(currentRate(work(), at('15:00'), at('15:00'))).toBe(1.5);
    expect(currentRate(work(), at('15:00'), at('16:00'))).toBe(1);
    expect(currentRate(work(), at('15:00'), at('23:30'))).toBe(0.38);
  });

  test('does not sink in the first hour, which counts as a whole one', () => {
    const early = work({ salesPerHour: 3 });
    expect(currentRate(early, at('13:10'), at('13:59'))).toBe(3);
    expect(currentRate(early, at('13:10'), at('14:30'))).toBe(2);
  });

  test('stays after the end of the shift', () => {
    // 3 sales in the set 8 hours, received at 15:00.
    expect(currentRate(work({ salesPerHour: 0.38 }), at('15:00'), at('20:00'))).toBe(0.38);
    expect(currentRate(work({ shiftDuration: 'N/A' }), at('15:00'), at('20:00'))).toBe(1.5);
  });

  test('stays without a rate, without sales and without a shift', () => {
    const later = [at('15:00'), at('18:00')] as const;
    expect(currentRate(work({ salesPerHour: 'N/A' }), ...later)).toBe('N/A');
    expect(currentRate(work({ sales: 0, salesPerHour: 0 }), ...later)).toBe(0);
    expect(currentRate(work({ loginTime: null }), ...later)).toBe(1.5);
  });

  test('tolerates a difference of a minute and a half between the clocks, and stays under a wrong clock', () => {
    expect(currentRate(work({ salesPerHour: 1.49 }), at('15:00'), at('16:00'))).toBe(1);
    expect(currentRate(work(), at('15:20'), at('16:00'))).toBe(1.5);
    expect(currentRate(work(), at('14:40'), at('16:00'))).toBe(1.5);
  });
});

test('a row is another object only when its rate is another one', () => {
  const asOf = createCurrentRates<AtWork>(
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

describe('sales per hour with more sales', () => {
  test('are divided by the hours of the open shift so far', () => {
    expect(rateWith(work(), 1, at('15:00'))).toBe(2);
    expect(rateWith(work({ sales: 0, salesPerHour: 0 }), 1, at('15:00'))).toBe(0.5);
    expect(rateWith(work({ shiftDuration: 'N/A' }), 1, at('15:00'))).toBe(2);
  });

  test('are divided by the set hours after the end of the shift', () =>
    expect(rateWith(work({ salesPerHour: 0.38 }), 5, at('15:00'))).toBe(1));

  test('are as they are without more sales, without a rate and without a shift', () => {
    expect(rateWith(work({ salesPerHour: 1.49 }), 0, at('15:00'))).toBe(1.49);
    expect(rateWith(work({ salesPerHour: 'N/A' }), 1, at('15:00'))).toBe('N/A');
    expect(rateWith(work({ loginTime: null }), 1, at('15:00'))).toBe(1.5);
  });
});
