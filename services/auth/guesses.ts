import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Rejected, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthQueries } from './auth-tables.ts';
import { isUnshared } from './known-clients.ts';

/** Of all strangers since the last sign-in or new password. */
const GUESSES_IN_A_ROW = 100;

/**
 * Wrong passwords of strangers in a row, kept with the account: no restart, clock or other process forgets them. An email
 * without an account has no count.
 */
export function createGuesses(db: AuthQueries) {
  const OF_ACCOUNT = sql`a.company_id = e.company_id AND a.employee_id = e.employee_id`;
  return {
    /** Counts a guess in advance; false when there were too many. */
    async count(email: string): Promise<boolean> {
      const { rows } = await sql<{ counted: boolean }>`
        WITH account AS (SELECT company_id, employee_id FROM emails WHERE email = ${email}),
        counted AS (
          UPDATE accounts a SET guesses_in_a_row = guesses_in_a_row + 1 FROM account e
           WHERE ${OF_ACCOUNT} AND guesses_in_a_row < ${GUESSES_IN_A_ROW} RETURNING 1)
        SELECT EXISTS (SELECT FROM counted)
            OR NOT EXISTS (SELECT FROM accounts a, account e WHERE ${OF_ACCOUNT}) AS counted`.execute(db);
      return rows[0]?.counted ?? true;
    },

    /** The guess that was counted last was none. */
    async takeBack(email: string): Promise<void> {
      await sql`
        UPDATE accounts a SET guesses_in_a_row = guesses_in_a_row - 1 FROM emails e
         WHERE e.email = ${email} AND ${OF_ACCOUNT} AND guesses_in_a_row > 0`.execute(db);
    },

    /** After a proof of this person. While others share an email that is not proven, the guesses may be at any of them. */
    async forget({ companyId, employeeId }: Person): Promise<void> {
      await sql`
        UPDATE accounts a SET guesses_in_a_row = 0 FROM emails e
         WHERE a.company_id = ${companyId} AND a.employee_id = ${employeeId} AND ${OF_ACCOUNT} AND ${isUnshared}
           AND guesses_in_a_row > 0`.execute(db);
    },
  };
}

const REMEMBERED = 20_000;
/** A success, a reset or another process may have ended a refusal. */
const ASK_AGAIN_MS = 1000;

type Refused = TooManyRequests | Rejected<'tooManyGuesses'>;

/** What the database refused lately, by subject: answered without it. Of one subject one try a second asks again. */
export function createRefusals(clock: Clock) {
  const known = new LRUCache<string, { askedAt: number; readonly until: number | null }>({ max: REMEMBERED });
  const time = () => clock.now().getTime();

  function isOver(subject: string, now: number): boolean {
    const found = known.get(subject);
    if (found === undefined) return true;
    // The clock may have been set back.
    if (now >= found.askedAt && (found.until === null || now < found.until)) return false;
    known.delete(subject);
    return true;
  }

  return {
    /** `ask`: the caller has to ask the database. Null for subjects that were not refused. */
    find(subjects: readonly string[]): Refused | 'ask' | null {
      const now = time();
      const refused = subjects
        .filter((subject) => !isOver(subject, now))
        .map((subject) => known.get(subject));
      for (const each of refused)
        if (each && now < each.askedAt + ASK_AGAIN_MS) return answer(each.until, now);
      for (const each of refused) if (each) each.askedAt = now;
      return refused.length > 0 ? 'ask' : null;
    },

    /** `until`: milliseconds since 1970; null without an end. */
    add(subjects: readonly string[], until: number | null): Refused {
      const askedAt = time();
      for (const subject of subjects) known.set(subject, { askedAt, until });
      return answer(until, askedAt);
    },

    forget(subjects: readonly string[]): void {
      for (const subject of subjects) known.delete(subject);
    },
  };
}

function answer(until: number | null, now: number): Refused {
  if (until === null) return rejected('tooManyGuesses');
  return { ...rejected('tooManyRequests'), retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) };
}
