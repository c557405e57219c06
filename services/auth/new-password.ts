import { sql } from 'kysely';
import type pg from 'pg';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { AuthQueries, AuthTables } from './auth-tables.ts';
import type { EmailLinks } from './email-links.ts';
import type { OneTimeCodes, Proof } from './one-time-codes.ts';
import type { hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export type NewPasswordDeps = {
  readonly pool: pg.Pool;
  readonly codes: Pick<OneTimeCodes, 'spend'>;
  readonly accounts: Pick<Accounts, 'setPasswordHash' | 'prove'>;
  readonly links: Pick<EmailLinks, 'dropInvitation'>;
  readonly sessions: Pick<Sessions, 'endAllWith'>;
  readonly hash: typeof hashPassword;
};

/** Runs in the transaction of the change. */
export type TellChange = (on: AuthQueries) => Promise<void>;

/** The mail about a new password: `tell` puts it into the outbox, and `done`, after the commit, wakes the sender. */
export type ChangeMail = { readonly tell: TellChange; readonly done: () => void };

/** `at`: UTC ISO-8601. */
export type MailChange = (
  person: Person & { readonly name: string; readonly email: string },
  at: string,
) => Promise<ChangeMail>;

export type SetNewPassword = ReturnType<typeof createNewPassword>;

/**
 * Spends the code, sets the password and ends every session of the employee in one transaction: after a crash
 * either the code is still valid, or the old password and its sessions are gone. The code proves the email, and an
 * invitation has no further use. False when
 * the code was spent or has expired, or another employee has proven the email meanwhile.
 */
export function createNewPassword({ pool, codes, accounts, links, sessions, hash }: NewPasswordDeps) {
  const db = queriesOn<AuthTables>(pool);
  return async (proof: Proof, person: Person, password: string, tell: TellChange): Promise<boolean> => {
    const passwordHash = await hash(password, person.companyId);
    const announce = await db.transaction().execute(async (transaction) => {
      if (!(await codes.spend(proof, transaction))) return null;
      if (!(await accounts.prove(person, proof.email, transaction))) return null;
      await links.dropInvitation(person, transaction);
      // The password first: a sign-in with the old one waits for this row, so its session is ended or never opens.
      await accounts.setPasswordHash(person, passwordHash, transaction);
      await tell(transaction);
      return sessions.endAllWith(person, transaction);
    });
    announce?.();
    return announce !== null;
  };
}

export type ReplacePassword = ReturnType<typeof createReplacePassword>;

/** With the session that stays. */
type Replacing = Person & { readonly sessionId?: string };

/**
 * The same for a person with a proven `former`, the hash of the current password; the session that they have stays.
 * Returns the hash of the new password; null when the account has another one than `former` by now.
 */
export function createReplacePassword({
  pool,
  accounts,
  sessions,
  hash,
}: Omit<NewPasswordDeps, 'codes' | 'accounts' | 'links'> & {
  readonly accounts: Pick<Accounts, 'setPasswordHash'>;
}) {
  const db = queriesOn<AuthTables>(pool);
  return async (
    caller: Replacing,
    former: string,
    password: string,
    tell: TellChange,
  ): Promise<string | null> => {
    const passwordHash = await hash(password, caller.companyId);
    const announce = await db.transaction().execute(async (transaction) => {
      if (!(await accounts.setPasswordHash(caller, passwordHash, transaction, former))) return null;
      await tell(transaction);
      return sessions.endAllWith(caller, transaction, caller.sessionId);
    });
    announce?.();
    return announce === null ? null : passwordHash;
  };
}

/** What others may have added to an account. */
export type TakenBack = {
  readonly passkeys: readonly { readonly id: string; readonly name: string }[];
  readonly app: boolean;
};

export type TakeBack = ReturnType<typeof createTakeBack>;

/**
 * Takes an account out of the hands of another person: takes the password, ends every session and deletes passkeys, the app
 * and recovery codes that were added since that instant, in one transaction. What is being added at this moment waits
 * for the row of the account and finds its session ended; one that a deleted passkey opens is ended.
 */
export function createTakeBack({
  pool,
  accounts,
  sessions,
}: Pick<NewPasswordDeps, 'pool' | 'sessions'> & {
  readonly accounts: Pick<Accounts, 'setPasswordHash'>;
}) {
  const db = queriesOn<AuthTables>(pool);
  return async (
    person: Person,
    since: string,
    tell: (taken: TakenBack, on: AuthQueries) => Promise<void>,
  ): Promise<void> => {
    const own = sql<boolean>`company_id = ${person.companyId} AND employee_id = ${person.employeeId}`;
    const announce = await db.transaction().execute(async (on) => {
      await accounts.setPasswordHash(person, null, on);
      const passkeys = await on
        .deleteFrom('passkeys')
        .where(own)
        .where('created_at', '>=', since)
        .returning(['passkey_id as id', 'name'])
        .execute();
      const apps = await on
        .deleteFrom('authenticators')
        .where(own)
        .where('created_at', '>=', since)
        .returning(sql<boolean>`secret IS NOT NULL`.as('counted'))
        .execute();
      await on.updateTable('authenticators').set({ offered: null }).where(own).execute();
      await on.deleteFrom('recovery_codes').where(own).where('created_at', '>=', since).execute();
      await tell({ passkeys, app: apps.some(({ counted }) => counted) }, on);
      return sessions.endAllWith(person, on);
    });
    announce();
  };
}
