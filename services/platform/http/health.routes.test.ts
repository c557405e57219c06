import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { type HealthCheck, healthRoutes } from './health.routes.ts';

async function readyz(...checks: HealthCheck[]) {
  const app = Fastify();
  const { scheduler, pass } = steppedTime();
  healthRoutes(app, { checks, metrics: new Registry(), scheduler });
  const answered = app.inject('/readyz');
  await app.ready();
  await pass(2_000);
  const reply = await answered;
  await app.close();
  return reply;
}

const database: HealthCheck = { name: 'database', check: async () => ({}) };
const projections: HealthCheck = { name: 'projections', check: async () => ({ lag: 3 }) };

describe('/readyz', () => {
  it('names every dependency and how far the projections are behind', {
    tags: ['decision-12.3'],
  }, async () => {
    const reply = await readyz(database, projections);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      ready: true,
      checks: { database: { ok: true }, projections: { ok: true, lag: 3 } },
    });
  });

  it('answers 503 with Retry-After when one of them is down', { tags: ['decision-12.3'] }, async () => {
    const away = { name: 'event store', check: () => Promise.reject(new Error('gone')) };
    const reply = await readyz(database, away);
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('2');
    expect(reply.json().checks).toEqual({
      database: { ok: true },
      'event store': { ok: false, error: 'gone' },
    });
  });

  it('answers 503 when one of them has a problem, with its figures', async () => {
    const late = { name: 'projections', check: async () => ({ problem: '9 s behind', lag: 3 }) };
    const reply = await readyz(late);
    expect(reply.statusCode).toBe(503);
    expect(reply.json().checks.projections).toEqual({ ok: false, error: '9 s behind', lag: 3 });
  });

  it('does not wait for a dependency that never answers', async () => {
    const silent = { name: 'jobs', check: () => new Promise<never>(() => {}) };
    const reply = await readyz(silent);
    expect(reply.json().checks.jobs).toEqual({ ok: false, error: 'no answer within 2000 ms' });
  });
});
