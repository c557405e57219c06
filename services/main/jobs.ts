import type { Registry } from 'prom-client';
import type { Job } from '#platform/jobs/job.ts';
import { createJobRunner } from '#platform/jobs/job-runner.ts';
import { tidyUpJob } from '#services/auth/tidy-up.job.ts';
import type { HealthCheck } from './health.routes.ts';
import type { Identity } from './identity.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Core } from './wiring.ts';

/** A container gets ten seconds to stop; what still runs then is taken over by the next worker. */
const DRAIN_MS = 8000;

export type JobsDeps = {
  readonly core: Core;
  readonly identity: Identity;
  readonly registry: Registry;
  readonly lifecycle: Lifecycle;
  /** Keeps installations apart that share a Redis. */
  readonly installation: string;
};

/** Every job there is. */
function allJobs({ core: { clock }, identity }: JobsDeps): readonly Job[] {
  return [tidyUpJob({ clock, ...identity })];
}

/** Runs the jobs where that is a role of this process, and says what `/readyz` has to ask. */
export async function startJobs(deps: JobsDeps): Promise<readonly HealthCheck[]> {
  const { config, database, log } = deps.core;
  if (!config.roles.has('jobs')) return [];
  const queueName = deps.installation;
  const runner = createJobRunner({
    backend: config.redisUrl
      ? { redisUrl: config.redisUrl, queueName }
      : { connectionString: database.url, queueName },
    jobs: allJobs(deps),
    log,
    registry: deps.registry,
    role: 'worker',
    timing: { drainMs: DRAIN_MS },
  });
  deps.lifecycle.opened('jobs', () => runner.stop());
  await runner.start();
  return [
    {
      name: 'jobs',
      check: async () => {
        if (runner.status() !== 'ready') throw new Error(`${runner.description} is ${runner.status()}`);
        return { backend: runner.description };
      },
    },
  ];
}
