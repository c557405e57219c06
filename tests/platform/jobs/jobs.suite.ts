import { afterAll, afterEach, beforeAll } from 'vitest';
import { addedJobsSuite } from './added-jobs.suite.ts';
import type { JobServer } from './job-server.ts';
import { outageSuite } from './outage.suite.ts';
import { createRunnerKit, type Suite } from './runner-kit.ts';
import { schedulesSuite } from './schedules.suite.ts';
import { workersSuite } from './workers.suite.ts';

/** What every backend of the jobs must do; `startServer` gives a real server. */
export function jobsSuite(startServer: () => Promise<JobServer>): void {
  let started: JobServer | undefined;
  const server = () => {
    if (!started) throw new Error('the server of this suite did not start');
    return started;
  };
  const suite: Suite = { server, kit: createRunnerKit(() => server().backend) };

  beforeAll(async () => {
    started = await startServer();
    console.log(`Jobs: ${started.description}`);
  });
  afterEach(() => suite.kit.stopAll());
  afterAll(() => started?.dispose());

  addedJobsSuite(suite);
  schedulesSuite(suite);
  workersSuite(suite);
  outageSuite(suite);
}
