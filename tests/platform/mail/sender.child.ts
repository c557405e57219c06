import { pino } from 'pino';
import { Registry } from 'prom-client';
import { systemScheduler } from '#platform/clock.ts';
import { createPool } from '#platform/database.ts';
import { createMailMetrics, createMailSender } from '#platform/mail/mail-sender.ts';
import { createSmtpTransport } from '#platform/mail/mail-transport.smtp.ts';
import { createMailQueue, createMailRecords } from '#platform/mail/outbox.postgres.ts';
import { readSender, smtpSettings } from '#platform/mail/smtp-settings.ts';

/** Sends what is due in three rounds at once, until it is killed. Its clock is ahead by so many milliseconds. */
const [databaseUrl = '', smtpUrl = '', aheadMs = '0'] = process.argv.slice(2);
const pool = createPool(databaseUrl, { max: 4 });
const clock = { now: () => new Date(Date.now() + Number(aheadMs)) };
const sender = createMailSender({
  queue: createMailQueue({ pool, clock }),
  transport: createSmtpTransport({
    settings: smtpSettings(smtpUrl),
    from: readSender('no-reply@tallyboard.test'),
  }),
  clock,
  scheduler: systemScheduler,
  log: pino({ level: 'silent' }),
  metrics: createMailMetrics(new Registry(), createMailRecords({ pool, clock }).counts),
});
const { signal } = new AbortController();
for (;;) {
  await Promise.all([sender.sweep(signal), sender.sendDue(signal), sender.sendDue(signal)]);
  process.stdout.write('idle\n');
  await new Promise((done) => setTimeout(done, 20));
}
