import { describe, it } from 'vitest';
import { specify } from '#tests/support/given-when-then.ts';
import { subscriptionDecider } from './subscription.decider.ts';
import type { SubscriptionEvent } from './subscription-state.ts';
import type { SubscriptionTruth } from './subscription-truth.ts';

describe('a subscription', () => {
  const given = specify(subscriptionDecider);
  const start = {
    provider: 'sandbox',
    providerSubscriptionId: 'sub_1',
    status: 'trialing',
    trialEndsAt: '2026-11-27T00:00:00.000Z',
    nextBillingAt: '2026-11-27T00:00:00.000Z',
    seats: 3,
  } as const;
  const started: SubscriptionEvent = { type: 'SubscriptionStarted', data: start };
  const at = '2026-11-22T00:00:00.000Z';
  const canceled: SubscriptionEvent = {
    type: 'SubscriptionCanceled',
    data: { canceledAt: at, refundCents: 0 },
  };
  const another = { ...start, providerSubscriptionId: 'sub_2' };

  it('starts once, whoever tells it how often', () => {
    given().when({ type: 'StartSubscription', start }).thenFollows(started);
    given(started).when({ type: 'StartSubscription', start }).thenNothing();
    given(started).when({ type: 'StartSubscription', start: another }).thenRefused('alreadySubscribed');
  });

  it('may follow a canceled one', () => {
    given(started, canceled)
      .when({ type: 'StartSubscription', start: another })
      .thenFollows({ type: 'SubscriptionStarted', data: another });
  });

  it('is canceled once', () => {
    given(started).when({ type: 'CancelSubscription', at, refundCents: 0 }).thenFollows(canceled);
    given(started, canceled).when({ type: 'CancelSubscription', at, refundCents: 0 }).thenNothing();
    given().when({ type: 'CancelSubscription', at, refundCents: 0 }).thenNothing();
  });

  it('takes the place of one that the provider does not know', () => {
    const replaces = { providerSubscriptionId: 'sub_1', at };
    given(started)
      .when({ type: 'StartSubscription', start: another, replaces })
      .thenFollows(canceled, { type: 'SubscriptionStarted', data: another });
    given(started, canceled, { type: 'SubscriptionStarted', data: another })
      .when({ type: 'StartSubscription', start: { ...start, providerSubscriptionId: 'sub_3' }, replaces })
      .thenRefused('alreadySubscribed');
  });

  it('keeps the card that was given last', () => {
    const changed = (providerPaymentMethodId: string): SubscriptionEvent => ({
      type: 'SubscriptionCardChanged',
      data: { providerPaymentMethodId },
    });
    const change = { type: 'ChangeCard', providerSubscriptionId: 'sub_1' } as const;
    const withCard: SubscriptionEvent = {
      type: 'SubscriptionStarted',
      data: { ...start, providerPaymentMethodId: 'pm_1' },
    };
    given(withCard)
      .when({ ...change, providerPaymentMethodId: 'pm_1' })
      .thenNothing();
    given(withCard)
      .when({ ...change, providerPaymentMethodId: 'pm_2' })
      .thenFollows(changed('pm_2'));
    given(withCard, changed('pm_2'))
      .when({ ...change, providerPaymentMethodId: 'pm_1' })
      .thenFollows(changed('pm_1'));
    given(withCard, canceled)
      .when({ ...change, providerPaymentMethodId: 'pm_2' })
      .thenNothing();
  });
});

describe('what the provider says', () => {
  const given = specify(subscriptionDecider);
  const started: SubscriptionEvent = {
    type: 'SubscriptionStarted',
    data: {
      provider: 'sandbox',
      providerSubscriptionId: 'sub_1',
      status: 'trialing',
      trialEndsAt: '2026-11-27T00:00:00.000Z',
      nextBillingAt: '2026-11-27T00:00:00.000Z',
      seats: 3,
    },
  };
  const asItWas: SubscriptionTruth = {
    id: 'sub_1',
    status: 'trialing',
    trialEndsAt: '2026-11-27T00:00:00Z',
    nextBillingAt: '2026-11-27T00:00:00Z',
    seats: 3,
    canceledAt: null,
    unpaid: null,
  };
  const unpaid = { invoiceId: 'in_1', since: '2026-11-27T01:00:00Z', cents: 180_00 };
  const late: SubscriptionTruth = {
    ...asItWas,
    status: 'past_due',
    nextBillingAt: '2026-12-27T00:00:00Z',
    unpaid,
  };
  const failed: SubscriptionEvent = {
    type: 'SubscriptionPaymentFailed',
    data: { invoiceId: 'in_1', failedAt: unpaid.since },
  };
  const becameLate: SubscriptionEvent = {
    type: 'SubscriptionStatusChanged',
    data: {
      ...{ before: 'trialing', after: 'past_due', trialEndsAt: '2026-11-27T00:00:00Z' },
      nextBillingAt: '2026-12-27T00:00:00Z',
    },
  };
  const ended: SubscriptionEvent = {
    type: 'SubscriptionCanceled',
    data: { canceledAt: '2026-12-20T00:00:00Z', refundCents: 0 },
  };
  const over: SubscriptionTruth = {
    ...late,
    status: 'canceled',
    canceledAt: '2026-12-20T00:00:00Z',
    unpaid: null,
  };
  const follow = (truth: SubscriptionTruth) => ({ type: 'FollowProvider', truth }) as const;

  it('is nothing new when it is what we have, however instants are written', () => {
    given(started).when(follow(asItWas)).thenNothing();
  });

  it('is recorded once, whatever is true by then', () => {
    given(started).when(follow(late)).thenFollows(failed, becameLate);
    given(started, failed, becameLate).when(follow(late)).thenNothing();
    given(started, failed, becameLate).when(follow(over)).thenFollows(ended);
    given(started).when(follow(over)).thenFollows(ended);
  });

  it('is nothing to a subscription that is over, or to another one', () => {
    given(started, ended).when(follow(late)).thenNothing();
    given().when(follow(late)).thenNothing();
    given({ ...started, data: { ...started.data, providerSubscriptionId: 'sub_2' } } as SubscriptionEvent)
      .when(follow(over))
      .thenNothing();
  });

  it('brings the seats that the provider confirmed', () => {
    given(started)
      .when({ type: 'FollowProvider', truth: { ...asItWas, seats: 5 } })
      .thenFollows({ type: 'SubscriptionSeatsChanged', data: { before: 3, after: 5 } });
  });
});
