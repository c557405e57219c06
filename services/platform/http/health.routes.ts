import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Scheduler } from '../clock.ts';

/** What one dependency says about itself; throws or takes too long when it is away. */
export type HealthCheck = { readonly name: string; readonly check: () => Promise<HealthDetail> };
/** What it says; with a `problem` the process is not ready. */
export type HealthDetail = {
  readonly problem?: string;
  readonly [detail: string]: string | number | undefined;
};

type CheckResult = { readonly ok: boolean; readonly [detail: string]: string | number | boolean };

export type HealthReport = {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
};

export type HealthDeps = {
  readonly checks: readonly HealthCheck[];
  readonly metrics: Registry;
  readonly scheduler: Scheduler;
};

const PATIENCE_MS = 2000;
const RETRY_AFTER_SECONDS = 2;

/** `/healthz`: this process is alive. `/readyz` without its reasons, which are not for strangers. */
export function publicHealthRoutes(app: FastifyInstance, deps: Omit<HealthDeps, 'metrics'>): void {
  healthOf(app, deps, ({ ready }) => ({ ready }));
}

/**
 * `/healthz`: this process is alive. `/readyz`: everything it needs answers, and what it serves is as new as promised,
 * 503 otherwise. `/metrics`: for Prometheus. None of them says anything about a company, but they name servers and
 * repeat their errors.
 */
export function healthRoutes(app: FastifyInstance, { metrics, ...deps }: HealthDeps): void {
  healthOf(app, deps, (report) => report);
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}

function healthOf(
  app: FastifyInstance,
  { checks, scheduler }: Omit<HealthDeps, 'metrics'>,
  shown: (report: HealthReport) => Partial<HealthReport>,
): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));

  app.get('/readyz', async (_request, reply) => {
    const report = await healthReport(checks, scheduler);
    if (!report.ready) reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    return reply.header('cache-control', 'no-store').send(shown(report));
  });
}

async function healthReport(checks: readonly HealthCheck[], scheduler: Scheduler): Promise<HealthReport> {
  const results = await Promise.all(
    checks.map(async ({ name, check }) => {
      try {
        const { problem, ...detail } = await inTime(check(), scheduler);
        const verdict = problem === undefined ? { ok: true } : { ok: false, error: problem };
        return { name, result: { ...verdict, ...detail } as CheckResult };
      } catch (error) {
        return { name, result: { ok: false, error: (error as Error).message } as CheckResult };
      }
    }),
  );
  return {
    ready: results.every(({ result }) => result.ok),
    checks: Object.fromEntries(results.map(({ name, result }) => [name, result])),
  };
}

async function inTime<Value>(work: Promise<Value>, scheduler: Scheduler): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const cancel = scheduler.after(PATIENCE_MS, () =>
    late.reject(new Error(`no answer within ${PATIENCE_MS} ms`)),
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    cancel();
  }
}

let ofProcess: Registry | undefined;

/**
 * The metrics of one program; each part registers its own, and `/metrics` shows them all. Process metrics are
 * collected once for all programs of a process, because their timers and observers stay until it ends.
 */
export function createMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return Registry.merge([ofProcess]);
}
