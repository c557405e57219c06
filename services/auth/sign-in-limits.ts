import { hash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { createTurns } from '#platform/commands/turns.ts';
import { queriesOn } from '#platform/database.ts';
import { networkOf } from '#platform/limits/network.ts';
import { createSlots } from '#platform/slots.ts';
import { normalEmail } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import type { Client } from './code-rules.ts';
import type { KnownClients } from './known-clients.ts';

const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

/** So many tries are under way at once, far fewer than may fail; some more than passwords are hashed at once. */
const LOOKING = { running: 4, waiting: 200 };

export type Attempt<Found> =
  /** Null when the try failed. */
  | { readonly allowed: true; readonly found: Found | null }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

export type SignInLimitsDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly known: KnownClients['known'];
};

/**
 * Limits guessing, in Postgres, so that a restart or a second process forgets nothing. An attempt counts as
 * failed until it succeeds: guesses sent at the same moment cannot slip past the limit together. Those for one
 * account take turns and few run at once, so that many who know their passwords do not look like guessers.
 *
 * A stranger must not lock anybody out: from a network or with a device where this person signed in before, tries
 * are counted apart from those of the rest of the world; with such a device also apart from its network.
 */
export function createSignInLimits({ pool, clock, known }: SignInLimitsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const turns = createTurns();
  const slots = createSlots(LOOKING);

  /** Books one failure in advance; the instant of the oldest one that counts when there are too many. */
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
    // Others came in between when it is not there to be read: they have only just failed.
    return row && !row.booked ? { oldest: row.oldest ?? entry } : null;
  }

  /** One of them: another try may have come in the same microsecond. */
  async function unbook(subject: string, entry: number): Promise<void> {
    await sql`UPDATE sign_in_failures
                 SET failures = failures[:array_position(failures, ${entry}::bigint) - 1]
                             || failures[array_position(failures, ${entry}::bigint) + 1:]
               WHERE subject = ${subject} AND ${entry}::bigint = ANY (failures)`.execute(db);
  }

  /** What a try counts for, the account last. */
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
    // Microseconds, the last three digits random: entries of the same millisecond mostly stay apart.
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
      // Nobody looked, so nobody failed.
      await unbookAll();
      throw error;
    });
    if (found !== null) {
      await unbookAll();
      const ofAccount = booked.at(-1) as string;
      await db.deleteFrom('sign_in_failures').where('subject', '=', ofAccount).execute();
    }
    return { allowed: true, found };
  }

  return {
    /** Lets `look` say whose email and password these are, unless too many tries of late found nobody. */
    attempt<Found>(email: string, client: Client, look: () => Promise<Found | null>) {
      const account = normalEmail(email);
      return turns(digest(account, client.address), () => slots(() => tryOnce(account, client, look)));
    },

    /** Drops what no longer counts; returns how many accounts and addresses were forgotten. */
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
  return { allowed: false, retryAfterSeconds: Math.max(1, seconds) };
}

function digest(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
