import { expect } from 'vitest';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type {
  CommissionLine,
  openCommission,
  openDay,
  openGoal,
} from '#contracts/endpoints/numbers.endpoints.ts';
import {
  exactCommissionCents,
  exactHundredthsPerHour,
  ratioOf,
  rounded,
} from '#tests/support/exact-arithmetic.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

export type OpenedCommission = ReplyOf<typeof openCommission>;
export type OpenedDay = ReplyOf<typeof openDay>;
export type OpenedGoal = ReplyOf<typeof openGoal>;

const HOUR_MS = 3_600_000;

/**
 * Requests the explanation of a number (`query` includes the question mark) and checks it by a second computation:
 * lines, running sums, hours and the division. With `limit` in pages; returns the lines of all of them. `meanwhile`
 * runs before each later page.
 */
export async function openNumber<Opened extends OpenedCommission>(
  browser: HttpClient,
  path: string,
  limit?: number,
  meanwhile?: () => Promise<void>,
): Promise<Opened> {
  const lines: CommissionLine[] = [];
  let cursor = '';
  for (;;) {
    const paging = limit === undefined ? '' : `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`;
    const reply = await browser.get(`/api/audit/numbers/${path}${paging}`);
    expect(reply.status, path).toBe(200);
    const opened = reply.body as Opened;
    expect(opened.differences, path).toEqual([]);
    expect(opened.agrees, path).toBe(true);
    lines.push(...opened.requestedData);
    if (opened.nextCursor === undefined) {
      const whole = { ...opened, requestedData: lines };
      checkLines(whole);
      if ('hours' in whole) checkDay(whole as unknown as OpenedDay);
      return whole;
    }
    await meanwhile?.();
    cursor = `&cursor=${opened.nextCursor}`;
  }
}

function checkLines({ requestedData: lines, commission, closed_sales, shown }: OpenedCommission): void {
  let cents = 0n;
  for (const line of lines) {
    const earned = checkLine(line);
    cents += earned;
    expect(line.running).toBe(Number(cents) / 100);
  }
  expect(lines).toHaveLength(closed_sales);
  expect(commission).toBe(Number(cents) / 100);
  for (const one of shown) {
    if (one.commission !== undefined) expect(one.commission, one.screen).toBe(commission);
    if (one.sales !== undefined) expect(one.sales, one.screen).toBe(closed_sales);
  }
}

/** Checks each step against the one before it, and the result against the terms. Returns cents. */
function checkLine(line: CommissionLine): bigint {
  const [price, tax, discount] = [line.price.replace('$', ''), line.tax_amount, line.discount_amount];
  expect(scaled(tax)).toBe(times(price, line.tax));
  expect(scaled(discount)).toBe(times(price, line.discount));
  expect(scaled(line.kept)).toBe(scaled(price) - scaled(tax) - scaled(discount));
  expect(scaled(line.unrounded)).toBe(times(line.kept, line.commission_rate));
  const cents = rounded({ over: scaled(line.unrounded) * 100n, under: ONE });
  const earned = cents < 0n ? 0n : cents;
  expect(line.commission).toBe(Number(earned) / 100);
  const { tax: taxPercent, discount: discountPercent, commission_rate: rate } = line;
  expect(exactCommissionCents({ price, tax: taxPercent, discount: discountPercent, rate })).toBe(earned);
  return earned;
}

/** Decimals of amounts: percentages have twelve at most, and are multiplied twice. */
const ONE = 10n ** 36n;

function scaled(decimal: string): bigint {
  const { over, under } = ratioOf(decimal.replace('-', ''));
  return ((decimal.startsWith('-') ? -over : over) * ONE) / under;
}

function times(amount: string, percent: number): bigint {
  const { over, under } = ratioOf(percent);
  return (scaled(amount) * over) / (under * 100n);
}

function checkDay({ hours, closed_sales, sales_per_hour, unrounded_rate, shown, as_of }: OpenedDay): void {
  const counted = hours && countedMs(hours, as_of);
  if (hours) expect(hours.counted_ms).toBe(counted);
  const hundredths = counted === null ? null : exactHundredthsPerHour(closed_sales, counted);
  expect(sales_per_hour).toBe(hundredths === null ? 'N/A' : Number(hundredths) / 100);
  for (const one of shown)
    if (one.sales_per_hour !== undefined) expect(one.sales_per_hour, one.screen).toBe(sales_per_hour);
  if (hundredths === null || !counted) expect(unrounded_rate).toBeNull();
  else expect(unrounded_rate).toBe(cut(BigInt(closed_sales) * BigInt(HOUR_MS), BigInt(counted)));
}

/** The decision on sales per hour. */
function countedMs(hours: NonNullable<OpenedDay['hours']>, asOf: string): number {
  const { login_time, logout_time, shift_duration } = hours;
  const set = shift_duration === 'N/A' ? null : shift_duration * HOUR_MS;
  if (logout_time !== null && set !== null) return set;
  const atLeast = Math.max(HOUR_MS, Date.parse(logout_time ?? asOf) - Date.parse(login_time));
  return set === null ? atLeast : Math.min(atLeast, set);
}

function cut(over: bigint, under: bigint): string {
  const [millionths, rest] = [(over * 1_000_000n) / under, (over * 1_000_000n) % under];
  const digits = String(millionths).padStart(7, '0');
  const decimal = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  return rest === 0n ? decimal.replace(/\.?0+$/, '') : `${decimal}…`;
}
