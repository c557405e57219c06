import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { cutText } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import { newId } from '#platform/ids.ts';
import type { PostClient } from '#platform/mail/mail.port.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthQueries, AuthTables } from './auth-tables.ts';

/** After its last use. */
const LIFETIME_MS = 30 * 24 * 3_600_000;
/** After it began, however much it is used. */
export const LONGEST_SESSION_MS = 90 * 24 * 3_600_000;
const USER_AGENT_MAX = 512;

export type Opening = Person & {
  readonly timeZone: string;
  readonly address: string;
  readonly userAgent?: string | undefined;
  /** Runs in the transaction that opens the session. */
  readonly tell?: ((on: AuthQueries) => Promise<void>) | undefined;
  /** Nothing but the set-up of a second factor is open to it. */
  readonly needsFactor?: boolean;
};
export type Ending = {
  /** The session that stays. */
  readonly except?: string | undefined;
  readonly on?: AuthQueries;
};
export type OpenedSession = { readonly token: string; readonly sessionId: string };

/** Instants in UTC ISO-8601. */
export type SessionEntry = {
  readonly session_id: string;
  readonly time_zone: string;
  readonly address: string;
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
};

/** The table of sessions: begin, extend, end. sessions.ts decides how long an answer is trusted. */
export function createSessionRows({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);

  function alive(now: Date) {
    return db
      .selectFrom('sessions')
      .select(['session_id', 'company_id', 'employee_id', 'time_zone', 'needs_factor'])
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now.toISOString());
  }

  function ending({ companyId, employeeId }: Person, on: AuthQueries = db) {
    return on
      .updateTable('sessions')
      .set({ revoked_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('employee_id', '=', employeeId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', clock.now().toISOString())
      .returning('session_id');
  }

  async function insert(opening: Opening, from: RawBuilder<unknown>): Promise<OpenedSession | null> {
    const { tell } = opening;
    if (!tell) return insertOn(db, opening, from);
    return db.transaction().execute(async (transaction) => {
      const opened = await insertOn(transaction, opening, from);
      if (opened) await tell(transaction);
      return opened;
    });
  }

  async function insertOn(
    on: AuthQueries,
    person: Opening,
    from: RawBuilder<unknown>,
  ): Promise<OpenedSession | null> {
    const { companyId, employeeId, timeZone, address } = person;
    const token = randomBytes(32).toString('base64url');
    const sessionId = newId();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const userAgent = person.userAgent ? cutText(person.userAgent.toWellFormed(), USER_AGENT_MAX) : null;
    const { rows } = await sql`
      INSERT INTO sessions (token_hash, session_id, company_id, employee_id, time_zone, address, user_agent,
                            created_at, last_seen_at, expires_at, needs_factor)
      SELECT ${digest(token)}::bytea, ${sessionId}, ${companyId}, ${employeeId}, ${timeZone}, ${address}, ${userAgent},
             ${now}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz,
             ${person.needsFactor ?? false}::boolean ${from}
      RETURNING session_id`.execute(on);
    return rows.length > 0 ? { token, sessionId } : null;
  }

  return {
    alive,

    async open(person: Opening): Promise<OpenedSession> {
      const opened = await insert(person, sql``);
      if (opened === null) throw new Error('a session was not stored');
      return opened;
    },

    /**
     * Opens a session for the password with this hash. Null when the account has another hash by now. Both sides
     * lock the row, so no session of the old password survives the change. The same with `stepToken`, of a second step
     * that a reset of the factors may end at this moment.
     */
    openByPassword(person: Opening, passwordHash: string, stepToken?: string): Promise<OpenedSession | null> {
      const step =
        stepToken === undefined
          ? sql``
          : sql`JOIN second_steps s ON s.token_hash = ${digest(stepToken)}
                 AND (s.company_id, s.employee_id) = (a.company_id, a.employee_id)`;
      const isStillTheOne = sql`
        FROM accounts a ${step}
       WHERE a.company_id = ${person.companyId} AND a.employee_id = ${person.employeeId}
         AND a.password_hash = ${passwordHash} FOR SHARE`;
      return insert(person, isStillTheOne);
    },

    /** The same for a passkey that may be deleted at this moment. */
    openByPasskey(person: Opening, passkeyId: string): Promise<OpenedSession | null> {
      const isStillThere = sql`
        FROM passkeys WHERE company_id = ${person.companyId} AND employee_id = ${person.employeeId}
         AND passkey_id = ${passkeyId} FOR SHARE`;
      return insert(person, isStillThere);
    },

    async extend(hashes: readonly Buffer[], now: Date): Promise<void> {
      await db
        .updateTable('sessions')
        .set({
          last_seen_at: now,
          expires_at: sql<Date>`LEAST(${new Date(now.getTime() + LIFETIME_MS)}::timestamptz,
                                      created_at + ${LONGEST_SESSION_MS} * interval '1 millisecond')`,
        })
        .where('token_hash', '=', sql<Buffer>`ANY (${hashes}::bytea[])`)
        .execute();
    },

    /** The open sessions of an employee, the latest first. */
    listOf({ companyId, employeeId }: Person): Promise<SessionEntry[]> {
      return alive(clock.now())
        .select(['address', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .orderBy('created_at', 'desc')
        .orderBy('session_id', 'desc')
        .execute();
    },

    /** False when the employee has no such session, or it has ended. */
    async end(person: Person, sessionId: string): Promise<boolean> {
      return (await ending(person).where('session_id', '=', sessionId).execute()).length > 0;
    },

    /** Returns the ids of the ended sessions. */
    async endAll(person: Person, { except, on }: Ending = {}): Promise<string[]> {
      const ended = await ending(person, on)
        .$if(except !== undefined, (query) => query.where('session_id', '!=', except as string))
        .execute();
      return ended.map(({ session_id }) => session_id);
    },

    /** The ids of the sessions that were ended after that instant, by the clocks of the processes that ended them. */
    async endedSince(since: Date): Promise<string[]> {
      const ended = await db
        .selectFrom('sessions')
        .select('session_id')
        .where('revoked_at', '>', since.toISOString())
        .execute();
      return ended.map(({ session_id }) => session_id);
    },

    /**
     * Drops sessions that ended before that instant, and those of people without an account that ended or were used
     * last before the later one; returns the number.
     */
    async forget(before: Date, { ofNone }: { readonly ofNone: Date }): Promise<number> {
      const isOfNone = sql<boolean>`coalesce(revoked_at, last_seen_at) < ${ofNone} AND NOT EXISTS (
        SELECT FROM accounts a
         WHERE a.company_id = sessions.company_id AND a.employee_id = sessions.employee_id)`;
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where((where) =>
          where.or([
            where('expires_at', '<', before.toISOString()),
            where('revoked_at', '<', before.toISOString()),
            isOfNone,
          ]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Sessions of this person that had to set up a factor first may go on. */
export async function letIn({ companyId, employeeId }: Person, client: PostClient): Promise<void> {
  await client.query(
    'UPDATE sessions SET needs_factor = false WHERE company_id = $1 AND employee_id = $2 AND needs_factor',
    [companyId, employeeId],
  );
}

/** A person, and the session that asks. */
export type Asking = Person & { readonly sessionId?: string };

/**
 * Changes of an account go one after the other from here on. False when the person was deleted at this moment, or the
 * session that asks has ended: neither leaves a factor behind.
 */
export async function lockAccount(
  { companyId, employeeId, sessionId }: Asking,
  client: PostClient,
): Promise<boolean> {
  const locked = await client.query(
    'SELECT FROM accounts WHERE company_id = $1 AND employee_id = $2 FOR UPDATE',
    [companyId, employeeId],
  );
  if (!locked.rowCount || sessionId === undefined) return Boolean(locked.rowCount);
  const ended = 'SELECT FROM sessions WHERE session_id = $1 AND revoked_at IS NOT NULL';
  return (await client.query(ended, [sessionId])).rowCount === 0;
}
