import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthQueries, AuthTables } from './auth-tables.ts';

export type LinkPurpose = AuthTables['email_links']['purpose'];

export type EmailLink = Person & {
  /** Of an undo the former email, otherwise the wanted one. */
  readonly email: string;
  /** The employee that wanted the change. */
  readonly requestedBy: string;
};

export type FoundLink = EmailLink & { readonly tokenHash: Buffer; readonly createdAt: string };

/** As the API shows it; UTC ISO-8601. */
export type PendingEmail = {
  readonly employee_id: string;
  readonly email: string;
  readonly expires_at: string;
};

const VALID_MS = 7 * DAY_MS;

/** Links in mails about an email, good for seven days. Only the digest of a token is stored. */
export function createEmailLinks({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  const now = () => clock.now().toISOString();

  return {
    /** Returns the token. A new link replaces the former one of that employee for that purpose, except those to undo. */
    async add(
      purpose: LinkPurpose,
      { companyId, employeeId, email, requestedBy }: EmailLink,
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const created_at = clock.now();
      const fresh = {
        ...{ token_hash: digest(token), email, requested_by: requestedBy, created_at },
        expires_at: new Date(created_at.getTime() + VALID_MS),
      };
      await db
        .insertInto('email_links')
        .values({ purpose, company_id: companyId, employee_id: employeeId, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'employee_id', 'purpose'])
            .where(sql<boolean>`purpose <> 'undo'`)
            .doUpdateSet(fresh),
        )
        .execute();
      return token;
    },

    /** Null for a link that is unknown, has ended or is for another purpose. */
    async find(purpose: LinkPurpose, token: string): Promise<FoundLink | null> {
      const found = await db
        .selectFrom('email_links')
        .select(['company_id as companyId', 'employee_id as employeeId', 'email'])
        .select(['requested_by as requestedBy', 'token_hash as tokenHash', 'created_at as createdAt'])
        .where('token_hash', '=', digest(token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return found ?? null;
    },

    /** Ends what awaits a proof; false when nothing does. */
    async dropPending({ companyId, employeeId }: Person): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('email_links')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('purpose', 'in', ['prove', 'refuse'])
        .executeTakeFirst();
      return numDeletedRows > 0;
    },

    /** Its address is proven, or the person has another. */
    async dropInvitation({ companyId, employeeId }: Person, on: AuthQueries = db): Promise<void> {
      await on
        .deleteFrom('email_links')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('purpose', '=', 'invite')
        .execute();
    },

    /** An undo takes back all later changes, so their links end with it. */
    async dropSince({ companyId, employeeId, createdAt }: FoundLink): Promise<void> {
      await db
        .deleteFrom('email_links')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('created_at', '>=', createdAt)
        .execute();
    },

    /** Ends a link that may be used once; false when it has been. */
    async spend({ tokenHash }: Pick<FoundLink, 'tokenHash'>, on: AuthQueries): Promise<boolean> {
      const { numDeletedRows } = await on
        .deleteFrom('email_links')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return numDeletedRows > 0;
    },

    /** The email that awaits its proof. */
    async pendingOf({ companyId, employeeId }: Person): Promise<string | null> {
      const found = await db
        .selectFrom('email_links')
        .select('email')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('purpose', '=', 'prove')
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return found?.email ?? null;
    },

    /** The emails of a company that await their proof, the latest first. */
    pendingIn(companyId: string): Promise<readonly PendingEmail[]> {
      return db
        .selectFrom('email_links as l')
        .innerJoin('accounts as a', (join) =>
          join.onRef('a.company_id', '=', 'l.company_id').onRef('a.employee_id', '=', 'l.employee_id'),
        )
        .select(['l.employee_id', 'l.email', 'l.expires_at'])
        .where('l.company_id', '=', companyId)
        .where('l.purpose', '=', 'prove')
        .where('l.expires_at', '>', now())
        .orderBy('l.created_at', 'desc')
        .orderBy('l.employee_id')
        .execute();
    },

    /** Drops links that have ended; returns the number. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('email_links')
        .where('expires_at', '<', now())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type EmailLinks = ReturnType<typeof createEmailLinks>;

/** Whether another person may still take this email back: it cannot be claimed until then. */
export const isKeptForAnother = (email: string, { companyId, employeeId }: Person, now: Date) => sql<boolean>`
  EXISTS (SELECT FROM email_links
           WHERE email = ${email} AND purpose = 'undo' AND expires_at > ${now}
             AND (company_id, employee_id) <> (${companyId}, ${employeeId}))`;
