import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Principal } from '#platform/principal.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
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

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

function cacheOf(found: Principal | null) {
  const one = vi.fn<PrincipalLookUp['one']>(async () => found);
  const all = vi.fn<PrincipalLookUp['all']>(async (hashes) => hashes.map(() => found));
  return { cache: createPrincipalCache({ one, all }, time.scheduler), one, all };
}

describe('the cache of principals', () => {
  it('looks up once for concurrent requests, then answers from memory', async () => {
    const { cache, one } = cacheOf(principal);
    await Promise.all([cache.get(token), cache.get(token), cache.get(token)]);
    expect(cache.get(token)).toBe(principal);
    expect(one).toHaveBeenCalledTimes(1);
  });

  it('never trusts an inactive company, so that access returns right after a payment', async () => {
    const { cache, one } = cacheOf({ ...principal, subscriptionIsActive: false });
    expect(await cache.get(token)).toMatchObject({ subscriptionIsActive: false });
    one.mockResolvedValue(principal);
    expect(await cache.get(token)).toBe(principal);
    expect(cache.get(token)).toBe(principal);
    expect(one).toHaveBeenCalledTimes(2);
  });

  it('remembers nothing for a wrong token', async () => {
    const { cache, one } = cacheOf(null);
    expect(await cache.get(token)).toBeNull();
    expect(await cache.get(token)).toBeNull();
    expect(one).toHaveBeenCalledTimes(2);
  });

  it.each([
    { employeeId: 'e1', sessionId: 's1' },
    { employeeId: 'e1', sessionId: null },
  ])('drops %j', async (revoked) => {
    const { cache, one } = cacheOf(principal);
    await cache.get(token);
    one.mockResolvedValue(null);
    cache.forget(revoked);
    expect(await cache.get(token)).toBeNull();
  });

  it('drops the sessions that a revocation names, and no other', async () => {
    const { cache, one } = cacheOf(principal);
    const held = [
      { ...principal },
      { ...principal, sessionId: 's2' },
      { ...principal, sessionId: 's3', employeeId: 'e2' },
    ];
    const tokens = held.map(({ sessionId }) => Buffer.from(sessionId));
    one.mockImplementation(async (hash) => held.find(({ sessionId }) => `${hash}` === sessionId) ?? null);
    const known = () => tokens.map((hash) => !(cache.get(hash) instanceof Promise));
    await Promise.all(tokens.map((hash) => cache.get(hash)));
    cache.forget({ employeeId: 'e1', sessionId: 's1' });
    expect(known()).toEqual([false, true, true]);
    await Promise.all(tokens.map((hash) => cache.get(hash)));
    cache.forget({ employeeId: 'e1', sessionId: null });
    expect(known()).toEqual([false, false, true]);
  });

  it('looks up again after a look-up during which a revocation arrived', async () => {
    const { cache, one } = cacheOf(principal);
    const looking = cache.get(token);
    cache.forget({ employeeId: 'e1', sessionId: 's1' });
    await looking;
    expect(cache.get(token)).toBeInstanceOf(Promise);
    expect(one).toHaveBeenCalledTimes(2);
  });

  it('renews at most 100 sessions at once, the latest used', async () => {
    const { cache, all } = cacheOf(principal);
    const tokens = Array.from({ length: 120 }, (_, nth) => Buffer.from(`${nth}`));
    for (const hash of tokens) await cache.get(hash);
    await time.pass(250);
    expect(all.mock.calls).toEqual([[tokens.slice(20).reverse()]]);
  });

  it('renews nothing after it is closed', async () => {
    const { cache } = cacheOf(principal);
    cache.close();
    await cache.get(token);
    expect(time.waiting()).toBe(0);
  });

  it('forgets a company whose rights changed, and no other', async () => {
    const { cache, one } = cacheOf(principal);
    const foreign = Buffer.from('foreign');
    one.mockResolvedValueOnce(principal).mockResolvedValueOnce({ ...principal, companyId: 'c2' });
    await cache.get(token);
    await cache.get(foreign);
    cache.forgetCompany('c1');
    one.mockResolvedValue(null);
    expect(cache.get(foreign)).toMatchObject({ companyId: 'c2' });
    expect(await cache.get(token)).toBeNull();
  });

  it.each<[string, (cache: ReturnType<typeof createPrincipalCache>) => void]>([
    ['a revocation', (cache) => cache.forget({ employeeId: 'e1', sessionId: 's1' })],
    ['a change of rights', (cache) => cache.forgetCompany('c1')],
  ])('does not trust a look-up during which %s arrived', async (_what, arrive) => {
    const { cache, one } = cacheOf(principal);
    const answers: ((found: Principal | null) => void)[] = [];
    one.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const before = cache.get(token);
    arrive(cache);
    const after = cache.get(token);
    answers[0]?.(principal);
    await before;
    answers[1]?.(null);
    expect(await after).toBeNull();
    const later = cache.get(token);
    answers[2]?.(null);
    expect(await later).toBeNull();
  });

  it('renews all principals in use with one query, so that no request waits', async () => {
    const { cache, one, all } = cacheOf(principal);
    for (let nth = 0; nth < 50; nth++) await cache.get(Buffer.from(`${nth}`));
    for (let second = 0; second < 5; second++) {
      await time.pass(1_000);
      for (let nth = 0; nth < 50; nth++) expect(cache.get(Buffer.from(`${nth}`))).toBe(principal);
    }
    expect(one).toHaveBeenCalledTimes(50);
    expect(all).toHaveBeenCalledTimes(20);
  });

  it('learns of a changed role and of an ended session within half a second without an announcement', {
    tags: ['reliability-37', 'reliability-44', 'decision-4.21'],
  }, async () => {
    const { cache, all } = cacheOf(principal);
    await cache.get(token);
    const promoted = { ...principal, role: 'manager' } as const;
    all.mockResolvedValue([promoted]);
    await time.pass(300);
    expect(cache.get(token)).toBe(promoted);
    all.mockResolvedValue([null]);
    await time.pass(300);
    expect(cache.get(token)).toBeInstanceOf(Promise);
  });

  it('does not renew unused principals', async () => {
    const { cache, one, all } = cacheOf(principal);
    await cache.get(token);
    await time.pass(20_000);
    const times = all.mock.calls.length;
    await time.pass(60_000);
    expect(all).toHaveBeenCalledTimes(times);
    expect(all.mock.calls.every(([hashes]) => hashes.length > 0)).toBe(true);
    expect(time.waiting()).toBe(0);
    await cache.get(token);
    expect(one).toHaveBeenCalledTimes(2);
    await time.pass(250);
    expect(all).toHaveBeenCalledTimes(times + 1);
  });

  it('does not trust a renewal during which a revocation arrived', async () => {
    const { cache, one, all } = cacheOf(principal);
    await cache.get(token);
    const looking = Promise.withResolvers<Principal[]>();
    all.mockReturnValueOnce(looking.promise);
    await time.pass(251);
    cache.forget({ employeeId: 'e1', sessionId: 's1' });
    one.mockResolvedValue(null);
    looking.resolve([principal]);
    await time.pass(0);
    expect(await cache.get(token)).toBeNull();
  });

  it('trusts a principal for at most half a second when the renewal fails or takes long', async () => {
    const { cache, one, all } = cacheOf(principal);
    all.mockRejectedValueOnce(new Error('away')).mockReturnValue(new Promise(() => {}));
    await cache.get(token);
    one.mockRejectedValue(new Error('away'));
    await time.pass(499);
    expect(cache.get(token)).toBe(principal);
    await time.pass(1);
    expect(cache.get(token)).toBe(principal);
    await time.pass(1);
    await expect(cache.get(token)).rejects.toThrow('away');
  });

  it('joins no look-up that began before news was missed', async () => {
    const { cache, one } = cacheOf(principal);
    const answer = Promise.withResolvers<Principal | null>();
    one.mockReturnValueOnce(answer.promise);
    const before = cache.get(token);
    one.mockResolvedValue(null);
    cache.forgetAll();
    const after = cache.get(token);
    answer.resolve(principal);
    expect([await before, await after]).toEqual([principal, null]);
  });
});
