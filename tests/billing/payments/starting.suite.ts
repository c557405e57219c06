import { describe, expect, it } from 'vitest';
import { daysAfter, done, type Open, opening, payer } from './payer.ts';

export function startingSuite(openOne: Open): void {
  describe('a start', () => {
    const open = opening(openOne);

    it('a company is one customer, with any key', async () => {
      const harness = await open();
      const { payments } = harness;
      const company = { companyId: 'co-1', companyName: 'Acme', email: 'ada@acme.test' };
      const first = await payments.ensureCustomer({ ...company, key: 'a' });
      expect(await payments.ensureCustomer({ ...company, key: 'a' })).toEqual(first);
      expect(await payments.ensureCustomer({ ...company, email: 'new@acme.test', key: 'b' })).toEqual(first);
      await harness.moveTo(daysAfter(harness.now(), 3));
      expect(await payments.ensureCustomer({ ...company, key: 'd' })).toEqual(first);
      const other = done(await payments.ensureCustomer({ ...company, companyId: 'co-2', key: 'c' }));
      expect(other.customerId).not.toBe(done(first).customerId);
    });

    it('every setup of a card has a secret of its own', async () => {
      const harness = await open();
      const { customerId } = await payer(harness);
      const first = done(await harness.payments.createSetupIntent({ customerId, key: 'a' }));
      expect(first.clientSecret).toMatch(/^\S{10,}$/);
      const second = done(await harness.payments.createSetupIntent({ customerId, key: 'b' }));
      expect(second.clientSecret).not.toBe(first.clientSecret);
    });

    it('a card is known again, before and after it was attached; an unknown one has no mark', async () => {
      const harness = await open();
      const { customerId, start } = await payer(harness);
      const markOf = async (paymentMethodId: string) =>
        done(await harness.another().cardFingerprint({ customerId, paymentMethodId })).fingerprint;
      const before = await markOf(harness.cards.good);
      expect(before).toMatch(/\S/);
      await start();
      expect(await markOf(harness.cards.good)).toBe(before);
      expect(await markOf(harness.cards.neverPays)).not.toBe(before);
      expect(await markOf('pm_unknown')).toBeNull();
    });

    it('the trial has seven days and a known end', { tags: ['decision-5.3'] }, async () => {
      const harness = await open();
      const { companyId, customerId, start } = await payer(harness);
      const subscription = await start();
      const trialEndsAt = daysAfter(harness.now(), 7).toISOString();
      expect(subscription).toEqual({
        id: expect.any(String),
        customerId,
        companyId,
        status: 'trialing',
        trialEndsAt,
        nextBillingAt: trialEndsAt,
        seats: 3,
        canceledAt: null,
        unpaid: null,
      });
      expect(done(await harness.payments.subscription(subscription.id)).subscription).toEqual(subscription);
      expect(await harness.ledger(customerId)).toEqual([]);
    });

    it('a declined card leaves no subscription, and another card starts one', async () => {
      const harness = await open();
      const { customerId, startInput, start, key } = await payer(harness);
      const declined = await harness.payments.startSubscription({
        ...startInput,
        paymentMethodId: harness.cards.declined,
      });
      expect(declined).toEqual({ ok: false, code: 'card declined' });
      expect(await harness.subscriptionsOf(customerId)).toBe(0);
      expect(await start({ key: key('again') })).toMatchObject({ status: 'trialing' });
    });

    it('the same key, even at once and from two processes, is one subscription and one charge', async () => {
      const harness = await open();
      const { customerId, startInput } = await payer(harness);
      const input = { ...startInput, trialDays: 0 as const };
      const first = await harness.payments.startSubscription(input);
      const others = await Promise.all(
        [harness.payments, harness.another()].map((each) => each.startSubscription(input)),
      );
      expect(others).toEqual([first, first]);
      expect(await harness.subscriptionsOf(customerId)).toBe(1);
      expect(await harness.ledger(customerId)).toMatchObject([{ kind: 'charge', cents: 180_00 }]);
    });

    it('two concurrent starts with the same key are one subscription', async () => {
      const harness = await open();
      const { customerId, startInput } = await payer(harness);
      const input = { ...startInput, trialDays: 0 as const };
      await Promise.all([harness.payments, harness.another()].map((each) => each.startSubscription(input)));
      done(await harness.payments.startSubscription(input));
      expect(await harness.subscriptionsOf(customerId)).toBe(1);
      expect(await harness.ledger(customerId)).toMatchObject([{ kind: 'charge', cents: 180_00 }]);
    });

    it('the key starts nothing again days later, and neither does another key while a subscription runs', async () => {
      const harness = await open();
      const { customerId, start, key } = await payer(harness);
      const { id } = await start();
      await harness.moveTo(daysAfter(harness.now(), 3));
      expect(await start()).toMatchObject({ id });
      expect(await start({ key: key('second') })).toMatchObject({ id });
      done(await harness.payments.cancel({ subscriptionId: id, key: key('cancel') }));
      expect(await start()).toMatchObject({ id, status: 'canceled' });
      expect(await harness.subscriptionsOf(customerId)).toBe(1);
    });

    it('without a trial a card that does not pay is declined, and nothing is left', async () => {
      const harness = await open();
      const { customerId, startInput } = await payer(harness);
      const { neverPays: paymentMethodId } = harness.cards;
      expect(
        await harness.payments.startSubscription({ ...startInput, trialDays: 0, paymentMethodId }),
      ).toEqual({ ok: false, code: 'card declined' });
      expect(await harness.ledger(customerId)).toEqual([]);
      expect(await harness.subscriptionsOf(customerId)).toBe(0);
    });

    it('an unknown card is declined', async () => {
      const harness = await open();
      const { startInput } = await payer(harness);
      expect(
        await harness.payments.startSubscription({ ...startInput, paymentMethodId: 'pm_unknown' }),
      ).toEqual({ ok: false, code: 'card declined' });
    });

    it('what is not known is nothing', async () => {
      const { payments } = await open();
      expect(await payments.subscription('sub_unknown')).toEqual({ ok: true, subscription: null });
    });
  });
}
