import { Type } from 'typebox';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Advances the sandbox's subscriptions every minute and delivers its webhooks. It may run at any time and in several
 * processes: a month is billed once, because the ledger has the invoice.
 */
const sandboxPayments = jobType({
  name: 'sandbox-payments',
  data: Type.Object({}),
  schedule: { every: 60_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 1000 },
});

export function sandboxJob(sandbox: Pick<Sandbox, 'run'>) {
  return handle(sandboxPayments, async (_data, { log, signal }) => {
    const { due, delivered } = await sandbox.run(signal);
    if (due + delivered > 0) log.debug({ due, delivered }, 'subscriptions of the sandbox are advanced');
  });
}
