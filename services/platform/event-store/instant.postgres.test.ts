import { expect, test } from 'vitest';
import { isoInstant } from './instant.postgres.ts';

test.each([
  ['2026-01-05 14:00:01+00', '2026-01-05T14:00:01.000Z'],
  ['2026-01-05 14:00:01.5+00', '2026-01-05T14:00:01.500Z'],
  ['2026-01-05 14:00:01.123456+00', '2026-01-05T14:00:01.123Z'],
  ['2026-01-05 14:00:01.999999+00', '2026-01-05T14:00:01.999Z'],
  ['2026-01-05 19:30:01.25+05:30', '2026-01-05T14:00:01.250Z'],
  ['2026-01-05 09:00:01-05', '2026-01-05T14:00:01.000Z'],
])('%s is %s', (text, iso) => {
  expect(isoInstant(text)).toBe(iso);
  expect(isoInstant(text)).toBe(new Date(text).toISOString());
});
