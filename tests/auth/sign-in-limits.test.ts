import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import { queriesOn } from '#platform/database.ts';
import type { AuthTables } from '#services/auth/auth-tables.ts';
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

it('a try that could not be checked is no guess', async () => {
  const person = { company_id: 'acme', employee_id: 'ada' };
  const db = queriesOn<AuthTables>(database.pool);
  await db
    .insertInto('accounts')
    .values({ ...person, password_hash: null, created_at: clock.now() })
    .execute();
  const now = clock.now();
  await db
    .insertInto('emails')
    .values({ ...person, email: EMAIL, claimed_at: now, settled: true })
    .execute();
  const limits = createSignInLimits({ pool: database.pool, clock, known: async () => null });
  const attempt = (at: number, look: () => Promise<null>) =>
    limits.attempt(EMAIL, { address: `198.51.100.${at}`, device: null }, look);
  for (let at = 0; at < 110; at += 1)
    await expect(attempt(at, () => Promise.reject(new Error('the database is away')))).rejects.toThrow(
      'away',
    );
  expect(await attempt(200, async () => null)).toEqual(rejected('failedLogin'));
});
