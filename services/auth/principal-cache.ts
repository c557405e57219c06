import { LRUCache } from 'lru-cache';
import type { AccessRevoked } from '#platform/live/live-bus.port.ts';
import type { Principal } from '#platform/principal.ts';

/** What a revocation, a new role or a deletion may lag behind. */
const TRUSTED_MS = 500;
const SESSIONS = 20_000;

type Load = (tokenHash: Buffer) => Promise<Principal | null>;

/**
 * Trusts what was loaded for half a second and lets everybody who asks meanwhile share one look-up. Only
 * found principals are kept: a wrong token costs whoever sends it a query each time.
 */
export function createPrincipalCache(load: Load) {
  const trusted = new LRUCache<string, Principal>({ max: SESSIONS, ttl: TRUSTED_MS, ttlResolution: 10 });
  const underWay = new Map<string, Promise<Principal | null>>();
  /** Counts revocations: what was being loaded when one came in must not be trusted afterwards. */
  let revocations = 0;

  async function loadShared(key: string, tokenHash: Buffer): Promise<Principal | null> {
    const before = revocations;
    try {
      const found = await load(tokenHash);
      if (found && before === revocations) trusted.set(key, found);
      return found;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    get(tokenHash: Buffer): Principal | Promise<Principal | null> {
      const key = tokenHash.toString('latin1');
      const known = trusted.get(key) ?? underWay.get(key);
      if (known) return known;
      const loading = loadShared(key, tokenHash);
      underWay.set(key, loading);
      return loading;
    },
    /** Of one session, or of all of an employee. */
    forget({ employeeId, sessionId }: AccessRevoked): void {
      revocations += 1;
      underWay.clear();
      for (const [key, principal] of trusted.entries()) {
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
