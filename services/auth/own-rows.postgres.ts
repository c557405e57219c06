import type pg from 'pg';
import type { Person } from '#platform/principal.ts';

/**
 * What the tables of facts hold about a person beside the events, by what it is; no hash, token or key is shown.
 */
const ROWS: Readonly<Record<string, string>> = {
  account: `SELECT email, time_zone, created_at, password_hash IS NOT NULL AS has_password
     FROM accounts LEFT JOIN emails USING (company_id, employee_id) WHERE BY_ID`,
  sign_ins: `SELECT address, user_agent, time_zone, created_at, last_seen_at, expires_at, revoked_at
     FROM sessions WHERE BY_ID ORDER BY created_at`,
  devices: 'SELECT last_seen_at AS last_sign_in FROM known_devices WHERE BY_ID ORDER BY 1',
  passkeys: 'SELECT name, created_at, last_used_at FROM passkeys WHERE BY_ID ORDER BY created_at',
  changes_of_email: `SELECT purpose, email, created_at, expires_at FROM email_links WHERE BY_ID ORDER BY created_at`,
  codes: 'SELECT flow, expires_at FROM one_time_codes WHERE email IN (SELECT email FROM emails WHERE BY_ID)',
  mails: `SELECT posted_at, state, content->>'subject' AS subject, content->>'text' AS text FROM mail_outbox
    WHERE company_id = $1 AND content->'to'->>'address' IN (SELECT email FROM emails WHERE BY_ID) ORDER BY posted_at`,
  imports: `SELECT file_name, created_at, state FROM imports WHERE company_id = $1 AND created_by = $2 ORDER BY created_at`,
  repeatable_requests: 'SELECT request, created_at FROM idempotency_keys WHERE BY_ID ORDER BY created_at',
};
const BY_ID = 'company_id = $1 AND employee_id = $2';

export type OwnRows = ReturnType<typeof createOwnRows>;

export function createOwnRows({ pool }: { readonly pool: pg.Pool }) {
  return {
    kinds: Object.keys(ROWS),
    async read(kind: string, { companyId, employeeId }: Person): Promise<readonly unknown[]> {
      const text = (ROWS[kind] ?? '').replaceAll('BY_ID', BY_ID);
      // A parameter that a text does not use has no type.
      const values = text.includes('$2') ? [companyId, employeeId] : [companyId];
      return (await pool.query(text, values)).rows;
    },
  };
}
