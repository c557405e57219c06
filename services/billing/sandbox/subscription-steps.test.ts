import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPayerHistory, type PayerHistory } from '#tests/billing/payer-histories.ts';
import { expectedPayments } from '#tests/billing/payment-oracle.ts';
import type { SandboxEvent, Step } from './sandbox-subscription.ts';
import { advanceTo, billMonth, cancel, changeCard, changeSeats, dueAt, start } from './subscription-steps.ts';

/** Replays the actions one by one, as the provider is called, and returns the events of all subscriptions. */
function replay({ actions, until }: PayerHistory): SandboxEvent[] {
  const events: SandboxEvent[] = [];
  let current: Step['subscription'] | null = null;
  let count = 0;
  const take = (step: Step | null) => {
    if (!step) return;
    events.push(...step.events);
    current = step.subscription;
  };
  const advance = (at: number) => current && take(advanceTo(current, at));
  for (const action of actions) {
    advance(action.at);
    const subscription = current as Step['subscription'] | null;
    if (action.kind === 'start') {
      if (subscription && subscription.status !== 'canceled') continue;
      const { seats, pays: cardPays } = action;
      const step = start({ id: `sub_${count}`, seats, cardPays, trialDays: count === 0 ? 7 : 0 }, action.at);
      if (step) count += 1;
      take(step);
    } else if (subscription && subscription.status !== 'canceled') {
      if (action.kind === 'seats') take(changeSeats(subscription, action.seats, action.at));
      if (action.kind === 'card') take(changeCard(subscription, action.pays, action.at));
      if (action.kind === 'cancel') take(cancel(subscription, action.at));
    }
  }
  advance(until);
  return events;
}

const cents = (events: readonly SandboxEvent[], kind: 'charge' | 'refund') =>
  events.flatMap((event) => (event.kind === kind ? [BigInt(event.cents)] : []));

describe('two years of a subscription', () => {
  it('cost the same as when calculated month by month', { tags: ['spec-9.3'] }, () => {
    fc.assert(
      fc.property(anyPayerHistory(), (history) => {
        const events = replay(history);
        const expected = expectedPayments(history);
        expect(cents(events, 'charge')).toEqual(expected.charges);
        expect(cents(events, 'refund')).toEqual(expected.refunds);
      }),
      { numRuns: 1500 },
    );
  });

  it('never charge a month twice, nor refund more than was charged', () => {
    fc.assert(
      fc.property(anyPayerHistory(), (history) => {
        const events = replay(history);
        const invoices = events.flatMap((event) => (event.kind === 'invoice opened' ? [event.invoice] : []));
        const months = invoices.filter(({ reason }) => reason === 'month');
        expect(new Set(invoices.map(({ id }) => id)).size).toBe(invoices.length);
        const charged = events.flatMap((event) => (event.kind === 'charge' ? [event.invoiceId] : []));
        expect(new Set(charged).size).toBe(charged.length);
        for (const [index, { period }] of months.entries()) {
          const next = months[index + 1];
          if (next) expect(next.period.start).toBeGreaterThanOrEqual(period.start);
        }
        const sum = (kind: 'charge' | 'refund') => cents(events, kind).reduce((all, each) => all + each, 0n);
        expect(sum('charge') >= sum('refund')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same however often the subscription is advanced in between', () => {
    fc.assert(
      fc.property(anyPayerHistory(), fc.array(fc.nat()), (history, offsets) => {
        const [first] = history.actions;
        if (first?.kind !== 'start') return;
        const { seats, pays: cardPays } = first;
        const started = start({ id: 'sub', seats, cardPays, trialDays: 7 }, first.at);
        if (!started) return;
        const times = offsets
          .map((offset) => first.at + (offset % (history.until - first.at)))
          .sort((a, b) => a - b);
        let step: Step = started;
        for (const at of [...times, history.until]) {
          const { subscription, events } = advanceTo(step.subscription, at);
          step = { subscription, events: [...step.events, ...events] };
        }
        const atOnce = advanceTo(started.subscription, history.until);
        expect(step).toEqual({
          subscription: atOnce.subscription,
          events: [...started.events, ...atOnce.events],
        });
      }),
    );
  });
});

describe('the steps of a subscription', () => {
  const DAY = 86_400;
  const begun = (trialDays: number, cardPays = true) => {
    const step = start({ id: 'sub', seats: 3, cardPays, trialDays }, 1_000_000);
    if (!step) throw new Error('the card does not pay');
    return step;
  };
  const webhooks = ({ events }: Step) =>
    events.flatMap((event) => (event.kind === 'webhook' ? [event.type] : []));

  it('begin with a trial and its end, or with the first month', () => {
    const trial = begun(7);
    expect(trial.subscription).toMatchObject({ status: 'trialing', trialEndsAt: 1_000_000 + 7 * DAY });
    expect(webhooks(trial)).toEqual(['customer.subscription.created']);
    const month = begun(0);
    expect(month.subscription).toMatchObject({ status: 'active', trialEndsAt: null, months: 1 });
    expect(webhooks(month)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
    ]);
    expect(start({ id: 'sub', seats: 3, cardPays: false, trialDays: 0 }, 1_000_000)).toBeNull();
  });

  it('announce the end of the trial once, three days before', () => {
    const { subscription } = begun(7);
    expect(dueAt(subscription)).toBe(1_000_000 + 4 * DAY);
    expect(advanceTo(subscription, 1_000_000 + 4 * DAY - 1)).toEqual({ subscription, events: [] });
    const announced = advanceTo(subscription, 1_000_000 + 4 * DAY);
    expect(webhooks(announced)).toEqual(['customer.subscription.trial_will_end']);
    expect(dueAt(announced.subscription)).toBe(1_000_000 + 7 * DAY);
  });

  it('change seats only to another number, and nothing after the end', () => {
    const { subscription } = begun(0);
    expect(changeSeats(subscription, 3, 1_000_001)).toEqual({ subscription, events: [] });
    const ended = cancel(subscription, 1_000_001);
    expect(webhooks(ended)).toEqual(['customer.subscription.deleted']);
    expect(dueAt(ended.subscription)).toBeNull();
    expect(changeSeats(ended.subscription, 5, 1_000_002)).toEqual({
      subscription: ended.subscription,
      events: [],
    });
    expect(cancel(ended.subscription, 1_000_002)).toEqual({ subscription: ended.subscription, events: [] });
  });

  it('pay each month with an invoice that is opened and closed', () => {
    const { events } = begun(0);
    const [opened] = events.flatMap((event) => (event.kind === 'invoice opened' ? [event.invoice] : []));
    const at = 1_000_000;
    expect(events.filter(({ kind }) => kind !== 'webhook')).toEqual([
      { kind: 'invoice opened', invoice: opened, at },
      { kind: 'charge', invoiceId: opened?.id, cents: 180_00, at },
      { kind: 'invoice closed', invoiceId: opened?.id, as: 'paid', at },
    ]);
  });

  it('charge at the end what is owed beyond the rest of the month', () => {
    const at = 1_000_000 + DAY;
    const owing = { ...begun(0).subscription, pendingCents: 500_00 };
    const { events, subscription } = cancel(owing, at);
    const [closing] = events.flatMap((event) => (event.kind === 'invoice opened' ? [event.invoice] : []));
    const { cents = 0 } = closing ?? {};
    expect(closing).toMatchObject({ id: expect.stringMatching(/^in_[0-9a-f]{32}$/), reason: 'end' });
    expect(cents).toBeGreaterThan(0);
    expect(events).toEqual([
      { kind: 'invoice opened', invoice: closing, at },
      { kind: 'charge', invoiceId: closing?.id, cents, at },
      { kind: 'invoice closed', invoiceId: closing?.id, as: 'paid', at },
      { kind: 'webhook', type: 'invoice.paid', at },
      { kind: 'webhook', type: 'customer.subscription.deleted', at },
    ]);
    expect(subscription).toMatchObject({ status: 'canceled', refundCents: 0 });
    const others = cancel({ ...owing, id: 'sub_2' }, at).events[0];
    expect(others, 'its own invoice').not.toEqual(events[0]);
  });

  it('charge nothing for a month that credit pays, or for a card that is changed in a paid month', () => {
    const { subscription } = begun(0);
    const at = 1_000_000 + 31 * DAY;
    const kinds = billMonth({ ...subscription, creditCents: 999_00 }, at).events.map(({ kind }) => kind);
    expect(kinds).toEqual(['invoice opened', 'invoice closed', 'webhook', 'webhook']);
    expect(changeCard(subscription, true, 1_000_001)?.events).toEqual([
      { kind: 'webhook', type: 'customer.subscription.updated', at: 1_000_001 },
    ]);
  });

  it('say that a month could not be paid', () => {
    const unpaid = advanceTo(begun(7, false).subscription, 1_000_000 + 7 * DAY);
    expect(webhooks(unpaid).slice(-2)).toEqual(['invoice.payment_failed', 'customer.subscription.updated']);
  });

  it('void an unpaid invoice at the end', () => {
    const unpaid = advanceTo(begun(7, false).subscription, 1_000_000 + 7 * DAY);
    expect(unpaid.subscription.status).toBe('past_due');
    const ended = cancel(unpaid.subscription, 1_000_000 + 8 * DAY);
    expect(ended.events).toContainEqual({
      ...{ kind: 'invoice closed', invoiceId: unpaid.subscription.unpaid?.invoiceId, as: 'void' },
      at: 1_000_000 + 8 * DAY,
    });
  });
});
