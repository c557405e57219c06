import { hash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { createKeyedMutex, createSemaphore } from '#platform/concurrency/mutex.ts';
import { queriesOn } from '#platform/database.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import { networkOf } from '#platform/limits/network.ts';
import { normalEmail } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import type { Client } from './codes.port.ts';
import type { KnownClients } from './known-clients.ts';

const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

/** Concurrent tries in a process: far below the limit of failures, slightly above the concurrent hashes. */
const LOOKING = { running: 4, waiting: 200 };

export type Attempt<Found> = Result<Found, 'failedLogin'> | TooManyRequests;

export type SignInLimitsDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly known: KnownClients['known'];
};

/**
 * Limits password guessing. The counters are in Postgres, so they survive a restart and hold for all processes. A
 * try counts as failed until it succeeds: concurrent guesses cannot pass the limit together. Tries for one account
 * from one address run one after the other, so that many correct sign-ins at once do not look like guesses.
 *
 * An attacker must not lock an owner out: tries from a known network or device are counted separately from those of
 * unknown clients, and tries of a known device separately from its network.
 */
export function createSignInLimits({ pool, clock, known }: SignInLimitsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const inOrder = createKeyedMutex();
  const limited = createSemaphore(LOOKING);

  /** Counts one failure in advance. When there are too many, returns the instant of the oldest one that counts. */
  async function book(subject: string, limit: number, entry: number): Promise<{ oldest: number } | null> {
    const since = entry - WINDOW_MS * 1000;
    const recent = sql<number[]>`ARRAY(SELECT f FROM unnest(sign_in_failures.failures) f WHERE f > ${since})`;
    const { rows } = await sql<{ booked: boolean; oldest: number | null }>`
      WITH booking AS (
        INSERT INTO sign_in_failures (subject, failures, last_failed_at)
        VALUES (${subject}, ARRAY[${entry}::bigint], ${clock.now()})
        ON CONFLICT (subject) DO UPDATE SET
          failures = ${recent} || ${entry}::bigint, last_failed_at = excluded.last_failed_at
        WHERE cardinality(${recent}) < ${limit}
        RETURNING subject)
      SELECT EXISTS (SELECT FROM booking) AS booked,
             (SELECT failures[1] FROM sign_in_failures WHERE subject = ${subject}) AS oldest`.execute(db);
    const row = rows[0];
    // Without a row, other tries came in between and have only just failed.
    return row && !row.booked ? { oldest: row.oldest ?? entry } : null;
  }

  /** Removes one entry: another try may have the same microsecond. */
  async function unbook(subject: string, entry: number): Promise<void> {
    await sql`UPDATE sign_in_failures
                 SET failures = failures[:array_position(failures, ${entry}::bigint) - 1]
                             || failures[array_position(failures, ${entry}::bigint) + 1:]
               WHERE subject = ${subject} AND ${entry}::bigint = ANY (failures)`.execute(db);
  }

  /** The counters of a try, the account last. */
  async function subjectsOf(email: string, client: Client): Promise<(readonly [string, number])[]> {
    const network = networkOf(client.address);
    const ofNetwork = [digest('address', network), FAILURES_PER_ADDRESS] as const;
    switch (await known(email, client)) {
      case 'device':
        return [[digest('account', email, 'device', client.device ?? ''), FAILURES_PER_ACCOUNT]];
      case 'network':
        return [ofNetwork, [digest('account', email, network), FAILURES_PER_ACCOUNT]];
      case null:
        return [ofNetwork, [digest('account', email), FAILURES_PER_ACCOUNT]];
    }
  }

  async function tryOnce<Found>(
    email: string,
    client: Client,
    look: () => Promise<Found | null>,
  ): Promise<Attempt<Found>> {
    // Microseconds with three random digits, so that entries of the same millisecond mostly differ.
    const entry = clock.now().getTime() * 1000 + randomInt(1000);
    const booked: string[] = [];
    const unbookAll = () => Promise.all(booked.map((subject) => unbook(subject, entry)));
    for (const [subject, limit] of await subjectsOf(email, client)) {
      const tooMany = await book(subject, limit, entry);
      if (tooMany) {
        await unbookAll();
        return refusedUntil(tooMany.oldest, entry);
      }
      booked.push(subject);
    }
    const found = await look().catch(async (error: unknown) => {
      // The password was not checked, so there is no failure to count.
      await unbookAll();
      throw error;
    });
    if (found !== null) {
      await unbookAll();
      const ofAccount = booked.at(-1) as string;
      await db.deleteFrom('sign_in_failures').where('subject', '=', ofAccount).execute();
    }
    return found === null ? rejected('failedLogin') : accepted(found);
  }

  return {
    /** Runs `look`, which checks email and password, unless too many recent tries failed. */
    attempt<Found>(email: string, client: Client, look: () => Promise<Found | null>) {
      const account = normalEmail(email);
      return inOrder(digest(account, client.address), () => limited(() => tryOnce(account, client, look)));
    },

    /** Drops entries that no longer count; returns the number of accounts and addresses. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_failures')
        .where('last_failed_at', '<', new Date(clock.now().getTime() - WINDOW_MS).toISOString())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;

function refusedUntil(oldest: number, now: number): Attempt<never> {
  const seconds = Math.ceil((oldest + WINDOW_MS * 1000 - now) / 1_000_000);
  return { ...rejected('tooManyRequests'), retryAfterSeconds: Math.max(1, seconds) };
}

function digest(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
