import { hash } from 'node:crypto';
import type pg from 'pg';

/** The code that was mailed with this `otpId`: the outbox blanks it once the letter is in the development mailbox. */
export async function mailedCode(pool: pg.Pool, otpId: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT coalesce(o.content->>'text', m.body_text) AS text
       FROM mail_outbox o LEFT JOIN development_mailbox m USING (id) WHERE id = $1`,
    [`code ${hash('sha256', otpId, 'base64url')}`],
  );
  const [, code] = /^\s*(\d{6})\s*$/m.exec(rows[0]?.text ?? '') ?? [];
  if (code === undefined) throw new Error('no code was mailed');
  return code;
}

/** One that it is not. */
export function anotherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
