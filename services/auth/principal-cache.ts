import { LRUCache } from 'lru-cache';
import { type Cancel, type Scheduler, systemScheduler } from '#platform/clock.ts';
import type { AccessRevoked } from '#platform/live/live-bus.port.ts';
import type { Principal } from '#platform/principal.ts';

/** The longest delay before a revocation, a new role or a deletion takes effect. */
const TRUSTED_MS = 500;
/** Sessions in use are refreshed this often, all in one query, so that requests do not wait for it. */
const REFRESH_MS = 250;
/** A session counts as in use for this long after its last request. */
const IN_USE_MS = 10_000;
/**
 * At most this many sessions are refreshed ahead, the latest used first, so that a query for a thousand new
 * dashboards does not delay live updates. The others are looked up by their next request.
 */
const MOST_REFRESHED = 100;
const SESSIONS = 20_000;

export type PrincipalLookUp = {
  one(tokenHash: Buffer): Promise<Principal | null>;
  /** In the order of the tokens. */
  all(tokenHashes: readonly Buffer[]): Promise<readonly (Principal | null)[]>;
};
type Known = { readonly tokenHash: Buffer; principal: Principal; asOf: number; usedAt: number };

/**
 * Caches each principal for half a second; concurrent requests share one query. A session that is used without
 * long pauses never waits for a query. Only valid principals are cached: a wrong token or an inactive
 * subscription costs a query each time.
 */
export function createPrincipalCache(lookUp: PrincipalLookUp, scheduler: Scheduler = systemScheduler) {
  const { now } = scheduler;
  const trusted = new LRUCache<string, Known>({ max: SESSIONS });
  const underWay = new Map<string, Promise<Principal | null>>();
  /** Counts revocations: a query that was running when one arrived must not be trusted. */
  let revocations = 0;
  let cancel: Cancel | undefined;
  let closed = false;

  function loadShared(key: string, tokenHash: Buffer): Promise<Principal | null> {
    const looking = underWay.get(key) ?? load(key, tokenHash);
    underWay.set(key, looking);
    return looking;
  }

  async function load(key: string, tokenHash: Buffer): Promise<Principal | null> {
    const before = revocations;
    const asOf = now();
    try {
      const principal = await lookUp.one(tokenHash);
      if (principal === null) trusted.delete(key);
      else if (before === revocations) trusted.set(key, { tokenHash, principal, asOf, usedAt: now() });
      keepFresh();
      return principal;
    } finally {
      underWay.delete(key);
    }
  }

  function inUse(): [string, Known][] {
    const since = now() - IN_USE_MS;
    const found: [string, Known][] = [];
    // The latest used first.
    for (const entry of trusted.entries()) {
      if (found.length === MOST_REFRESHED || entry[1].usedAt < since) break;
      found.push(entry);
    }
    return found;
  }

  async function refresh(sessions: readonly [string, Known][]): Promise<void> {
    const before = revocations;
    const asOf = now();
    const found = await lookUp.all(sessions.map(([, { tokenHash }]) => tokenHash));
    if (before !== revocations) return;
    for (const [at, [key, known]] of sessions.entries()) {
      const principal = found[at] ?? null;
      if (principal === null) trusted.delete(key);
      else Object.assign(known, { principal, asOf });
    }
  }

  function keepFresh(): void {
    if (closed) return;
    cancel ??= scheduler.after(REFRESH_MS, () => {
      const sessions = inUse();
      const done = () => {
        cancel = undefined;
        if (sessions.length > 0) keepFresh();
      };
      // If this fails, the next request after the half second gets the error.
      if (sessions.length > 0) void refresh(sessions).then(done, done);
      else done();
    });
  }

  function drop(isDoubtful: (principal: Principal) => boolean): void {
    revocations += 1;
    underWay.clear();
    for (const [key, { principal }] of trusted.entries()) if (isDoubtful(principal)) trusted.delete(key);
  }

  return {
    get(tokenHash: Buffer): Principal | Promise<Principal | null> {
      const key = tokenHash.toString('latin1');
      const known = trusted.get(key);
      // A company that has just paid must not be refused by a cached answer.
      // Nor a person with a second factor that was just set up.
      const { subscriptionIsActive, needsFactor } = known?.principal ?? {};
      const isTrusted = known && subscriptionIsActive && !needsFactor && now() - known.asOf <= TRUSTED_MS;
      if (!isTrusted) return loadShared(key, tokenHash);
      known.usedAt = now();
      return known.principal;
    },
    /** Forgets one session, or all sessions of an employee. */
    forget({ employeeId, sessionId }: AccessRevoked): void {
      drop((known) => (sessionId === null ? known.employeeId === employeeId : known.sessionId === sessionId));
    },
    /** Forgets every session of a company: the rights of some have changed. */
    forgetCompany: (companyId: string) => drop((known) => known.companyId === companyId),
    forgetAll: () => drop(() => true),
    close(): void {
      closed = true;
      cancel?.();
    },
  };
}
