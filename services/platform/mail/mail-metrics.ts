import { Counter, Gauge, type Registry } from 'prom-client';
import type { MailCounts } from './outbox.postgres.ts';

export type MailOutcome = 'sent' | 'failed' | 'uncertain' | 'expired' | 'later';

export type MailMetrics = {
  readonly became: (outcome: MailOutcome) => void;
  readonly serverAnswers: (answers: boolean) => void;
};

export function createMailMetrics(registry: Registry, counts: () => Promise<MailCounts>): MailMetrics {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'tallyboard_mail_outcomes_total',
    help: 'What became of mails in this process; later: a try that has to be repeated',
    labelNames: ['outcome'] as const,
    registers,
  });
  let asking: Promise<MailCounts | null> | undefined;
  /** One query for all gauges of a scrape. It may fail: other metrics are needed most when the database is away. */
  const asked = () => {
    asking ??= counts()
      .catch(() => null)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const counted = (name: string, help: string, of: (found: MailCounts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await asked();
        if (found) this.set(of(found));
      },
    });
  counted('tallyboard_mail_waiting', 'Mails that are not sent yet', ({ waiting }) => waiting);
  counted(
    'tallyboard_mail_oldest_waiting_seconds',
    'Age of the oldest mail that is not sent yet',
    ({ oldestSeconds }) => oldestSeconds,
  );
  counted(
    'tallyboard_mail_uncertain',
    'Mails that may or may not have arrived and wait for a decision',
    ({ uncertain }) => uncertain,
  );
  const answers = new Gauge({
    name: 'tallyboard_mail_server_ready',
    help: '1 while the mail server takes mail',
    registers,
  });
  return {
    became: (outcome) => outcomes.inc({ outcome }),
    serverAnswers: (does) => answers.set(does ? 1 : 0),
  };
}
