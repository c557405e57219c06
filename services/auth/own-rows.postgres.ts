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
  imports: `SELECT file_name, created_at, state FROM imports WHERE company_id = $1 AND created_by = $2 ORDER BY created_at`,
  repeatable_requests: 'SELECT request, created_at FROM idempotency_keys WHERE BY_ID ORDER BY created_at',
};
const BY_ID = 'company_id = $1 AND employee_id = $2';
const EMAILS = `SELECT email FROM emails WHERE ${BY_ID}`;
const MAILS = `
  SELECT posted_at, state, content->>'subject' AS subject, content->>'text' AS text FROM mail_outbox
   WHERE company_id = $1 AND content->'to'->>'address' = ANY ($2) ORDER BY posted_at`;

export type OwnRows = ReturnType<typeof createOwnRows>;

/** `mailing`: connections of the login that may read mails. */
export function createOwnRows({ pool, mailing }: { readonly pool: pg.Pool; readonly mailing: pg.Pool }) {
  return {
    kinds: [...Object.keys(ROWS), 'mails'],
    async read(kind: string, { companyId, employeeId }: Person): Promise<readonly unknown[]> {
      if (kind === 'mails') {
        const { rows } = await pool.query<{ email: string }>(EMAILS, [companyId, employeeId]);
        return (await mailing.query(MAILS, [companyId, rows.map(({ email }) => email)])).rows;
      }
      const text = (ROWS[kind] ?? '').replaceAll('BY_ID', BY_ID);
      // A parameter that a text does not use has no type.
      const values = text.includes('$2') ? [companyId, employeeId] : [companyId];
      return (await pool.query(text, values)).rows;
    },
  };
}
