import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Principal } from '#platform/principal.ts';
import { createPrincipalCache, type PrincipalLookUp } from './principal-cache.ts';

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

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function cacheOf(found: Principal | null) {
  const one = vi.fn<PrincipalLookUp['one']>(async () => found);
  const all = vi.fn<PrincipalLookUp['all']>(async (hashes) => hashes.map(() => found));
  return { cache: createPrincipalCache({ one, all }), one, all };
}

describe('the cache of principals', () => {
  it('asks once for all who ask at the same time, then answers at once', async () => {
    const { cache, one } = cacheOf(principal);
    await Promise.all([cache.get(token), cache.get(token), cache.get(token)]);
    expect(cache.get(token)).toBe(principal);
    expect(one).toHaveBeenCalledTimes(1);
  });

  it('trusts nobody to be inactive still, so that who has just paid is in at once', async () => {
    const { cache, one } = cacheOf({ ...principal, subscriptionIsActive: false });
    expect(await cache.get(token)).toMatchObject({ subscriptionIsActive: false });
    one.mockResolvedValue(principal);
    expect(await cache.get(token)).toBe(principal);
    expect(cache.get(token)).toBe(principal);
    expect(one).toHaveBeenCalledTimes(2);
  });

  it('remembers nobody for a wrong token', async () => {
    const { cache, one } = cacheOf(null);
    expect(await cache.get(token)).toBeNull();
    expect(await cache.get(token)).toBeNull();
    expect(one).toHaveBeenCalledTimes(2);
  });

  it.each([
    { employeeId: 'e1', sessionId: 's1' },
    { employeeId: 'e1', sessionId: null },
  ])('forgets %j', async (revoked) => {
    const { cache, one } = cacheOf(principal);
    await cache.get(token);
    one.mockResolvedValue(null);
    cache.forget(revoked);
    expect(await cache.get(token)).toBeNull();
  });

  it('does not trust what was being looked up while a revocation came in', async () => {
    const { cache, one } = cacheOf(principal);
    const answers: ((found: Principal | null) => void)[] = [];
    one.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const before = cache.get(token);
    cache.forget({ employeeId: 'e1', sessionId: 's1' });
    const after = cache.get(token);
    answers[0]?.(principal);
    await before;
    answers[1]?.(null);
    expect(await after).toBeNull();
    const later = cache.get(token);
    answers[2]?.(null);
    expect(await later).toBeNull();
  });

  it('looks again for all who are at work, in one go, so that none of them waits', async () => {
    const { cache, one, all } = cacheOf(principal);
    for (let nth = 0; nth < 50; nth++) await cache.get(Buffer.from(`${nth}`));
    for (let second = 0; second < 5; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      for (let nth = 0; nth < 50; nth++) expect(cache.get(Buffer.from(`${nth}`))).toBe(principal);
    }
    expect(one).toHaveBeenCalledTimes(50);
    expect(all).toHaveBeenCalledTimes(20);
  });

  it('is told of another role and of an end within half a second, although nobody announced it', async () => {
    const { cache, all } = cacheOf(principal);
    await cache.get(token);
    const promoted = { ...principal, role: 'manager' } as const;
    all.mockResolvedValue([promoted]);
    await vi.advanceTimersByTimeAsync(300);
    expect(cache.get(token)).toBe(promoted);
    all.mockResolvedValue([null]);
    await vi.advanceTimersByTimeAsync(300);
    expect(cache.get(token)).toBeInstanceOf(Promise);
  });

  it('leaves those alone who pause', async () => {
    const { cache, one, all } = cacheOf(principal);
    await cache.get(token);
    await vi.advanceTimersByTimeAsync(20_000);
    const times = all.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(all).toHaveBeenCalledTimes(times);
    await cache.get(token);
    expect(one).toHaveBeenCalledTimes(2);
  });

  it('does not trust what all were being looked up for while a revocation came in', async () => {
    const { cache, one, all } = cacheOf(principal);
    await cache.get(token);
    const looking = Promise.withResolvers<Principal[]>();
    all.mockReturnValueOnce(looking.promise);
    await vi.advanceTimersByTimeAsync(251);
    cache.forget({ employeeId: 'e1', sessionId: 's1' });
    one.mockResolvedValue(null);
    looking.resolve([principal]);
    await vi.advanceTimersByTimeAsync(0);
    expect(await cache.get(token)).toBeNull();
  });

  it('trusts nobody longer than half a second when looking again fails or takes long', async () => {
    const { cache, one, all } = cacheOf(principal);
    all.mockRejectedValueOnce(new Error('away')).mockReturnValue(new Promise(() => {}));
    await cache.get(token);
    one.mockRejectedValue(new Error('away'));
    await vi.advanceTimersByTimeAsync(499);
    expect(cache.get(token)).toBe(principal);
    await vi.advanceTimersByTimeAsync(2);
    await expect(cache.get(token)).rejects.toThrow('away');
  });
});
