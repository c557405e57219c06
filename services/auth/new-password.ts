import type pg from 'pg';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/person.ts';
import type { Accounts } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import type { OneTimeCodes, Proof } from './one-time-codes.ts';
import { hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export type NewPasswordDeps = {
  readonly pool: pg.Pool;
  readonly codes: Pick<OneTimeCodes, 'spend'>;
  readonly accounts: Pick<Accounts, 'setPasswordHash'>;
  readonly sessions: Pick<Sessions, 'endAllWith'>;
};

export type SetNewPassword = ReturnType<typeof createNewPassword>;

/**
 * Uses up the code, sets the password and ends every session of the person, all or nothing: cut short anywhere, the
 * code is still good or the old password and its sessions are worthless. False when the proof is none any more.
 */
export function createNewPassword({ pool, codes, accounts, sessions }: NewPasswordDeps) {
  const db = queriesOn<AuthTables>(pool);
  return async (proof: Proof, person: Person, password: string): Promise<boolean> => {
    const passwordHash = await hashPassword(password);
    const announce = await db.transaction().execute(async (transaction) => {
      if (!(await codes.spend(proof, transaction))) return null;
      // First the hash: a sign-in with the old password waits for it, so its session is there to be ended or never is.
      await accounts.setPasswordHash(person, passwordHash, transaction);
      return sessions.endAllWith(person, transaction);
    });
    announce?.();
    return announce !== null;
  };
}
