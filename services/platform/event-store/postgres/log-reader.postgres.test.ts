import { expect, test } from 'vitest';
import { isoInstant } from './log-reader.postgres.ts';

test.each([
  ['2026-01-05 14:00:01+00', '2026-01-05T14:00:01.000000Z'],
  ['2026-01-05 14:00:01.5+00', '2026-01-05T14:00:01.500000Z'],
  ['2026-01-05 14:00:01.123456+00', '2026-01-05T14:00:01.123456Z'],
  ['2026-01-05 14:00:01.999999+00', '2026-01-05T14:00:01.999999Z'],
  ['2026-01-05 19:30:01.250001+05:30', '2026-01-05T14:00:01.250001Z'],
  ['2026-01-05 09:00:01-05', '2026-01-05T14:00:01.000000Z'],
])('%s is %s', (text, iso) => {
  expect(isoInstant(text)).toBe(iso);
  expect(Date.parse(isoInstant(text))).toBe(Date.parse(text));
});

test.each(['infinity', '0044-03-15 12:00:00+00 BC'])('%s stays', (text) => {
  expect(isoInstant(text)).toBe(text);
});
