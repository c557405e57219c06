import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { escapeHtml } from '../escape.ts';
import { sendError } from '../http/respond.ts';
import { type PlacedEntry, readLetter, readMailbox } from './mail-transport.mailbox.ts';

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

/** No scripts; only this page's own styles, by their digest. Mails are shown in sandboxed frames. */
function mailboxPolicy(styleDigest: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleDigest}'`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For the frame of one mail: inline styles only. */
const LETTER_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const MAILBOX_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f1d; --soft: #5d655f; --paper: #fbfaf6; --card: #fff; --line: #dcd9cf; --accent: #0b6b43 }
@media (prefers-color-scheme: dark) { :root { --ink: #ecece6; --soft: #a3aaa4; --paper: #131614; --card: #1b1f1d; --line: #333a35; --accent: #58c793 } }
body { margin: 0 auto; max-width: 760px; padding: 32px 16px; font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { font-size: 20px; margin: 0 0 4px } p { margin: 0 0 24px; color: var(--soft) }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 16px; padding: 16px }
h2 { font-size: 16px; margin: 0; overflow-wrap: anywhere } .meta { margin: 0 0 12px; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
iframe { box-sizing: border-box; width: 100%; height: 520px; border: 1px solid var(--line); border-radius: 4px; background: #fff }
summary { cursor: pointer; color: var(--accent) } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0 0; font: 13px/1.5 ui-monospace, monospace }
a { color: var(--accent) }`;

/** `leavesFor`: the server that mail is sent to instead of this mailbox, if any. */
function mailboxPage(entries: readonly PlacedEntry[], leavesFor: string | null): string {
  const now =
    leavesFor === null ? 'What the program mails appears here.' : `Mail now leaves for ${leavesFor}.`;
  const intro = `${entries.length === 0 ? 'No mail yet.' : 'Newest first.'} ${now}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><style>${MAILBOX_STYLE}</style></head>
<body>
<h1>Development mailbox</h1>
<p>${escapeHtml(intro)} Also as <a href="/dev/mailbox.json">JSON</a>.</p>
${entries.map(article).join('\n')}
</body>
</html>`;
}

function article({ to, subject, text, at, place }: PlacedEntry): string {
  const title = escapeHtml(subject);
  return `<article>
<h2>${title}</h2>
<p class="meta">to ${escapeHtml(to)} · <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time></p>
<iframe sandbox="" loading="lazy" title="${title}" src="/dev/mailbox/${place}"></iframe>
<details><summary>As text</summary><pre>${escapeHtml(text)}</pre></details>
</article>`;
}
