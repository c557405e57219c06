import { type Expression, type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn, withTransaction } from '#platform/database.ts';
import { newId } from '#platform/ids.ts';
import type { PostClient } from '#platform/mail/mail.port.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthTables } from './auth-tables.ts';
import { everyEmail } from './email-rows.ts';
import { type Asking, letIn, lockAccount } from './session-rows.ts';

export const MOST_PASSKEYS = 20;

export type NewPasskey = {
  readonly credentialId: Buffer;
  /** In COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
};

/** Runs in the transaction of the change: it puts a mail into the outbox. */
export type Tell = (
  passkey: { readonly id: string; readonly name: string },
  client: PostClient,
) => Promise<void>;

/** The table of passkeys. */
export function createPasskeyRows({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  return {
    /** With a random id, which it returns. */
    add(
      asking: Asking,
      made: NewPasskey,
      tell: Tell,
    ): Promise<Result<string, 'passkeyNotAdded' | 'passkeyExists' | 'tooManyPasskeys'>> {
      const { companyId, employeeId } = asking;
      const { name } = made;
      const id = newId();
      return withTransaction(pool, async (client) => {
        if (!(await lockAccount(asking, client))) return rejected('passkeyNotAdded');
        const { rows } = await client.query<{ count: string }>(
          'SELECT count(*) FROM passkeys WHERE company_id = $1 AND employee_id = $2',
          [companyId, employeeId],
        );
        if (Number(rows[0]?.count) >= MOST_PASSKEYS) return rejected('tooManyPasskeys');
        const key = [made.credentialId, made.publicKey, made.counter, made.transports] as const;
        const added = await client.query(
          `INSERT INTO passkeys (passkey_id, company_id, employee_id, credential_id, public_key, counter, transports,
                                 name, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           ON CONFLICT (credential_id) DO NOTHING`,
          [id, companyId, employeeId, ...key, name, clock.now()],
        );
        if (added.rowCount === 0) return rejected('passkeyExists');
        await letIn({ companyId, employeeId }, client);
        await tell({ id, name }, client);
        return accepted(id);
      });
    },

    /** As browsers name them. */
    async credentialsOf(person: Person) {
      const found = await db
        .selectFrom('passkeys')
        .select(['credential_id', 'transports'])
        .where(of(person))
        .execute();
      return found.map(({ credential_id, transports }) => ({
        id: credential_id.toString('base64url'),
        transports,
      }));
    },

    /** The key and its owner; the zone is that of the last sign-in. */
    find(credentialId: Buffer) {
      return db
        .selectFrom('passkeys as p')
        .innerJoin('accounts as a', (join) =>
          join.onRef('a.company_id', '=', 'p.company_id').onRef('a.employee_id', '=', 'p.employee_id'),
        )
        .select(['p.company_id as companyId', 'p.employee_id as employeeId', 'p.passkey_id as passkeyId'])
        .select(['p.public_key', 'p.counter', 'a.time_zone as timeZone'])
        .where('p.credential_id', '=', credentialId)
        .executeTakeFirst();
    },

    /** The email of its owner; empty for an unknown one. */
    async ownerOf(credentialId: Buffer): Promise<string> {
      const { rows } = await sql<{ email: string }>`
        SELECT e.email FROM passkeys p JOIN ${everyEmail} AS e USING (company_id, employee_id)
         WHERE p.credential_id = ${credentialId} ORDER BY e.settled DESC LIMIT 1`.execute(db);
      return rows[0]?.email ?? '';
    },

    /** False when another use at this moment had this count or a later one: one of the two is a copy. */
    async use(credentialId: Buffer, counter: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter, last_used_at: clock.now() })
        .where('credential_id', '=', credentialId)
        .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    /** The latest first. */
    listOf(person: Person) {
      return db
        .selectFrom('passkeys')
        .select(['passkey_id as id', 'name', 'created_at', 'last_used_at'])
        .where(of(person))
        .orderBy('created_at', 'desc')
        .orderBy('passkey_id', 'desc')
        .execute();
    },

    /** False when the person has none with that id. */
    async rename(person: Person, id: string, name: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ name })
        .where(of(person))
        .where('passkey_id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    /** False when the person has none with that id. Sessions that it opened go on. */
    remove({ companyId, employeeId }: Person, id: string, tell: Tell): Promise<boolean> {
      return withTransaction(pool, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          'DELETE FROM passkeys WHERE company_id = $1 AND employee_id = $2 AND passkey_id = $3 RETURNING name',
          [companyId, employeeId, id],
        );
        if (rows[0]) await tell({ id, name: rows[0].name }, client);
        return rows[0] !== undefined;
      });
    },

    /** Drops passkeys of deleted people that a former version left; returns the number. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('passkeys as p')
        .where(
          sql<boolean>`NOT EXISTS (SELECT FROM accounts a
             WHERE a.company_id = p.company_id AND a.employee_id = p.employee_id)`,
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function of({ companyId, employeeId }: Person): Expression<SqlBool> {
  return sql<SqlBool>`company_id = ${companyId} AND employee_id = ${employeeId}`;
}
