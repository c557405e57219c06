import type pg from 'pg';
import { type Clock, systemClock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { AuthTables } from './auth-tables.ts';
import { hashPassword, PASSWORD_MAX, pretendToVerify, verifyPassword } from './passwords.ts';

export type Account = {
  readonly companyId: string;
  readonly employeeId: string;
  /** Lower case. */
  readonly email: string;
  /** The zone this person's browser sent last; null before the first sign-in. */
  readonly timeZone: string | null;
};

export type NewAccount = {
  email: string;
  employeeId: string;
  companyId: string;
  /** Null: nobody can sign in until one is set. */
  password: string | null;
};

type Person = { companyId: string; employeeId: string };

/** Emails and passwords. An email belongs to one employee across the whole installation, whatever its case. */
export function createAccounts({ pool, clock = systemClock }: { pool: pg.Pool; clock?: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  const account = db
    .selectFrom('accounts')
    .select(['company_id as companyId', 'employee_id as employeeId', 'email', 'time_zone as timeZone']);

  return {
    /** False when the email is somebody else's already. The same person again is a repetition: true. */
    async create({ email, employeeId, companyId, password }: NewAccount): Promise<boolean> {
      await db
        .insertInto('accounts')
        .values({
          company_id: companyId,
          employee_id: employeeId,
          email: normalEmail(email),
          password_hash: password === null ? null : await hashPassword(password),
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const owner = await account.where('email', '=', normalEmail(email)).executeTakeFirst();
      return owner?.companyId === companyId && owner.employeeId === employeeId;
    },

    /** Whose email and password these are, or null; takes as long either way. */
    async verify(email: string, password: string): Promise<Account | null> {
      const found = await account
        .select('password_hash as hash')
        .where('email', '=', normalEmail(email))
        .executeTakeFirst();
      if (password.length > PASSWORD_MAX) return null;
      if (!found?.hash) {
        await pretendToVerify(password);
        return null;
      }
      const { hash, ...person } = found;
      return (await verifyPassword(password, hash)) ? person : null;
    },

    async byEmail(email: string): Promise<Account | null> {
      return (await account.where('email', '=', normalEmail(email)).executeTakeFirst()) ?? null;
    },

    async setPassword({ companyId, employeeId }: Person, password: string): Promise<void> {
      const password_hash = await hashPassword(password);
      await db
        .updateTable('accounts')
        .set({ password_hash })
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .execute();
    },

    async rememberTimeZone({ companyId, employeeId }: Person, timeZone: string): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ time_zone: timeZone })
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('time_zone', 'is distinct from', timeZone)
        .execute();
    },

    /** The zone that decides what 'today' is for an employee who is not the one asking; UTC before he came. */
    async timeZoneOf({ companyId, employeeId }: Person): Promise<string> {
      const found = await account
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .executeTakeFirst();
      return found?.timeZone ?? 'UTC';
    },

    /** Frees the email; of a deleted employee. */
    async remove({ companyId, employeeId }: Person): Promise<void> {
      await db
        .deleteFrom('accounts')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .execute();
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
