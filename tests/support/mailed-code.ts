import { hash } from 'node:crypto';
import type pg from 'pg';

/** The code that was mailed with this `otpId`, out of the letter in the outbox. */
export async function mailedCode(pool: pg.Pool, otpId: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT content->>'text' AS text FROM mail_outbox WHERE id = $1`,
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
