import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn, type Statements, withTransaction } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import type { PostClient } from '#platform/mail/mail.port.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthTables } from './auth-tables.ts';
import type { TellChange } from './new-password.ts';
import { type Asking, letIn, lockAccount } from './session-rows.ts';

const STEP_MS = 30_000;
/** Steps that the clock of a device may be off. */
const WINDOW = 1;
/** As authenticator apps expect it. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 120 bits: a code cannot be guessed, so that its digest needs neither salt nor a slow hash. */
const RECOVERY_BYTES = 15;
/** Of strangers, until a right one. */
const WRONG_CODES_IN_A_ROW = 100;
const CODE = /^[0-9]{6}$/;

/** What a person has besides the password. */
export type Factors = {
  readonly authenticator: boolean;
  readonly passkeys: number;
  /** Unused ones. */
  readonly recoveryCodes: number;
};

/** Runs in the transaction of the change: it puts a mail into the outbox. */
export type TellFactor = (client: Statements) => Promise<void>;

/** A code was right: that of the app, or a recovery code. */
export type UsedCode = 'app' | 'recovery code';

/**
 * Second factors besides passkeys: codes of an authenticator app (TOTP, RFC 6238) and recovery codes for its loss. Each
 * code works once, in all processes together. See ADR 0056.
 */
export function createSecondFactors({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);

  /** The step of a right code; null for a wrong one. */
  function stepOf(secret: Buffer, code: string): number | null {
    if (!CODE.test(code)) return null;
    const timestamp = clock.now().getTime();
    const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
  }

  async function renewCodes({ companyId, employeeId }: Person, client: PostClient): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => hashOf({ companyId, employeeId }, code));
    await client.query('DELETE FROM recovery_codes WHERE company_id = $1 AND employee_id = $2', [
      companyId,
      employeeId,
    ]);
    await client.query(
      `INSERT INTO recovery_codes (code_hash, company_id, employee_id, created_at)
       SELECT hash, $2, $3, $4 FROM unnest($1::bytea[]) hash`,
      [hashes, companyId, employeeId, clock.now()],
    );
    return codes;
  }

  async function factorsOf({ companyId, employeeId }: Person): Promise<Factors> {
    const own = sql`company_id = ${companyId} AND employee_id = ${employeeId}`;
    const { rows } = await sql<Factors>`
      SELECT EXISTS (SELECT FROM authenticators WHERE ${own} AND secret IS NOT NULL) AS authenticator,
             (SELECT count(*)::int FROM passkeys WHERE ${own}) AS passkeys,
             (SELECT count(*)::int FROM recovery_codes WHERE ${own}) AS "recoveryCodes"`.execute(db);
    return rows[0] ?? { authenticator: false, passkeys: 0, recoveryCodes: 0 };
  }

  /** Counts the try of a stranger in advance. Null: there is no app, or there were too many tries. */
  async function admit({ companyId, employeeId }: Person, isKnown: boolean): Promise<Buffer | null> {
    const { rows } = await sql<{ secret: Buffer }>`
      UPDATE authenticators SET wrong_codes = wrong_codes + ${isKnown ? 0 : 1}
       WHERE company_id = ${companyId} AND employee_id = ${employeeId} AND secret IS NOT NULL
         AND (${isKnown} OR wrong_codes < ${WRONG_CODES_IN_A_ROW})
      RETURNING secret`.execute(db);
    return rows[0]?.secret ?? null;
  }

  return {
    factorsOf,

    /** A new secret for an app, which replaces the present one when its first code has come: base32, and as a link. */
    async offer(person: Person, email: string): Promise<{ secret: string; link: string }> {
      const offered = randomBytes(SECRET_BYTES);
      const { companyId: company_id, employeeId: employee_id } = person;
      await db
        .insertInto('authenticators')
        .values({ company_id, employee_id, offered })
        .onConflict((conflict) => conflict.columns(['company_id', 'employee_id']).doUpdateSet({ offered }))
        .execute();
      const secret = new Secret({ buffer: new Uint8Array(offered).buffer });
      const totp = new TOTP({ issuer: 'Tallyboard', label: email, secret });
      return { secret: secret.base32, link: totp.toString() };
    },

    /** The first code of the offered secret: from now on it counts. Returns the recovery codes, which nothing shows again. */
    confirm(
      person: Asking,
      code: string,
      tell: TellFactor,
    ): Promise<Result<string[], 'wrongFactorCode' | 'nothingOffered'>> {
      const own = [person.companyId, person.employeeId] as const;
      return withTransaction(pool, async (client) => {
        if (!(await lockAccount(person, client))) return rejected('nothingOffered');
        const { rows } = await client.query<{ offered: Buffer | null }>(
          'SELECT offered FROM authenticators WHERE company_id = $1 AND employee_id = $2',
          [...own],
        );
        const offered = rows[0]?.offered;
        if (!offered) return rejected('nothingOffered');
        const step = stepOf(offered, code);
        if (step === null) return rejected('wrongFactorCode');
        await client.query(
          `UPDATE authenticators SET secret = offered, offered = NULL, last_step = $3, wrong_codes = 0, created_at = $4
            WHERE company_id = $1 AND employee_id = $2`,
          [...own, step, clock.now()],
        );
        await letIn(person, client);
        await tell(client);
        return accepted(await renewCodes(person, client));
      });
    },

    /** False when there is no app. Its recovery codes go with it. */
    remove({ companyId, employeeId }: Person, tell: TellFactor): Promise<boolean> {
      return withTransaction(pool, async (client) => {
        const { rows } = await client.query<{ was: boolean }>(
          `DELETE FROM authenticators WHERE company_id = $1 AND employee_id = $2
           RETURNING secret IS NOT NULL AS was`,
          [companyId, employeeId],
        );
        if (!rows[0]?.was) return false;
        await client.query('DELETE FROM recovery_codes WHERE company_id = $1 AND employee_id = $2', [
          companyId,
          employeeId,
        ]);
        await tell(client);
        return true;
      });
    },

    /** Deletes all of them, passkeys too. `tell` runs after it, in the same transaction. */
    reset({ companyId, employeeId }: Person, tell: TellChange): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await sql`SELECT FROM accounts WHERE company_id = ${companyId} AND employee_id = ${employeeId}
                     FOR UPDATE`.execute(transaction);
        for (const table of ['authenticators', 'recovery_codes', 'passkeys', 'second_steps'] as const)
          await transaction
            .deleteFrom(table)
            .where('company_id', '=', companyId)
            .where('employee_id', '=', employeeId)
            .execute();
        await tell(transaction);
      });
    },

    /** Ten new codes in place of the former ones, for a person with a second factor. */
    renewCodes(person: Asking, tell: TellFactor): Promise<Result<string[], 'noSecondFactor'>> {
      return withTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `SELECT FROM authenticators WHERE company_id = $1 AND employee_id = $2 AND secret IS NOT NULL
            UNION ALL SELECT FROM passkeys WHERE company_id = $1 AND employee_id = $2`,
          [person.companyId, person.employeeId],
        );
        if (!rowCount || !(await lockAccount(person, client))) return rejected('noSecondFactor');
        await tell(client);
        return accepted(await renewCodes(person, client));
      });
    },

    /**
     * Which code it is, once for each code; null for a wrong one. `isKnown`: from a device that the person signed in with.
     * `tell` tells of a used recovery code, in the same transaction.
     */
    async use(person: Person, typed: string, isKnown: boolean, tell: TellFactor): Promise<UsedCode | null> {
      const { companyId, employeeId } = person;
      const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
      if (!CODE.test(code)) {
        const used = await withTransaction(pool, async (client) => {
          const { rowCount } = await client.query('DELETE FROM recovery_codes WHERE code_hash = $1', [
            hashOf(person, code),
          ]);
          if (rowCount) await tell(client);
          return (rowCount ?? 0) > 0;
        });
        return used ? 'recovery code' : null;
      }
      const secret = await admit(person, isKnown);
      const step = secret && stepOf(secret, code);
      if (step === null) return null;
      const { numUpdatedRows } = await db
        .updateTable('authenticators')
        .set({ last_step: step, wrong_codes: 0 })
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('secret', '=', secret)
        .where('last_step', '<', String(step))
        .executeTakeFirst();
      return numUpdatedRows > 0 ? 'app' : null;
    },

    /** Drops what a former version left of deleted people; returns the number. */
    async forget(): Promise<number> {
      let count = 0;
      for (const table of ['authenticators', 'recovery_codes'] as const) {
        const { numAffectedRows } = await sql`
          DELETE FROM ${sql.table(table)} f WHERE NOT EXISTS (SELECT FROM accounts a
            WHERE a.company_id = f.company_id AND a.employee_id = f.employee_id)`.execute(db);
        count += Number(numAffectedRows ?? 0);
      }
      return count;
    },
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Six groups of four letters and digits of base32. */
function newRecoveryCode(): string {
  const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer });
  return base32.match(/.{4}/g)?.join('-') ?? base32;
}

const hashOf = ({ companyId, employeeId }: Person, code: string) =>
  digest(JSON.stringify(['recovery code', companyId, employeeId, code.replaceAll('-', '')]));
