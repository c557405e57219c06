import { hash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { accepted, rejected } from '#contracts/result.ts';
import type { Limited, LimitRule, Limits, Taken, TooManyRequests } from './limits.port.ts';

/** Counts by rate-limiter-flexible in the table of migration 080: one statement for each count. See ADR 0038. */
export function createLimits({ pool }: { readonly pool: pg.Pool }): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterOf({ name, times, seconds }: LimitRule): RateLimiterPostgres {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The tidy-up job deletes old rows, in one process.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times,
      duration: seconds,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  async function takeOne([rule, ...subject]: Limited): Promise<Taken> {
    try {
      await limiterOf(rule).consume(digest(subject));
      return accepted();
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return usedUp(reason);
    }
  }

  async function giveBack(...limited: readonly Limited[]): Promise<void> {
    for (const [rule, ...subject] of limited) await limiterOf(rule).reward(digest(subject));
  }

  return {
    async take(...limited) {
      for (const [at, one] of limited.entries()) {
        const taken = await takeOne(one);
        if (taken.ok) continue;
        // The rejected use is taken back too: otherwise repeated tries would overflow the counter.
        await giveBack(...limited.slice(0, at + 1));
        return taken;
      }
      return accepted();
    },

    async look(...limited) {
      for (const [rule, ...subject] of limited) {
        const used = await limiterOf(rule).get(digest(subject));
        if (used && used.consumedPoints >= rule.times) return usedUp(used);
      }
      return accepted();
    },

    giveBack,

    async forget() {
      const { rowCount } = await pool.query('DELETE FROM rate_limits WHERE expire < $1', [Date.now()]);
      return rowCount ?? 0;
    },
  };
}

function usedUp({ msBeforeNext }: RateLimiterRes): TooManyRequests {
  return { ...rejected('tooManyRequests'), retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

function digest(subject: readonly string[]): string {
  return hash('sha256', JSON.stringify(subject), 'base64url');
}
