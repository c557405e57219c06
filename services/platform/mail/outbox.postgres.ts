import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Outbox, PostClient } from './mail.port.ts';
import { mailContent } from './mail-content.ts';

export type OutboxDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Wakes the sender; not awaited, and may fail silently. */
  readonly nudge: (id: string) => void;
};

/** The posting side of the outbox; mail-queue.postgres.ts is the sending side. */
export function createOutbox({ pool, clock, nudge }: OutboxDeps): Outbox {
  async function store(client: PostClient, ...[mail, options]: Parameters<Outbox['post']>): Promise<void> {
    const now = clock.now();
    await client.query(
      `INSERT INTO mail_outbox (id, company_id, content, secret, posted_at, not_after, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $5) ON CONFLICT (id) DO NOTHING`,
      [
        options.id,
        options.companyId ?? null,
        JSON.stringify(mailContent(mail, options.replyTo)),
        options.secret ?? false,
        now,
        options.notAfter ?? null,
      ],
    );
  }

  return {
    async post(mail, options, client) {
      if (options.id === '' || options.id.length > 200) throw new TypeError('a mail needs a short id');
      await store(client ?? pool, mail, options);
      if (!client) nudge(options.id);
    },
    nudge,
  };
}
