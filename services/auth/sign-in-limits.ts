import { hash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { createFairSemaphore, createKeyedMutex } from '#platform/concurrency/mutex.ts';
import { queriesOn } from '#platform/database.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import { networkOf, networksOf } from '#platform/limits/network.ts';
import type { Person } from '#platform/principal.ts';
import { normalEmail } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import type { Client } from './codes.port.ts';
import { createGuesses, createRefusals } from './guesses.ts';
import type { KnownClients } from './known-clients.ts';

const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_ACCOUNT = 10;
/** Larger networks have a multiple of it. */
const FAILURES_PER_ADDRESS = 100;

/** Look-ups take a millisecond. Clients with the cookie of a known device wait here beside those who made one up. */
const LOOKING_UP = { running: 4, waitingOfKey: 500, waiting: 5000 };
/** Tries are far fewer at once than failures are allowed, and slightly more than hashes. */
const TRYING = { running: 4, waitingOfKey: 100, waiting: 2000 };
/** However many strangers wait, a known client waits for two hashes of them. */
const STRANGERS_TRYING = { ...TRYING, running: 2 };
/** Of one account from one network. */
const IN_ORDER = { waiting: 100 };

export type Attempt<Found> = Result<Found, 'failedLogin' | 'tooManyGuesses'> | TooManyRequests;

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
 * unknown clients, and tries of a known device separately from its network. What is refused takes no place of others;
 * networks wait in turns. See ADR 0038.
 */
export function createSignInLimits({ pool, clock, known }: SignInLimitsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const inOrder = createKeyedMutex(IN_ORDER);
  const lookingUp = createFairSemaphore(LOOKING_UP);
  const ofKnown = createFairSemaphore(TRYING);
  const ofStrangers = createFairSemaphore(STRANGERS_TRYING);
  const guesses = createGuesses(db);
  const refusals = createRefusals(clock);

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

  /** What counts for a try of a password: the account last. */
  function forPassword(email: string, client: Client, kind: Kind): Counted {
    const network = networkOf(client.address);
    const account = kind === null ? [email] : [email, network];
    const subject =
      kind === 'device'
        ? digest('account', email, 'device', client.device ?? '')
        : digest('account', ...account);
    const networks = kind === 'device' ? [] : ofNetworks(client.address);
    return {
      subjects: [...networks, [subject, FAILURES_PER_ACCOUNT]],
      cleared: subject,
      isGuess: kind === null,
    };
  }

  /** What counts for a try of a passkey: never the account. */
  function forPasskey(owner: string, client: Client, kind: Kind): Counted {
    if (kind !== 'device') return { subjects: ofNetworks(client.address), cleared: null, isGuess: false };
    const subject = digest('passkey', owner, 'device', client.device ?? '');
    return { subjects: [[subject, FAILURES_PER_ACCOUNT]], cleared: subject, isGuess: false };
  }

  /** What counts for a try of a code after a right password: others do not come so far. */
  function forCode(person: string, client: Client, kind: Kind): Counted {
    const of =
      kind === 'device' ? ['device', client.device ?? ''] : kind === null ? [] : [networkOf(client.address)];
    const subject = digest('code', person, ...of);
    const networks = kind === 'device' ? [] : ofNetworks(client.address);
    return { subjects: [...networks, [subject, FAILURES_PER_ACCOUNT]], cleared: subject, isGuess: false };
  }
  const COUNTED_BY = { client: forPassword, passkey: forPasskey, code: forCode };

  async function tryOnce<Found extends Proven>(
    { email, me }: Try,
    { subjects, cleared, isGuess }: Counted,
    look: Look<Found>,
  ): Promise<Attempt<Found>> {
    // Microseconds with three random digits, so that entries of the same millisecond mostly differ.
    const entry = clock.now().getTime() * 1000 + randomInt(1000);
    const booked: string[] = [];
    const unbookAll = () => Promise.all(booked.map((subject) => unbook(subject, entry)));
    for (const [subject, limit] of subjects) {
      const tooMany = await book(subject, limit, entry);
      if (tooMany) {
        await unbookAll();
        return refusals.add([me, subject], tooMany.oldest / 1000 + WINDOW_MS);
      }
      booked.push(subject);
    }
    if (isGuess && !(await guesses.count(email))) {
      await unbookAll();
      return refusals.add([me, digest('guesses', email)], null);
    }
    refusals.forget([me, ...booked]);
    const found = await look(isGuess).catch(async (error: unknown) => {
      // The password was not checked, so there is no failure to count.
      await unbookAll();
      if (isGuess) await guesses.takeBack(email);
      throw error;
    });
    if (found?.sharesEmail) {
      // This person may be guessing at the password of another one with the same email.
      await unbookAll();
      if (isGuess) await guesses.takeBack(email);
    } else if (found !== null) {
      await unbookAll();
      if (cleared !== null) await db.deleteFrom('sign_in_failures').where('subject', '=', cleared).execute();
      await guesses.forget(found);
    }
    return found === null ? rejected('failedLogin') : accepted(found);
  }

  async function inTurn<Found extends Proven>(
    tried: Try,
    countedBy: typeof forPassword,
    asks: boolean,
    look: Look<Found>,
  ) {
    const { account, email, client } = tried;
    const line = networksOf(client.address).at(-1)?.network ?? '';
    const kind = await lookingUp(line, () => known(email, client));
    const counted = countedBy(account, client, kind);
    const subjects = counted.subjects.map(([subject]) => subject);
    if (counted.isGuess) subjects.push(digest('guesses', email));
    // The cookie of a device may be made up: now it is known what counts for this client.
    const refused = asks ? null : refusals.find(subjects);
    if (refused !== null && refused !== 'ask') return refused;
    const limited = kind === null ? ofStrangers : ofKnown;
    return limited(line, () => tryOnce(tried, counted, look));
  }

  async function inOrderOf<Found extends Proven>(
    what: keyof typeof COUNTED_BY,
    { account, email, client }: Omit<Try, 'me'>,
    look: Look<Found>,
  ): Promise<Attempt<Found>> {
    const { address, device } = client;
    const me = digest(what, email, networkOf(address), device ?? '');
    const counted = device === null ? ofNetworks(address).map(([subject]) => subject) : [];
    const refused = refusals.find([me, ...counted]);
    if (refused !== null && refused !== 'ask') return refused;
    const inLine = () => inTurn({ account, email, client, me }, COUNTED_BY[what], refused === 'ask', look);
    return inOrder(digest(email, networkOf(address)), inLine);
  }

  return {
    /**
     * Runs `look`, which checks email and password, unless too many recent tries failed. Throws QueueFullError while too
     * many of the same network wait, or of all.
     */
    attempt: <Found extends Proven>(email: string, client: Client, look: Look<Found>) =>
      inOrderOf('client', { account: normalEmail(email), email: normalEmail(email), client }, look),

    /**
     * The same for a passkey. It cannot be guessed: wrong ones count for the networks, or for the device of its owner, and
     * wrong passwords of the account refuse none. `owner`: the email of the person with such a passkey; empty for an unknown one.
     */
    attemptByPasskey: <Found extends Proven>(owner: string, client: Client, look: Look<Found>) =>
      inOrderOf('passkey', { account: owner, email: owner, client }, look),

    /** The same for a code after the right password of that person. */
    attemptByCode: <Found extends Proven>(email: string, person: Person, client: Client, look: Look<Found>) =>
      inOrderOf('code', { account: `${person.companyId} ${person.employeeId}`, email, client }, look),

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

type Kind = Awaited<ReturnType<KnownClients['known']>>;

/** Is told whether the client is a stranger, who may be guessing. */
type Look<Found> = (isStranger: boolean) => Promise<Found | null>;

/** Of an account `sharesEmail` may be there: see ProvenAccount. */
type Proven = Person & { readonly sharesEmail?: boolean };

/** `account`: whose failures count. `me`: names this client in what it was refused. */
type Try = { readonly email: string; readonly account: string; readonly client: Client; readonly me: string };

type Counted = {
  readonly subjects: readonly (readonly [string, number])[];
  /** Its failures are forgotten after a success. */
  readonly cleared: string | null;
  /** Whether it counts as a guess of a stranger at the password. */
  readonly isGuess: boolean;
};

function ofNetworks(address: string): (readonly [string, number])[] {
  return networksOf(address).map(({ network, share }) => [
    digest('address', network),
    FAILURES_PER_ADDRESS * share,
  ]);
}

function digest(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
