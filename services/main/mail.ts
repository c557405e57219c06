import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Clock, Scheduler } from '#platform/clock.ts';
import type { MailConfig } from '#platform/config.ts';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { Log } from '#platform/log.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { createMailMetrics, createMailSender, type MailSender } from '#platform/mail/mail-sender.ts';
import { createMailboxTransport } from '#platform/mail/mail-transport.mailbox.ts';
import type { MailTransport } from '#platform/mail/mail-transport.port.ts';
import {
  createMailQueue,
  createMailRecords,
  createOutbox,
  type MailRecords,
} from '#platform/mail/outbox.postgres.ts';

/** `mailing`: connections of the login that may read mails. */
type MailDeps = { readonly mailing: pg.Pool; readonly clock: Clock };

/** Posts mail, in every program. `nudgeBy` sets the function that tells the sender about new mail. */
export type PostOffice = {
  readonly outbox: Outbox;
  readonly records: MailRecords;
  nudgeBy(nudge: (id: string) => void): void;
};

export function openPostOffice({ pool, mailing, clock }: MailDeps & { readonly pool: pg.Pool }): PostOffice {
  let nudge: (id: string) => void = () => {};
  return {
    outbox: createOutbox({ pool, clock, nudge: (id) => nudge(id) }),
    records: createMailRecords({ pool: mailing, clock }),
    nudgeBy: (given) => {
      nudge = given;
    },
  };
}

export type SenderDeps = MailDeps & {
  readonly scheduler: Scheduler;
  readonly config: { readonly mail: MailConfig };
  readonly records: MailRecords;
  readonly log: Log;
  readonly registry: Registry;
  readonly lifecycle: Lifecycle;
};

/** Sends mail, in a process that runs jobs, with the check for `/readyz`. */
export async function openMailSender(deps: SenderDeps): Promise<{ sender: MailSender; check: HealthCheck }> {
  const { mailing: pool, clock, records, registry, lifecycle } = deps;
  const transport = await openTransport(deps);
  lifecycle.opened('mail', () => transport.close());
  const metrics = createMailMetrics(registry, records.counts);
  const sender = createMailSender({ ...deps, queue: createMailQueue({ pool, clock }), transport, metrics });
  const check: HealthCheck = {
    name: 'mail',
    // Never fails: mail waits while its server is away, and everything else works.
    check: async () => {
      const { waiting, uncertain } = await records.counts();
      return { server: transport.description, state: sender.server(), waiting, uncertain };
    },
  };
  return { sender, check };
}

async function openTransport({
  config: { mail },
  mailing: pool,
  clock,
  scheduler,
}: SenderDeps): Promise<MailTransport> {
  if (mail.kind === 'mailbox') return createMailboxTransport({ pool, clock });
  // Loaded only when SMTP is configured.
  const { createSmtpTransport } = await import('#platform/mail/mail-transport.smtp.ts');
  const { readSender, smtpSettings } = await import('#platform/mail/smtp-settings.ts');
  return createSmtpTransport({ settings: smtpSettings(mail.url), from: readSender(mail.from), scheduler });
}

/** A line for the terminal. */
export function whereMailAppears(mail: MailConfig, url: string, production: boolean): string {
  if (mail.kind === 'smtp') return `Mail leaves for ${new URL(mail.url).host}`;
  return production ? 'Mail is kept and goes nowhere' : `Mail appears at ${url}/dev/mailbox`;
}
