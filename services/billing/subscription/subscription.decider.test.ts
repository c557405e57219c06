import { describe, expect, it } from 'vitest';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import type { Receipt } from '../payments.port.ts';
import {
  type SubscriptionEvent,
  type SubscriptionSnapshot,
  subscriptionDecider,
} from './subscription.decider.ts';

const receipt = (receiptId: string, kind: Receipt['kind'] = 'month'): Receipt => ({
  ...{ receiptId, kind, amountCents: 180_00, currency: 'CAD', paidAt: '2026-11-27T00:00:00.000Z' },
  ...{ periodStart: null, periodEnd: null, cardBrand: 'visa', cardLast4: '4242' },
});
const issued = (data: Receipt): SubscriptionEvent => ({ type: 'SubscriptionReceiptIssued', data });

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

  it('starts once, however often the start is recorded', () => {
    given().when({ type: 'StartSubscription', start }).thenFollows(started);
    given(started).when({ type: 'StartSubscription', start }).thenNothing();
    given(started).when({ type: 'StartSubscription', start: another }).thenRejected('alreadySubscribed');
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

  it('has a receipt for each charge and refund, whatever tells of it, however often', () => {
    const paid = receipt('in_1');
    const back = receipt('re_1', 'refund');
    const [first, second] = [issued(paid), issued(back)];
    given()
      .when({ type: 'StartSubscription', start, receipts: [paid] })
      .thenFollows(started, first);
    given(started, first)
      .when({ type: 'StartSubscription', start, receipts: [paid] })
      .thenNothing();
    given(started, first)
      .when({ type: 'CancelSubscription', at, refundCents: 0, receipts: [paid, back] })
      .thenFollows(second, canceled);
    given(started, first, second, canceled)
      .when({ type: 'StartSubscription', start: another, receipts: [paid, receipt('in_2')] })
      .thenFollows({ type: 'SubscriptionStarted', data: another }, issued(receipt('in_2')));
  });

  it('replaces one that the provider does not know', () => {
    const replaces = { providerSubscriptionId: 'sub_1', at };
    given(started)
      .when({ type: 'StartSubscription', start: another, replaces })
      .thenFollows(canceled, { type: 'SubscriptionStarted', data: another });
    given(started, canceled, { type: 'SubscriptionStarted', data: another })
      .when({ type: 'StartSubscription', start: { ...start, providerSubscriptionId: 'sub_3' }, replaces })
      .thenRejected('alreadySubscribed');
  });

  it('has the card that was given last', () => {
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

describe('the state of a subscription', () => {
  const made = (...events: SubscriptionEvent[]) => stateAfter(subscriptionDecider, ...events);
  const start = (id: string, seats: number): SubscriptionEvent => ({
    type: 'SubscriptionStarted',
    data: {
      ...{ provider: 'sandbox', providerSubscriptionId: id, status: 'active', seats },
      ...{ trialEndsAt: null, nextBillingAt: '2026-12-01T00:00:00Z' },
    },
  });
  const canceled: SubscriptionEvent = {
    type: 'SubscriptionCanceled',
    data: { canceledAt: '2026-11-22T00:00:00Z', refundCents: 0 },
  };

  it('has the former subscriptions, no bill of them, and an age that every event raises', () => {
    const failed: SubscriptionEvent = {
      type: 'SubscriptionPaymentFailed',
      data: { invoiceId: 'in_1', failedAt: '2026-11-21T00:00:00Z' },
    };
    const first = [start('sub_1', 3)];
    expect(made(...first)).toMatchObject({ former: [], unpaidBills: [], age: 0, card: null });
    const unpaid = [...first, failed, canceled];
    const ended = { status: 'canceled', nextBillingAt: null };
    expect(made(...unpaid)).toMatchObject({ unpaidBills: ['in_1'], age: 2, ...ended });
    const second = [...unpaid, start('sub_2', 4)];
    expect(made(...second)).toMatchObject({ former: ['sub_1'], unpaidBills: [], age: 3, seats: 4 });
    const third = [...second, canceled, start('sub_3', 4)];
    expect(made(...third)).toMatchObject({ former: ['sub_1', 'sub_2'], age: 5 });
  });

  it('is none before the first start', () => {
    expect(made(canceled)).toEqual({ kind: 'none' });
  });
});

describe('a snapshot of the provider', () => {
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
  const unchanged: SubscriptionSnapshot = {
    id: 'sub_1',
    status: 'trialing',
    trialEndsAt: '2026-11-27T00:00:00Z',
    nextBillingAt: '2026-11-27T00:00:00Z',
    seats: 3,
    canceledAt: null,
    unpaid: null,
  };
  const unpaid = { invoiceId: 'in_1', since: '2026-11-27T01:00:00Z', cents: 180_00 };
  const pastDue: SubscriptionSnapshot = {
    ...unchanged,
    status: 'past_due',
    nextBillingAt: '2026-12-27T00:00:00Z',
    unpaid,
  };
  const failed: SubscriptionEvent = {
    type: 'SubscriptionPaymentFailed',
    data: { invoiceId: 'in_1', failedAt: unpaid.since },
  };
  const becamePastDue: SubscriptionEvent = {
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
  const canceledAtProvider: SubscriptionSnapshot = {
    ...pastDue,
    status: 'canceled',
    canceledAt: '2026-12-20T00:00:00Z',
    unpaid: null,
  };
  const apply = (snapshot: SubscriptionSnapshot) => ({ type: 'ApplySnapshot', snapshot }) as const;

  it('gives no event when it equals our state, however instants are written', () => {
    given(started).when(apply(unchanged)).thenNothing();
  });

  it('is recorded once, even when it comes again or late', () => {
    given(started).when(apply(pastDue)).thenFollows(failed, becamePastDue);
    given(started, failed, becamePastDue).when(apply(pastDue)).thenNothing();
    given(started, failed, becamePastDue).when(apply(canceledAtProvider)).thenFollows(ended);
    given(started).when(apply(canceledAtProvider)).thenFollows(ended);
  });

  it('gives no event for a subscription that has ended, or for another one', () => {
    given(started, ended).when(apply(pastDue)).thenNothing();
    given().when(apply(pastDue)).thenNothing();
    given({ ...started, data: { ...started.data, providerSubscriptionId: 'sub_2' } } as SubscriptionEvent)
      .when(apply(canceledAtProvider))
      .thenNothing();
  });

  it('records the seats that the provider confirmed', () => {
    const seats: SubscriptionEvent = { type: 'SubscriptionSeatsChanged', data: { before: 3, after: 5 } };
    given(started)
      .when(apply({ ...unchanged, seats: 5 }))
      .thenFollows(seats);
    given(started, seats)
      .when(apply({ ...unchanged, seats: 4 }))
      .thenFollows({ type: 'SubscriptionSeatsChanged', data: { before: 5, after: 4 } });
  });

  it.each([
    { status: 'active' },
    { trialEndsAt: '2026-11-28T00:00:00Z' },
    { trialEndsAt: null },
    { nextBillingAt: '2026-11-28T00:00:00Z' },
    { nextBillingAt: null },
  ] as const)('records a change of one field alone: %j', (change) => {
    const { status: after, trialEndsAt, nextBillingAt } = { ...unchanged, ...change };
    const changed: SubscriptionEvent = {
      type: 'SubscriptionStatusChanged',
      data: { before: 'trialing', after, trialEndsAt, nextBillingAt },
    };
    const snapshot = apply({ ...unchanged, ...change });
    given(started).when(snapshot).thenFollows(changed);
    given(started, changed).when(snapshot).thenNothing();
  });

  it('is the end of the subscription only when it is canceled, at a known instant', () => {
    given(started)
      .when(apply({ ...unchanged, canceledAt: '2026-12-20T00:00:00Z' }))
      .thenNothing();
    const [fact] = given(started)
      .when(apply({ ...unchanged, status: 'canceled' }))
      .facts();
    expect(fact).toMatchObject({ type: 'SubscriptionStatusChanged', data: { after: 'canceled' } });
  });
});
