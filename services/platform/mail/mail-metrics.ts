import { Counter, Gauge, type Registry } from 'prom-client';
import type { MailCounts } from './mail-records.postgres.ts';

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
  const oldest = new Gauge({
    name: 'tallyboard_mail_oldest_waiting_seconds',
    help: 'Age of the oldest mail that is not sent yet',
    registers,
  });
  const uncertain = new Gauge({
    name: 'tallyboard_mail_uncertain',
    help: 'Mails that may or may not have arrived and wait for a decision',
    registers,
  });
  new Gauge({
    name: 'tallyboard_mail_waiting',
    help: 'Mails that are not sent yet',
    registers,
    async collect() {
      // Other metrics are wanted most when the database is away.
      const found = await counts().catch(() => null);
      if (!found) return;
      this.set(found.waiting);
      oldest.set(found.oldestSeconds);
      uncertain.set(found.uncertain);
    },
  });
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
