import { describe, expect, it } from 'vitest';
import { formatAsOf, parseAsOf } from './as-of.ts';

describe('a moment of the past', () => {
  it.each([
    ['2026-11-21T13:00:00Z', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T13:00Z', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T13:00:00.123456Z', '2026-11-21T13:00:00.123Z'],
    ['2026-11-21T08:00:00-05:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T14:30+01:30', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T14:30 01:30', '2026-11-21T13:00:00.000Z'],
  ])('is the instant %s', (text, instant) => {
    expect(parseAsOf(text)).toEqual({ kind: 'instant', instant });
  });

  it.each(['@0', '@17', '@123456789012345'])('is the position %s', (text) => {
    const read = parseAsOf(text);
    expect(read).toEqual({ kind: 'position', position: Number(text.slice(1)) });
    expect(read && formatAsOf(read)).toBe(text);
  });

  it.each([
    '',
    'yesterday',
    '17',
    '@',
    '@-1',
    '@1.5',
    '@1234567890123456',
    '2026-11-21',
    '2026-11-21T13:00:00',
    '2026-02-30T13:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-11-21T25:00:00Z',
    '2026-11-21T13:00:00z',
    '2026-11-21T13:00:00+25:00',
    ' @17',
  ])('is not %j', (text) => {
    expect(parseAsOf(text)).toBeNull();
  });

  it('is never both', () => {
    expect(parseAsOf(['@1', '@2'])).toBeNull();
  });
});
