import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { sendError } from '../http/respond.ts';
import { readLetter, readMailbox } from './mail-transport.mailbox.ts';
import { LETTER_POLICY, MAILBOX_STYLE, mailboxPage, mailboxPolicy } from './mailbox-page.ts';

/** For people. */
export const MAILBOX_PATH = '/dev/mailbox';

const MOST = 200;

export type MailboxRoutesDeps = {
  readonly pool: pg.Pool;
  /** Set when mail is sent to a real server; the page then says so. */
  readonly leavesFor: string | null;
};

/** `/dev/mailbox` for people and `/dev/mailbox.json` for tests. Not for production. */
export function mailboxRoutes(app: FastifyInstance, { pool, leavesFor }: MailboxRoutesDeps): void {
  const policy = mailboxPolicy(createHash('sha256').update(MAILBOX_STYLE).digest('base64'));

  app.get(MAILBOX_PATH, async (_request, reply) => {
    const entries = await readMailbox(pool, MOST);
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(mailboxPage(entries, leavesFor));
  });

  app.get('/dev/mailbox.json', async (_request, reply) => {
    const entries = await readMailbox(pool, MOST);
    return reply
      .header('cache-control', 'no-store')
      .send(entries.map(({ to, subject, text, html, at }) => ({ to, subject, text, html, at })));
  });

  app.get<{ Params: { place: string } }>('/dev/mailbox/:place', async ({ params }, reply) => {
    const html = /^\d{1,15}$/.test(params.place) ? await readLetter(pool, Number(params.place)) : null;
    if (html === null) return sendError(reply, 'notFound');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': LETTER_POLICY })
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
