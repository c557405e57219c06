import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { EmployeeRole, EmployeeType } from '#contracts/events/employee.events.ts';
import type { Clock } from '#platform/clock.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Person } from '#platform/person.ts';
import type { Principal } from '#platform/principal.ts';
import type { AuthQueries } from './auth-tables.ts';
import { createPrincipalCache } from './principal-cache.ts';
import { createSessionRows, digest } from './session-rows.ts';

/** A session in use is extended this often, not with every request. */
const EXTEND_EVERY_MS = 3_600_000;
const OWNERS_REMEMBERED = 10_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What the read models say about an employee now; null when he is deleted or unknown. */
export type Standing = { role: EmployeeRole; type: EmployeeType; subscriptionIsActive: boolean };
/** Of each, in the order asked. */
export type StandingsOf = (people: readonly Person[]) => Promise<readonly (Standing | null)[]>;

export type SessionsDeps = { pool: pg.Pool; clock: Clock; bus: LiveBus; standingsOf: StandingsOf };

/**
 * Sessions of signed-in people. The token is random and only its SHA-256 is stored. A session lives for 30
 * days after its last use, for 90 at most. A revoked one is refused here at once and in other processes within
 * half a second.
 */
export function createSessions({ pool, clock, bus, standingsOf }: SessionsDeps) {
  const rows = createSessionRows({ pool, clock });
  const { alive, extend } = rows;

  /** Whose a session is never changes, so from its second look-up on both questions are asked at once. */
  const owners = new LRUCache<string, Person>({ max: OWNERS_REMEMBERED });

  async function load(tokenHash: Buffer): Promise<Principal | null> {
    const now = clock.now();
    const key = tokenHash.toString('latin1');
    const owner = owners.get(key);
    const [session, ahead] = await Promise.all([
      alive(now).select('last_seen_at').where('token_hash', '=', tokenHash).executeTakeFirst(),
      owner && standingsOf([owner]),
    ]);
    if (!session) return null;
    const [standing] = ahead ?? (await standingsOf([personOf(session)]));
    owners.set(key, personOf(session));
    if (!standing) return null;
    if (isLongAgo(session.last_seen_at, now)) await extend([tokenHash], now);
    return principalOf(session, standing);
  }

  /** The same of many, in the order asked. Merely watching a session is no use of it. */
  async function loadAll(hashes: readonly Buffer[], areInUse: boolean): Promise<(Principal | null)[]> {
    const now = clock.now();
    const sessions = await alive(now)
      .select(['token_hash', 'last_seen_at'])
      .where('token_hash', '=', sql<Buffer>`ANY (${hashes}::bytea[])`)
      .execute();
    const standings = await standingsOf(sessions.map(personOf));
    const found = new Map<string, Principal>();
    for (const [at, session] of sessions.entries()) {
      const standing = standings[at];
      if (standing) found.set(session.token_hash.toString('latin1'), principalOf(session, standing));
    }
    const seen = areInUse ? sessions.filter(({ last_seen_at }) => isLongAgo(last_seen_at, now)) : [];
    if (seen.length > 0)
      await extend(
        seen.map(({ token_hash }) => token_hash),
        now,
      );
    return hashes.map((tokenHash) => found.get(tokenHash.toString('latin1')) ?? null);
  }

  const cache = createPrincipalCache({ one: load, all: (hashes) => loadAll(hashes, true) });
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'revoked') cache.forget(message);
    if (message.kind === 'missed') cache.forgetAll();
  });

  function announce(employeeId: string, sessionId: string | null): void {
    cache.forget({ employeeId, sessionId });
    bus.publish({ kind: 'revoked', employeeId, sessionId });
  }

  return {
    open: rows.open,
    openByPassword: rows.openByPassword,
    listOf: rows.listOf,
    forget: rows.forget,

    /** Who that token stands for: at once when asked for within the last half second, else after looking. */
    identify(token: string | null): Principal | null | Promise<Principal | null> {
      return token !== null && TOKEN.test(token) ? cache.get(digest(token)) : null;
    },

    async authenticate(token: string): Promise<Principal | null> {
      return this.identify(token);
    },

    /**
     * Who each of many tokens stands for, in the order asked and as of now, not of half a second ago. Two
     * queries however many they are: for watching over open connections.
     */
    authenticateAll: (tokens: readonly string[]) => loadAll(tokens.map(digest), false),

    /** Ends one session of this employee; false when he has none with that id. */
    async revoke({ sessionId, ...person }: Person & { sessionId: string }): Promise<boolean> {
      const ended = await rows.end(person, sessionId);
      if (ended) announce(person.employeeId, sessionId);
      return ended;
    },

    /** Ends every session of an employee, but for the one that asks, if it says so. */
    async revokeAllOf(person: Person, except?: string): Promise<void> {
      const ended = await rows.endAll(person, except === undefined ? {} : { except });
      for (const sessionId of ended) announce(person.employeeId, sessionId);
    },

    /** The same in the transaction `on`: call what this returns once that is committed. */
    async endAllWith(person: Person, on: AuthQueries): Promise<() => void> {
      const ended = await rows.endAll(person, { on });
      return () => {
        for (const sessionId of ended) announce(person.employeeId, sessionId);
      };
    },

    close(): void {
      unsubscribe();
      cache.close();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

type SessionRow = { session_id: string; company_id: string; employee_id: string; time_zone: string };

function personOf(session: SessionRow): Person {
  return { companyId: session.company_id, employeeId: session.employee_id };
}

function principalOf(session: SessionRow, standing: Standing): Principal {
  return { ...personOf(session), sessionId: session.session_id, timeZone: session.time_zone, ...standing };
}

function isLongAgo(lastSeenAt: string, now: Date): boolean {
  return Date.parse(lastSeenAt) < now.getTime() - EXTEND_EVERY_MS;
}
