import type pg from 'pg';
import type { MessageCode } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import type { Answer } from './call.ts';
import type { Claim, IdempotencyKeys } from './idempotency-keys.port.ts';

/** A code is stored as `refusal`, its first name: stored answers outlive a version of the program. */
type StoredAnswer = Extract<Answer<unknown>, { ok: true }> | { ok: false; refusal: MessageCode };
type Row = { request: string; body_hash: string; answer: StoredAnswer | null };

/**
 * One row per key. A claim takes no lock: two equal requests at the same moment both execute, with the same command
 * id, and the event store makes one command of them.
 */
export function createPostgresIdempotencyKeys(deps: { pool: pg.Pool; now(): Date }): IdempotencyKeys {
  const { pool } = deps;
  return {
    async claim({ companyId, employeeId, key, request, bodyHash }): Promise<Claim> {
      const inserted = await pool.query({
        name: 'claim-idempotency-key',
        text: `INSERT INTO idempotency_keys (company_id, employee_id, key, request, body_hash, created_at)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        values: [companyId, employeeId, key, request, bodyHash, deps.now()],
      });
      if (inserted.rowCount === 1) return { kind: 'execute' };
      const { rows } = await pool.query<Row>({
        name: 'read-idempotency-key',
        text: `SELECT request, body_hash, answer FROM idempotency_keys
               WHERE company_id = $1 AND employee_id = $2 AND key = $3`,
        values: [companyId, employeeId, key],
      });
      const row = rows[0];
      // Deleted between the two statements.
      if (!row) return { kind: 'execute' };
      if (row.request !== request || row.body_hash !== bodyHash) return { kind: 'reused' };
      return row.answer ? { kind: 'replay', answer: decoded(row.answer) } : { kind: 'execute' };
    },
    async keep({ companyId, employeeId, key }, answer) {
      await pool.query({
        name: 'keep-idempotent-answer',
        text: `UPDATE idempotency_keys SET answer = $4
               WHERE company_id = $1 AND employee_id = $2 AND key = $3 AND answer IS NULL`,
        values: [companyId, employeeId, key, JSON.stringify(encoded(answer))],
      });
    },
    async forget(before) {
      const deleted = await pool.query('DELETE FROM idempotency_keys WHERE created_at < $1', [before]);
      return deleted.rowCount ?? 0;
    },
  };
}

function encoded(answer: Answer<unknown>): StoredAnswer {
  if (answer.ok) return answer;
  const { code, ...others } = answer;
  return { ...others, refusal: code };
}

function decoded(stored: StoredAnswer): Answer<unknown> {
  if (stored.ok) return stored;
  const { refusal, ...others } = stored;
  return { ...others, ...rejected(refusal) };
}
