import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import { createSignInLimits } from '#services/auth/sign-in-limits.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const EMAIL = 'ada@example.test';
const clock = { time: Date.parse('2026-03-02T12:00:00Z'), now: () => new Date(clock.time) };

const database = databaseWorld();

it('each known device of an account has its own ten tries in fifteen minutes', async () => {
  const limits = createSignInLimits({ pool: database.pool, clock, known: async () => 'device' });
  const fail = (device: string, email = EMAIL) =>
    limits.attempt(email, { address: '203.0.113.7', device }, async () => null);
  for (let tries = 0; tries < 10; tries += 1) expect(await fail('phone')).toEqual(rejected('failedLogin'));
  // The tries of a millisecond differ by microseconds.
  clock.time += 5 * MINUTE_MS + 2;
  expect(await fail('phone')).toEqual({ ...rejected('tooManyRequests'), retryAfterSeconds: 10 * 60 });
  expect(await fail('desk')).toEqual(rejected('failedLogin'));
  expect(await fail('phone', 'bob@example.test')).toEqual(rejected('failedLogin'));

  clock.time += 10 * MINUTE_MS;
  expect(await fail('phone')).toEqual(rejected('failedLogin'));
});
