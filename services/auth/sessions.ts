import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Clock, Scheduler } from '#platform/clock.ts';
import { digest } from '#platform/digest.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Person, Principal } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { EmployeeAccess } from '#projections/directory/directory.queries.ts';
import type { AuthQueries } from './auth-tables.ts';
import { createPrincipalCache } from './principal-cache.ts';
import { createSessionRows, type Opening } from './session-rows.ts';

/** A session in use is extended this often, not with every request. */
const EXTEND_EVERY_MS = 3_600_000;
/** Longer than clocks differ. */
const LATELY_MS = 60_000;
const OWNERS_REMEMBERED = 10_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type SessionsDeps = {
  pool: pg.Pool;
  clock: Clock;
  scheduler: Scheduler;
  bus: LiveBus;
  queries: Pick<Queries, 'accessOf'>;
};

/**
 * Sessions. The token is random and only its SHA-256 is stored. A session ends 30 days after its last use and 90
 * days after its start. A revoked session is refused in this process at once and in others within half a second.
 */
export function createSessions({ pool, clock, scheduler, bus, queries: { accessOf } }: SessionsDeps) {
  const rows = createSessionRows({ pool, clock });
  const { alive, extend } = rows;

  /** The owner of a session never changes. So from its second look-up on, both queries run at the same time. */
  const owners = new LRUCache<string, Person>({ max: OWNERS_REMEMBERED });

  async function load(tokenHash: Buffer): Promise<Principal | null> {
    const now = clock.now();
    const key = tokenHash.toString('latin1');
    const owner = owners.get(key);
    const [session, ahead] = await Promise.all([
      alive(now).select('last_seen_at').where('token_hash', '=', tokenHash).executeTakeFirst(),
      owner && accessOf([owner]),
    ]);
    if (!session) return null;
    const [access] = ahead ?? (await accessOf([personOf(session)]));
    owners.set(key, personOf(session));
    if (!access) return null;
    if (isLongAgo(session.last_seen_at, now)) await extend([tokenHash], now);
    return principalOf(session, access);
  }

  /** The same for many tokens, in their order. Watching a session does not count as use. */
  async function loadAll(hashes: readonly Buffer[], areInUse: boolean): Promise<(Principal | null)[]> {
    const now = clock.now();
    const sessions = await alive(now)
      .select(['token_hash', 'last_seen_at'])
      .where('token_hash', '=', sql<Buffer>`ANY (${hashes}::bytea[])`)
      .execute();
    const all = await accessOf(sessions.map(personOf));
    const found = new Map<string, Principal>();
    for (const [at, session] of sessions.entries()) {
      const access = all[at];
      if (access) found.set(session.token_hash.toString('latin1'), principalOf(session, access));
    }
    const seen = areInUse ? sessions.filter(({ last_seen_at }) => isLongAgo(last_seen_at, now)) : [];
    if (seen.length > 0)
      await extend(
        seen.map(({ token_hash }) => token_hash),
        now,
      );
    return hashes.map((tokenHash) => found.get(tokenHash.toString('latin1')) ?? null);
  }

  const cache = createPrincipalCache({ one: load, all: (hashes) => loadAll(hashes, true) }, scheduler);
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'revoked') cache.forget(message);
    if (message.kind === 'missed') cache.forgetAll();
  });

  function announce(employeeId: string, sessionId: string | null): void {
    cache.forget({ employeeId, sessionId });
    bus.publish({ kind: 'revoked', employeeId, sessionId });
  }

  /** The person's list of sessions changed, without an event. */
  function announceList({ companyId, employeeId }: Person): void {
    const keys = [{ employee_id: employeeId }];
    bus.publish({ kind: 'committed', position: START, changes: [{ model: 'sessions', companyId, keys }] });
  }

  return {
    async open(person: Opening) {
      const opened = await rows.open(person);
      announceList(person);
      return opened;
    },
    async openByPassword(person: Opening, passwordHash: string, stepToken?: string) {
      const opened = await rows.openByPassword(person, passwordHash, stepToken);
      if (opened) announceList(person);
      return opened;
    },
    async openByPasskey(person: Opening, passkeyId: string) {
      const opened = await rows.openByPasskey(person, passkeyId);
      if (opened) announceList(person);
      return opened;
    },
    listOf: rows.listOf,

    /** Drops the rows of sessions that ended before that instant, and of people who were deleted; returns the number. */
    forget: (before: Date) => rows.forget(before, { ofNone: new Date(clock.now().getTime() - LATELY_MS) }),

    /** The principal of a token: cached for half a second, else by a query. */
    identify(token: string | null): Principal | null | Promise<Principal | null> {
      return token !== null && TOKEN.test(token) ? cache.get(digest(token)) : null;
    },

    async authenticate(token: string): Promise<Principal | null> {
      return this.identify(token);
    },

    /**
     * The principals of many tokens, in their order, without the cache. Two queries for any number: for
     * watching open connections.
     */
    authenticateAll: (tokens: readonly string[]) => loadAll(tokens.map(digest), false),

    /** The ids of the sessions that were ended within the last minute, as far as the clocks agree. For the same. */
    endedLately: () => rows.endedSince(new Date(clock.now().getTime() - LATELY_MS)),

    /**
     * The rights of some people of this company changed, and the read models have it: the next request of anybody
     * there looks them up.
     */
    rightsChanged: cache.forgetCompany,

    /** Ends one session of this employee; false when they have none with that id. */
    async revoke({ sessionId, ...person }: Person & { sessionId: string }): Promise<boolean> {
      const ended = await rows.end(person, sessionId);
      if (ended) {
        announce(person.employeeId, sessionId);
        announceList(person);
      }
      return ended;
    },

    /** Ends every session of an employee, optionally except the calling one. */
    async revokeAllOf(person: Person, except?: string): Promise<void> {
      const ended = await rows.endAll(person, { except });
      for (const sessionId of ended) announce(person.employeeId, sessionId);
      if (ended.length > 0) announceList(person);
    },

    /** The sessions of a deleted employee are gone, which their connections and other processes have to notice. */
    goneWith(person: Person): void {
      announce(person.employeeId, null);
      announceList(person);
    },

    /** Ends every session of an employee in the transaction `on`, optionally except the calling one. Call the returned function after the commit. */
    async endAllWith(person: Person, on: AuthQueries, except?: string): Promise<() => void> {
      const ended = await rows.endAll(person, { on, except });
      return () => {
        for (const sessionId of ended) announce(person.employeeId, sessionId);
        announceList(person);
      };
    },

    close(): void {
      unsubscribe();
      cache.close();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

type SessionRow = {
  session_id: string;
  company_id: string;
  employee_id: string;
  time_zone: string;
  needs_factor: boolean;
};

function personOf(session: SessionRow): Person {
  return { companyId: session.company_id, employeeId: session.employee_id };
}

function principalOf(session: SessionRow, access: EmployeeAccess): Principal {
  const { session_id: sessionId, time_zone: timeZone, needs_factor } = session;
  return { ...personOf(session), sessionId, timeZone, ...access, ...(needs_factor && { needsFactor: true }) };
}

function isLongAgo(lastSeenAt: string, now: Date): boolean {
  return Date.parse(lastSeenAt) < now.getTime() - EXTEND_EVERY_MS;
}
