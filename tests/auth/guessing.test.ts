import { describe, expect, it } from 'vitest';
import { accepted } from '#contracts/result.ts';
import { QueueFullError } from '#platform/concurrency/mutex.ts';
import { createSignInLimits } from '#services/auth/sign-in-limits.ts';
import { apiWorld, startApi } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

const api = apiWorld({ clock: stoppedClock() });

describe('guessing passwords', () => {
  it('is stopped for 15 minutes after ten failures, also across a restart', {
    tags: ['reliability-36', 'asvs-6.3.1', 'decision-4.24', 'decision-9.30'],
  }, async () => {
    const company = await api.company();
    const clock = { time: Date.now(), now: () => new Date(clock.time) };
    const guesses = await startApi(api.databaseUrl, { clock });
    const guess = { username: company.colleague.email, password: 'Demo-pass2' };
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => guesses.client().post('/login', guess)),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    const limited = replies.find(({ status }) => status === 429);
    expect(limited?.body).toEqual({
      message: 'Too many attempts. Please wait and try again',
      error: 'tooManyRequests',
    });
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(800);
    await guesses.close();

    const restarted = await startApi(api.databaseUrl, { clock });
    const right = { ...guess, password: PASSWORD };
    expect((await restarted.client().post('/login', right)).status).toBe(429);
    clock.time += 15 * 60_000 + 1;
    expect((await restarted.client().post('/login', right)).status).toBe(200);
    await restarted.close();
  });

  it('is stopped when all attempts come within one millisecond', async () => {
    const now = new Date();
    const { pool } = api;
    const limits = createSignInLimits({ pool, clock: { now: () => now }, known: async () => null });
    const client = { address: '203.0.113.30', device: null };
    let evaluated = 0;
    const guesses = Array.from({ length: 400 }, () =>
      limits.attempt('guessed@example.test', client, async () => {
        evaluated += 1;
        return null;
      }),
    );
    const answers = await Promise.allSettled(guesses);
    expect(evaluated).toBe(10);
    // One runs and a hundred wait.
    const busy = answers.filter(
      (each) => each.status === 'rejected' && each.reason instanceof QueueFullError,
    );
    expect(busy).toHaveLength(400 - 101);
  });

  it('does not count many people who sign in at the same moment', async () => {
    const company = await api.company();
    const { associate, colleague, manager, owner } = company;
    const people = Array.from(
      { length: 60 },
      (_, index) => [associate, colleague, manager, owner][index % 4],
    );
    const replies = await Promise.all(
      people.map((person) =>
        api
          .client()
          .post('/login', { username: person?.email ?? '', password: PASSWORD, tz: 'Asia/Kathmandu' }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200));
    const { rows } = await api.pool.query(
      `SELECT stream FROM events WHERE type = 'ShiftStarted' AND stream LIKE $1`,
      [`shift-${company.companyId}%`],
    );
    expect(rows).toHaveLength(4);
  });

  it('does not count attempts whose password could not be checked', async () => {
    const { associate } = await api.company();
    const away = () => Promise.reject(new Error('away'));
    const client = { address: '203.0.113.20', device: null };
    for (let times = 0; times < 11; times += 1) {
      await expect(api.signInLimits.attempt(associate.email, client, away)).rejects.toThrow('away');
    }
    expect((await api.signedIn(associate)).cookies.has('tb_session')).toBe(true);
    const person = { companyId: 'acme', employeeId: 'ada' };
    const found = () => Promise.resolve(person);
    expect(await api.signInLimits.attempt(associate.email, client, found)).toEqual(accepted(person));
  });

  it('from elsewhere does not lock a person out of their usual network', async () => {
    const { associate } = await api.company();
    await api.signedIn(associate);
    const stranger = { username: associate.email, password: 'Demo-pass2' };
    for (let times = 0; times < 11; times += 1) {
      await api.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: stranger,
        remoteAddress: '203.0.113.9',
      });
    }
    const shut = await api.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { ...stranger, password: PASSWORD },
      remoteAddress: '203.0.113.10',
    });
    expect(shut.statusCode).toBe(429);
    expect((await api.signedIn(associate)).cookies.has('tb_session')).toBe(true);
  });
});
