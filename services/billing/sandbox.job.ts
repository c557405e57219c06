import { Type } from 'typebox';
import { defineJob } from '#platform/jobs/job.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/**
 * Every minute: what the sandbox provider does by itself, and its webhooks. However often and in however many
 * processes it runs, a month is billed once, because the books say what was.
 */
export function sandboxJob(sandbox: Pick<Sandbox, 'run'>) {
  return defineJob({
    name: 'sandbox-payments',
    data: Type.Object({}),
    schedule: { every: 60_000 },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 1000 },
    async handler(_data, { log, signal }) {
      const { due, delivered } = await sandbox.run(signal);
      if (due + delivered > 0) log.debug({ due, delivered }, 'the sandbox provider went on');
    },
  });
}
