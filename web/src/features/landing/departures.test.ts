import { expect, test } from 'vitest';
import { departures } from './departures.ts';

const at = (instant: string) =>
  departures(new Date(instant)).map(({ city, time, shift }) => [city, time, shift]);

test('all people are on their own clock', () => {
  expect(at('2026-06-15T12:00:00Z')).toEqual([
    ['St. John’s', '09:30', 'On shift'],
    ['Halifax', '09:00', 'On shift'],
    ['Toronto', '08:00', 'From 09:00'],
    ['Winnipeg', '07:00', 'From 09:00'],
    ['Vancouver', '05:00', 'From 09:00'],
  ]);
});

test('the person who started first is done first', () => {
  expect(at('2026-06-15T20:15:00Z').map(([, , shift]) => shift)).toEqual([
    'Done for today',
    'Done for today',
    'On shift',
    'On shift',
    'On shift',
  ]);
});

test('midnight is no shift', () => {
  expect(at('2026-06-15T04:05:00Z')[2]).toEqual(['Toronto', '00:05', 'From 09:00']);
});
