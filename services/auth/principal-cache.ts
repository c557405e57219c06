import { LRUCache } from 'lru-cache';
import type { AccessRevoked } from '#platform/live/live-bus.port.ts';
import type { Principal } from '#platform/principal.ts';

/** What a revocation, a new role or a deletion may lag behind. */
const TRUSTED_MS = 500;
/** Sessions in use are looked up again this often, all together, so that nobody's request has to wait for it. */
const REFRESH_MS = 250;
/** How long after its last request a session counts as in use. */
const IN_USE_MS = 10_000;
/**
 * Of more than that those used last are looked up, so that nobody's news waits for it, when a thousand dashboards
 * have just connected for example; the others look for themselves when they come.
 */
const MOST_REFRESHED = 100;
const SESSIONS = 20_000;

export type PrincipalLookUp = {
  one(tokenHash: Buffer): Promise<Principal | null>;
  /** In the order asked. */
  all(tokenHashes: readonly Buffer[]): Promise<readonly (Principal | null)[]>;
};
type Known = { readonly tokenHash: Buffer; principal: Principal; asOf: number; usedAt: number };

/**
 * Trusts what was looked up for half a second and lets everybody who asks meanwhile share one look-up. Whoever
 * works without long pauses never waits for one. Only found principals are kept: a wrong token costs whoever
 * sends it a query each time, and so does an inactive subscription.
 */
export function createPrincipalCache(lookUp: PrincipalLookUp) {
  const now = () => performance.now();
  const trusted = new LRUCache<string, Known>({ max: SESSIONS });
  const underWay = new Map<string, Promise<Principal | null>>();
  /** Counts revocations: what was being looked up when one came in must not be trusted afterwards. */
  let revocations = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function look(key: string, tokenHash: Buffer): Promise<Principal | null> {
    const looking = underWay.get(key) ?? lookShared(key, tokenHash);
    underWay.set(key, looking);
    return looking;
  }

  async function lookShared(key: string, tokenHash: Buffer): Promise<Principal | null> {
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
    // Those used last come first.
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
      else if (known.asOf < asOf) Object.assign(known, { principal, asOf });
    }
  }

  function keepFresh(): void {
    if (closed) return;
    timer ??= setTimeout(() => {
      const sessions = inUse();
      const done = () => {
        timer = undefined;
        if (sessions.length > 0) keepFresh();
      };
      // If that fails, whoever comes when the trust has run out is told.
      if (sessions.length > 0) void refresh(sessions).then(done, done);
      else done();
    }, REFRESH_MS).unref();
  }

  return {
    get(tokenHash: Buffer): Principal | Promise<Principal | null> {
      const key = tokenHash.toString('latin1');
      const known = trusted.get(key);
      // Who has just paid is not sent away for what was true before.
      const isTrusted = known?.principal.subscriptionIsActive && now() - known.asOf <= TRUSTED_MS;
      if (!known || !isTrusted) return look(key, tokenHash);
      known.usedAt = now();
      return known.principal;
    },
    /** Of one session, or of all of an employee. */
    forget({ employeeId, sessionId }: AccessRevoked): void {
      revocations += 1;
      underWay.clear();
      for (const [key, { principal }] of trusted.entries()) {
        if (sessionId === null ? principal.employeeId === employeeId : principal.sessionId === sessionId) {
          trusted.delete(key);
        }
      }
    },
    forgetAll(): void {
      revocations += 1;
      underWay.clear();
      trusted.clear();
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
