import { describe, expect, it, vi } from 'vitest';
import type { Principal } from '#platform/principal.ts';
import { createPrincipalCache } from './principal-cache.ts';

const token = Buffer.from('digest');
const principal: Principal = {
  sessionId: 's1',
  employeeId: 'e1',
  companyId: 'c1',
  role: 'sales associate',
  type: 'employee',
  timeZone: 'UTC',
  subscriptionIsActive: true,
};

describe('the cache of principals', () => {
  it('asks once for all who ask at the same time, then answers at once', async () => {
    const load = vi.fn(async () => principal);
    const cache = createPrincipalCache(load);
    await Promise.all([cache.get(token), cache.get(token), cache.get(token)]);
    expect(cache.get(token)).toBe(principal);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('remembers nobody for a wrong token', async () => {
    const load = vi.fn(async () => null);
    const cache = createPrincipalCache(load);
    expect(await cache.get(token)).toBeNull();
    expect(await cache.get(token)).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it.each([
    { employeeId: 'e1', sessionId: 's1' },
    { employeeId: 'e1', sessionId: null },
  ])('forgets %j', async (revoked) => {
    const load = vi.fn(async (): Promise<Principal | null> => principal);
    const cache = createPrincipalCache(load);
    await cache.get(token);
    load.mockResolvedValue(null);
    cache.forget(revoked);
    expect(await cache.get(token)).toBeNull();
  });

  it('does not trust what was being loaded while a revocation came in', async () => {
    const loads: ((found: Principal | null) => void)[] = [];
    const cache = createPrincipalCache(() => new Promise((resolve) => loads.push(resolve)));
    const before = cache.get(token);
    cache.forget({ employeeId: 'e1', sessionId: 's1' });
    const after = cache.get(token);
    loads[0]?.(principal);
    await before;
    loads[1]?.(null);
    expect(await after).toBeNull();
    const later = cache.get(token);
    loads[2]?.(null);
    expect(await later).toBeNull();
  });

  it('looks again in time, so that nobody who keeps working waits', async () => {
    let time = 0;
    const loads: ((found: Principal | null) => void)[] = [];
    const cache = createPrincipalCache(
      () => new Promise((resolve) => loads.push(resolve)),
      () => time,
    );
    const first = cache.get(token);
    loads[0]?.(principal);
    await first;
    time = 251;
    expect(cache.get(token)).toBe(principal);
    expect(cache.get(token)).toBe(principal);
    expect(loads).toHaveLength(2);
    const promoted = { ...principal, role: 'manager' } as const;
    loads[1]?.(promoted);
    await vi.waitFor(() => expect(cache.get(token)).toBe(promoted));
    // As of when it was asked for, not of when the answer came.
    time = 752;
    expect(cache.get(token)).toBeInstanceOf(Promise);
  });

  it('trusts nobody longer than half a second when looking again fails', async () => {
    let time = 0;
    const load = vi.fn(async () => principal);
    const cache = createPrincipalCache(load, () => time);
    await cache.get(token);
    load.mockRejectedValue(new Error('away'));
    time = 499;
    expect(cache.get(token)).toBe(principal);
    time = 501;
    await expect(cache.get(token)).rejects.toThrow('away');
  });
});
