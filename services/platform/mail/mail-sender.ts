import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock, Scheduler } from '../clock.ts';
import { createBackoff } from '../concurrency/backoff.ts';
import { isDatabaseAway } from '../database-errors.ts';
import type { Log } from '../log.ts';
import type { Delivery, MailTransport } from './mail-transport.port.ts';
import type { ClaimedMail, MailCounts, MailQueue } from './outbox.postgres.ts';

export type MailSenderDeps = {
  readonly queue: MailQueue;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly metrics: MailMetrics;
};

export type MailServerState = 'not asked yet' | 'answers' | 'away';

export type MailSender = {
  /** Sends all due mails. Resolves at once when enough calls of this process are sending; they send the rest. */
  sendDue(signal: AbortSignal): Promise<void>;
  /** Expires old mails and those of dead senders, then does the same as `sendDue`. */
  sweep(signal: AbortSignal): Promise<void>;
  server(): MailServerState;
};

/** Concurrent connections to the server. Job workers are few, and other jobs need them too. */
const PARALLEL = 3;
/** A mail that no server accepts for so long is given up. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;
const SERVER_RETRY = { first: 5000, most: 60_000 };
const MAIL_RETRY = { first: 30_000, most: 3_600_000 };
/** A server that accepts mails and then does not answer must not lose one mail after the other. */
const DISTRUST = { first: 5000, most: 300_000 };

export function createMailSender({
  queue,
  transport,
  clock,
  scheduler,
  log,
  metrics,
}: MailSenderDeps): MailSender {
  let rounds = 0;
  let again = false;
  let server: MailServerState = 'not asked yet';
  let silences = 0;
  let trustedFrom = 0;

  const now = () => clock.now().getTime();
  const doubled = ({ first, most }: typeof MAIL_RETRY, times: number) =>
    Math.min(most, first * 2 ** Math.min(times - 1, 20));

  function serverIs(next: MailServerState, reason?: string): void {
    if (next !== server && next === 'away') log.error({ reason }, `mail: ${transport.description} is away`);
    if (next !== server && server === 'away') log.info({}, `mail: ${transport.description} is back`);
    server = next;
    metrics.serverAnswers(next === 'answers');
  }

  async function settle(mail: ClaimedMail, delivery: Delivery): Promise<void> {
    const { id, tries } = mail;
    switch (delivery.kind) {
      case 'sent':
        await queue.sent(mail);
        break;
      case 'refused':
        await queue.failed(mail, delivery.reason);
        log.error({ mail: id, reason: delivery.reason }, 'mail refused for good');
        break;
      case 'uncertain':
        await queue.uncertain(mail, delivery.reason);
        log.error({ mail: id, reason: delivery.reason }, 'nobody knows whether this mail arrived');
        break;
      case 'later': {
        if (now() - Date.parse(mail.postedAt) > GIVE_UP_MS) {
          await queue.failed(mail, delivery.reason);
          log.error({ mail: id, reason: delivery.reason }, 'mail given up after days');
          break;
        }
        const pace = delivery.scope === 'server' ? SERVER_RETRY : MAIL_RETRY;
        await queue.retry(mail, doubled(pace, tries), delivery.reason);
        break;
      }
      case 'stopped':
        // Another sender claimed it, it expired, or this program ends; releasing is harmless in the first two cases.
        await queue.retry(mail, 0, 'stopped before it began');
        break;
    }
  }

  /** False when no other mail could be sent now either. */
  async function sendOne(mail: ClaimedMail, signal: AbortSignal): Promise<boolean> {
    // A program that ends starts no delivery that it may not finish.
    const delivery = await transport.deliver(mail, async () => !signal.aborted && queue.begin(mail));
    if (delivery.kind === 'later' && delivery.scope === 'server') serverIs('away', delivery.reason);
    else if (delivery.kind !== 'stopped') serverIs('answers');
    silences = delivery.kind === 'uncertain' ? silences + 1 : 0;
    trustedFrom = silences > 0 ? now() + doubled(DISTRUST, silences) : 0;
    // If this got lost, a sent mail would count as unknown.
    await retryWhileDatabaseAway(scheduler, () => settle(mail, delivery));
    if (delivery.kind !== 'stopped') metrics.became(delivery.kind === 'refused' ? 'failed' : delivery.kind);
    return server !== 'away' && silences === 0;
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    again = true;
    if (rounds >= PARALLEL) return;
    rounds += 1;
    try {
      while (again) {
        again = false;
        for (let mail = await next(signal); mail; mail = await next(signal)) {
          if (!(await sendOne(mail, signal))) return;
        }
      }
    } finally {
      rounds -= 1;
    }
  }

  async function next(signal: AbortSignal): Promise<ClaimedMail | null> {
    return signal.aborted || now() < trustedFrom ? null : queue.claim();
  }

  return {
    sendDue,
    async sweep(signal) {
      const buried = await queue.bury();
      for (const id of buried.expired) {
        metrics.became('expired');
        log.warn({ mail: id }, 'mail was not sent in time and is dropped');
      }
      for (const id of buried.uncertain) {
        metrics.became('uncertain');
        log.error({ mail: id }, 'nobody knows whether this mail arrived: its sender died');
      }
      await sendDue(signal);
      // While mails wait, only a sent mail proves that the server accepts mails.
      if (server === 'answers' || !(await queue.isEmpty())) return;
      await transport.check().then(
        () => serverIs('answers'),
        (error: Error) => serverIs('away', error.message),
      );
    },
    server: () => server,
  };
}

const TRIES = 6;

/** Repeats `work` during a short absence of the database, about six seconds; then throws the last error. */
async function retryWhileDatabaseAway(scheduler: Scheduler, work: () => Promise<void>): Promise<void> {
  const backoff = createBackoff({ firstMs: 200, lastMs: 3200, scheduler });
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isDatabaseAway(error)) throw error;
      await backoff.pause();
    }
  }
}

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
