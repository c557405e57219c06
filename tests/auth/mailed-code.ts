import { hash } from 'node:crypto';
import type pg from 'pg';

/** The mailed code of this `otpId`, from the development mailbox; the outbox blanks it after delivery. */
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

/** A wrong code. */
export function anotherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
