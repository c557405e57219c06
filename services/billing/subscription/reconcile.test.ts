import { describe, expect, it } from 'vitest';
import { type Payments, type ProviderSubscription, UNAVAILABLE } from '../payments.port.ts';
import { createReconciliation } from './reconcile.ts';
import type { SubscriptionState } from './subscription.decider.ts';

const running = {
  kind: 'subscribed',
  ...{ provider: 'stripe', providerSubscriptionId: 'sub_now', status: 'active', seats: 3 },
  ...{
    trialEndsAt: null,
    nextBillingAt: '2026-04-01T00:00:00Z',
    card: 'pm_1',
    unpaidBills: [],
    receipts: [],
  },
  former: ['sub_before'],
  age: 4,
} as const satisfies SubscriptionState;
const atProvider: ProviderSubscription = {
  ...{ id: 'sub_now', customerId: 'cus_1', companyId: 'acme', status: 'past_due', seats: 3 },
  ...{ trialEndsAt: null, nextBillingAt: '2026-04-01T00:00:00Z', canceledAt: null, unpaid: null },
};
const none: SubscriptionState = { kind: 'none' };

type Provider = { subscription: ProviderSubscription | null | 'away'; setSeats?: 'away' };

/** A company with this subscription and five employees, and a provider with that one. */
function world(ours: SubscriptionState, { subscription, setSeats }: Provider, provider = 'stripe') {
  const calls: string[] = [];
  const payments: Pick<Payments, 'subscription' | 'setSeats'> & { provider: string } = {
    provider,
    async subscription(id) {
      calls.push(`subscription ${id}`);
      return subscription === 'away' ? UNAVAILABLE : { ok: true, subscription };
    },
    async setSeats({ subscriptionId, seats }) {
      calls.push(`setSeats ${subscriptionId} ${seats}`);
      return setSeats === 'away' ? UNAVAILABLE : { ok: true, subscription: { ...atProvider, seats } };
    },
  };
  const reconciliation = createReconciliation({
    payments: payments as Payments,
    subscriptions: { subscriptionOf: async () => ours },
    payers: { seatsOf: async () => ({ count: 5, since: 17 }) },
    withCompanyLock: (_companyId, work) => work(),
    async applySnapshot(_ctx, { status, seats }) {
      calls.push(`apply ${status} ${seats}`);
      return { ok: true, position: 1, subscription: ours };
    },
    clock: { now: () => new Date('2026-03-02T09:00:00Z') },
  });
  return { calls, reconciliation };
}

describe('a subscription', () => {
  it('is made equal to that of the provider', async () => {
    const { calls, reconciliation } = world(running, { subscription: atProvider });
    expect(await reconciliation.reconcileSubscription('acme', 'sub_now')).toBe('done');
    expect(calls).toEqual(['subscription sub_now', 'apply past_due 3']);
  });

  it('stays as it is while the provider does not answer', async () => {
    const { calls, reconciliation } = world(running, { subscription: 'away' });
    expect(await reconciliation.reconcileSubscription('acme', 'sub_now')).toBe('unavailable');
    expect(calls).toEqual(['subscription sub_now']);
  });

  it.each([
    ['an earlier one', running, 'sub_before'],
    ['canceled', { ...running, status: 'canceled' } as const, 'sub_now'],
  ])('that has ended is not asked about: %s', async (_which, ours, id) => {
    const { calls, reconciliation } = world(ours, { subscription: 'away' });
    expect(await reconciliation.reconcileSubscription('acme', id)).toBe('done');
    expect(calls).toEqual([]);
  });

  it.each([
    ['another one is running', running],
    ['another one was canceled', { ...running, status: 'canceled' } as const],
    ['there is none', none],
  ])('that is not ours is unknown: %s', async (_why, ours) => {
    const { calls, reconciliation } = world(ours, { subscription: atProvider });
    expect(await reconciliation.reconcileSubscription('acme', 'sub_of_bolt')).toBe('unknown');
    expect(calls).toEqual([]);
  });

  it('is unknown when the provider has none', async () => {
    const { calls, reconciliation } = world(running, { subscription: null });
    expect(await reconciliation.reconcileSubscription('acme', 'sub_now')).toBe('unknown');
    expect(calls).toEqual(['subscription sub_now']);
  });
});

describe('seats', () => {
  it('follow the number of employees', async () => {
    const { calls, reconciliation } = world(running, { subscription: atProvider });
    expect(await reconciliation.reconcileSeats('acme')).toBe('done');
    expect(calls).toEqual(['subscription sub_now', 'setSeats sub_now 5', 'apply past_due 5']);
  });

  it.each([
    ['does not answer', { subscription: 'away' }, 'unavailable', ['subscription sub_now']],
    [
      'does not answer any more',
      { subscription: atProvider, setSeats: 'away' },
      'unavailable',
      ['subscription sub_now', 'setSeats sub_now 5'],
    ],
    ['has no such subscription', { subscription: null }, 'unknown', ['subscription sub_now']],
  ] as const)('stay as they are while the provider %s', async (_what, provider, answer, expected) => {
    const { calls, reconciliation } = world(running, provider);
    expect(await reconciliation.reconcileSeats('acme')).toBe(answer);
    expect(calls).toEqual(expected);
  });

  it('of a subscription of another provider are not set', async () => {
    const { calls, reconciliation } = world(running, { subscription: atProvider }, 'sandbox');
    expect(await reconciliation.reconcileSeats('acme')).toBe('unknown');
    expect(calls).toEqual([]);
  });

  it.each([
    ['already so many', { ...running, seats: 5 }],
    ['canceled', { ...running, status: 'canceled' } as const],
    ['no subscription', none],
  ])('need no call: %s', async (_why, ours) => {
    const { calls, reconciliation } = world(ours, { subscription: atProvider });
    expect(await reconciliation.reconcileSeats('acme')).toBe('done');
    expect(calls).toEqual([]);
  });
});
