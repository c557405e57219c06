import { expect, test } from 'vitest';
import { countedTime, HOURS_RULES, hoursRuleWords, quotient, unroundedRate } from './counted-hours.ts';

const HOUR = 3_600_000;
const startedAt = '2026-03-02T09:00:00.000Z';
const at = (hours: number) => new Date(Date.parse(startedAt) + hours * HOUR).toISOString();

test.each([
  ['ended, set', at(3), 8, 3, 8],
  ['ended, clocked', at(3), null, 3, 3],
  ['ended, at least an hour', at(0.5), null, 0.5, 1],
  ['open, clocked', null, 8, 3, 3],
  ['open, clocked', null, null, 3, 3],
  ['open, at least an hour', null, 8, 0.5, 1],
  ['open, at most the set duration', null, 2, 3, 2],
  ['ended, clocked', at(1), null, 1, 1],
  ['open, clocked', null, 8, 1, 1],
  ['open, clocked', null, 3, 3, 3],
  ['zero hours', null, 0, 3, 0],
  ['zero hours', at(3), 0, 3, 0],
] as const)('%s', (rule, endedAt, setDuration, clocked, counted) => {
  const time = countedTime({ startedAt, endedAt, setDuration }, at(clocked));
  expect(time).toEqual({ rule, clockedMs: clocked * HOUR, countedMs: counted * HOUR });
});

test('a clock slightly behind the login has counted nothing yet', () => {
  expect(countedTime({ startedAt, endedAt: null, setDuration: null }, at(-0.001)).clockedMs).toBe(0);
});

test('a quotient is cut after six decimals and marks that digits follow', () => {
  expect(quotient(6n, 3n)).toBe('2');
  expect(quotient(1n, 8n)).toBe('0.125');
  expect(quotient(2n, 3n)).toBe('0.666666…');
  expect(quotient(0n, 3n)).toBe('0');
  expect(quotient(1n, 100n)).toBe('0.01');
  expect(quotient(10_001n, 1000n)).toBe('10.001');
  expect(unroundedRate(3, 13 * HOUR)).toBe('0.230769…');
  expect(unroundedRate(3, 0)).toBeNull();
});

test('every rule has words of its own', () => {
  const words = HOURS_RULES.map((rule) => hoursRuleWords[rule]);
  expect(new Set(words).size).toBe(HOURS_RULES.length);
  for (const text of words) expect(text).toMatch(/shift|duration/);
});
