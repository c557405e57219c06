import { describe, it } from 'vitest';
import { findRedis, startRedisJobServer } from './job-server.redis.ts';
import { jobsSuite } from './jobs.suite.ts';

const redis = findRedis();

describe('jobs on Redis', () => {
  if (redis) {
    console.log(`Redis: ${redis}`);
    jobsSuite(startRedisJobServer);
  } else {
    it('need a server', (test) => test.skip('no REDIS_URL, and no redis-server on PATH'));
  }
});
