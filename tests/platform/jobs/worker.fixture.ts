import { Registry } from 'prom-client';
import { Type } from 'typebox';
import { handle, jobType } from '#platform/jobs/job.ts';
import { createJobRunner } from '#platform/jobs/job-runner.ts';
import { createLog } from '#platform/log.ts';

/**
 * A worker in a process of its own. `hang`: says `started` when it has a job and never ends it, for the test
 * to kill. `leave`: starts, stops, and must then exit because nothing holds it any more.
 */
const [backend = '', mode = ''] = process.argv.slice(2);
const work = handle(
  jobType({
    name: 'work',
    data: Type.Object({}),
    attempts: 1,
    backoff: { kind: 'fixed', delay: 10 },
  }),
  () => {
    process.stdout.write('started\n');
    return new Promise(() => {});
  },
);
const runner = createJobRunner({
  backend: JSON.parse(backend),
  jobs: [work],
  log: createLog('warn'),
  registry: new Registry(),
  role: 'worker',
  timing: { lockMs: 1500, stalledMs: 300 },
});
await runner.start();
if (mode === 'leave') await runner.stop();
