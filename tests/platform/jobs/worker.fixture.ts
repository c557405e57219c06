import { once } from 'node:events';
import { Registry } from 'prom-client';
import { Type } from 'typebox';
import { handle, jobType } from '#platform/jobs/job.ts';
import { createJobRunner } from '#platform/jobs/job-runner.ts';
import { createLog } from '#platform/log.ts';

/**
 * A worker in a process of its own. `hang`: says `started` when it has a job and never ends it, for the test to kill.
 * `work`: the same with the usual times; at the end of its input it ends the job, says `ended`, and stops. `leave`: starts,
 * stops, and must then exit because nothing holds it any more.
 */
const [backend = '', mode = ''] = process.argv.slice(2);
const over = mode === 'work' ? once(process.stdin.resume(), 'end') : undefined;
const work = handle(
  jobType({
    name: 'work',
    data: Type.Object({}),
    attempts: 1,
    backoff: { kind: 'fixed', delay: 10 },
  }),
  async () => {
    process.stdout.write('started\n');
    await (mode === 'hang' ? new Promise(() => {}) : over);
    process.stdout.write('ended\n');
  },
);
const runner = createJobRunner({
  backend: JSON.parse(backend),
  jobs: [work],
  log: createLog('warn'),
  registry: new Registry(),
  role: 'worker',
  ...(mode === 'hang' ? { timing: { lockMs: 1500, stalledMs: 300 } } : {}),
});
await runner.start();
if (mode !== 'hang') {
  await over;
  await runner.stop();
}
