import type pg from 'pg';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { ApiUnderTest } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

/** The token of the latest link for that purpose in the mails to an address, before or after they are sent. */
export async function linkTo(pool: pg.Pool, address: string, purpose: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT coalesce(o.content->>'text', m.body_text) AS text
       FROM mail_outbox o LEFT JOIN development_mailbox m USING (id)
      WHERE id LIKE 'email link %' AND coalesce(o.content->'to'->>'address', m.recipient) = $1
      ORDER BY o.posted_at DESC`,
    [address],
  );
  for (const { text } of rows) {
    const [, token] = new RegExp(`/email-link#${purpose}\\.([A-Za-z0-9_-]+)`).exec(text ?? '') ?? [];
    if (token !== undefined) return token;
  }
  throw new Error(`no link to ${purpose} was mailed`);
}

/** Follows it in a browser that is not signed in; afterwards every reader sees what it changed. */
export async function followed(api: ApiUnderTest, purpose: string, token: string) {
  const reply = await api.client().post('/employees/email/link', { purpose, token });
  await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
  return reply;
}

export const isSignedIn = async (browser: HttpClient) =>
  (await browser.get('/employees/is-logged-in')).body.isLoggedIn;
