import { Type } from 'typebox';
import { defineJob } from '../jobs/job.ts';
import type { MailRecords } from './mail-records.postgres.ts';
import type { MailSender } from './mail-sender.ts';

/** The nudge: a mail was posted. All it does is done by the next sweep, too, so it is not repeated. */
export function sendMailJob(sender: Pick<MailSender, 'sendDue'>) {
  return defineJob({
    name: 'send-mail',
    data: Type.Object({}),
    attempts: 1,
    backoff: { kind: 'fixed', delay: 1000 },
    handler: (_data, { signal }) => sender.sendDue(signal),
  });
}

/** Finds what a nudge was lost for, what has to be tried again, and what a dead sender left. */
export function sweepMailJob(sender: Pick<MailSender, 'sweep'>) {
  return defineJob({
    name: 'sweep-mail',
    data: Type.Object({}),
    schedule: { every: 5000 },
    attempts: 1,
    backoff: { kind: 'fixed', delay: 1000 },
    handler: (_data, { signal }) => sender.sweep(signal),
  });
}

/** Every hour: forgets what mails said, in time. */
export function tidyUpMailJob(records: Pick<MailRecords, 'tidyUp'>) {
  return defineJob({
    name: 'tidy-up-mail',
    data: Type.Object({}),
    schedule: { every: 3_600_000 },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 10_000 },
    async handler(_data, { log }) {
      log.debug(await records.tidyUp(), 'mail tidied up');
    },
  });
}
