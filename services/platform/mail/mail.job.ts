import { Type } from 'typebox';
import { handle, jobType } from '../jobs/job.ts';
import type { MailSender } from './mail-sender.ts';
import type { MailRecords } from './outbox.postgres.ts';

/** Sends a mail that was just posted. Not repeated on failure: the periodic check does the same work. */
export const sendMail = jobType({
  name: 'send-mail',
  data: Type.Object({}),
  attempts: 1,
  backoff: { kind: 'fixed', delay: 1000 },
});

export function sendMailJob(sender: Pick<MailSender, 'sendDue'>) {
  return handle(sendMail, (_data, { signal }) => sender.sendDue(signal));
}

/** The periodic check: mails whose wake-up was lost, further tries, and mails of dead senders. */
const sweepMail = jobType({
  name: 'sweep-mail',
  data: Type.Object({}),
  schedule: { every: 5000 },
  attempts: 1,
  backoff: { kind: 'fixed', delay: 1000 },
});

export function sweepMailJob(sender: Pick<MailSender, 'sweep'>) {
  return handle(sweepMail, (_data, { signal }) => sender.sweep(signal));
}

/** Deletes the content of old mails, every hour. */
const tidyUpMail = jobType({
  name: 'tidy-up-mail',
  data: Type.Object({}),
  schedule: { every: 3_600_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 10_000 },
});

export function tidyUpMailJob(records: Pick<MailRecords, 'tidyUp'>) {
  return handle(tidyUpMail, async (_data, { log }) => {
    log.debug(await records.tidyUp(), 'mail tidied up');
  });
}
