import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Mail } from '#platform/mail/mail.port.ts';
import { createMailMetrics, createMailSender } from '#platform/mail/mail-sender.ts';
import type { MailTransport } from '#platform/mail/mail-transport.port.ts';
import {
  type ClaimedMail,
  createMailQueue,
  createMailRecords,
  createOutbox,
  type MailQueue,
} from '#platform/mail/outbox.postgres.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

export const running = new AbortController().signal;

/** An outbox on a database of its own, whose time can be moved, and senders on it. */
export async function createMailWorld() {
  const database: TestDatabase = await createTestDatabase();
  const { pool } = database;
  const { clock, scheduler, pass, nextPause } = steppedTime();
  const nudged: string[] = [];
  const queue = createMailQueue({ pool, clock });
  const records = createMailRecords({ pool, clock });
  return {
    database,
    pool,
    clock,
    scheduler,
    pass,
    nextPause,
    queue,
    records,
    nudged,
    outbox: createOutbox({ pool, clock, nudge: (id) => nudged.push(id) }),
    sender(transport: MailTransport, ownQueue: MailQueue = queue) {
      const registry = new Registry();
      const lines: { msg?: string; mail?: string; level: number }[] = [];
      const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
      const metrics = createMailMetrics(registry, records.counts);
      const sender = createMailSender({ queue: ownQueue, transport, clock, scheduler, log, metrics });
      return { ...sender, lines, metrics: () => registry.metrics() };
    },
    /** Claims that mail, which must be the most urgent one. */
    async claimed(id: string): Promise<ClaimedMail> {
      const mail = await queue.claim();
      if (mail?.id !== id) throw new Error(`claimed ${mail?.id ?? 'no mail'} instead of ${id}`);
      return mail;
    },
    async state(id: string): Promise<string | undefined> {
      return (await this.row(id))?.state;
    },
    async row(id: string) {
      const { rows } = await pool.query<{
        state: string;
        content: Mail | null;
        reason: string;
        tries: number;
      }>('SELECT state, content, reason, tries FROM mail_outbox WHERE id = $1', [id]);
      return rows[0];
    },
    async states(): Promise<Record<string, string>> {
      const { rows } = await pool.query<{ id: string; state: string }>('SELECT id, state FROM mail_outbox');
      return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
    },
    dispose: () => database.drop(),
  };
}

export type MailWorld = Awaited<ReturnType<typeof createMailWorld>>;

export function aMail(change: Partial<Mail> = {}): Mail {
  return {
    to: { name: 'Ana Soto', address: 'ana@people.test' },
    subject: 'A subject',
    text: 'Some text\n',
    html: '<p>Some text</p>\n',
    ...change,
  };
}
