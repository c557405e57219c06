import { hash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limited, LimitRule, Limits, Taken } from './limits.port.ts';

const ALLOWED: Taken = { allowed: true };

/** Counts by rate-limiter-flexible in the table of migration 080: one statement for each count. See ADR 0021. */
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
      // The tidy-up job does it, in one process.
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
      return ALLOWED;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) };
    }
  }

  async function giveBack(...limited: readonly Limited[]): Promise<void> {
    for (const [rule, ...subject] of limited) await limiterOf(rule).reward(digest(subject));
  }

  return {
    async take(...limited) {
      for (const [at, one] of limited.entries()) {
        const taken = await takeOne(one);
        if (taken.allowed) continue;
        // The refused one counted, too: else whoever keeps trying would push it up until it fits no integer.
        await giveBack(...limited.slice(0, at + 1));
        return taken;
      }
      return ALLOWED;
    },

    giveBack,

    async forget() {
      const { rowCount } = await pool.query('DELETE FROM rate_limits WHERE expire < $1', [Date.now()]);
      return rowCount ?? 0;
    },
  };
}

function digest(subject: readonly string[]): string {
  return hash('sha256', JSON.stringify(subject), 'base64url');
}
