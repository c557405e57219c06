import { describe, it } from 'vitest';
import { specify } from '#tests/support/given-when-then.ts';
import { type CompanyEvent, companyDecider } from './company.decider.ts';
import { type SubscriptionEvent, subscriptionDecider } from './subscription.decider.ts';

describe('a company', () => {
  const given = specify(companyDecider);
  const facts = { name: 'Acme', employeeCount: '21-50', superEmployeeId: 'sue' } as const;
  const registered: CompanyEvent = { type: 'CompanyRegistered', data: facts };

  it('is registered once', () => {
    given()
      .when({ type: 'RegisterCompany', ...facts })
      .thenFollows(registered);
    given(registered)
      .when({ type: 'RegisterCompany', ...facts })
      .thenRefused('conflict');
  });

  it('needs a name and a known range of employees', () => {
    given()
      .when({ type: 'RegisterCompany', ...facts, name: ' ' })
      .thenRefused('incompleteFields');
    given()
      .when({ type: 'RegisterCompany', ...facts, employeeCount: '7' })
      .thenRefused('incompleteFields');
    given()
      .when({ type: 'RegisterCompany', ...facts, name: 'A\u0000' })
      .thenRefused('invalidText');
  });
});

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
});
