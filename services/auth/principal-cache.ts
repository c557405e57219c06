import { LRUCache } from 'lru-cache';
import type { AccessRevoked } from '#platform/live/live-bus.port.ts';
import type { Principal } from '#platform/principal.ts';

/** What a revocation, a new role or a deletion may lag behind. */
const TRUSTED_MS = 500;
/** From then on the next request makes us look again, while it and those after it still go by what is known. */
const REFRESHED_MS = 250;
const SESSIONS = 20_000;

type Load = (tokenHash: Buffer) => Promise<Principal | null>;
type Known = { readonly principal: Principal; readonly asOf: number };

/**
 * Trusts what was loaded for half a second and lets everybody who asks meanwhile share one look-up. Whoever
 * works without a pause never waits for one. Only found principals are kept: a wrong token costs whoever
 * sends it a query each time.
 */
export function createPrincipalCache(load: Load, now = () => performance.now()) {
  const trusted = new LRUCache<string, Known>({ max: SESSIONS });
  const underWay = new Map<string, Promise<Principal | null>>();
  /** Counts revocations: what was being loaded when one came in must not be trusted afterwards. */
  let revocations = 0;

  function look(key: string, tokenHash: Buffer): Promise<Principal | null> {
    const loading = underWay.get(key) ?? loadShared(key, tokenHash);
    underWay.set(key, loading);
    return loading;
  }

  async function loadShared(key: string, tokenHash: Buffer): Promise<Principal | null> {
    const before = revocations;
    const asOf = now();
    try {
      const principal = await load(tokenHash);
      if (principal === null) trusted.delete(key);
      else if (before === revocations) trusted.set(key, { principal, asOf });
      return principal;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    get(tokenHash: Buffer): Principal | Promise<Principal | null> {
      const key = tokenHash.toString('latin1');
      const known = trusted.get(key);
      const age = known ? now() - known.asOf : Number.POSITIVE_INFINITY;
      if (!known || age > TRUSTED_MS) return look(key, tokenHash);
      // If that fails, whoever comes when the trust has run out is told.
      if (age > REFRESHED_MS) look(key, tokenHash).catch(() => {});
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
  };
}
