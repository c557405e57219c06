import { describe, expect, it } from 'vitest';
import { daysAfter, done, type Open, opening, payer } from './payer.ts';

export function startingSuite(openOne: Open): void {
  describe('beginning', () => {
    const open = opening(openOne);

    it('a company is one customer, whatever the key', async () => {
      const { payments } = await open();
      const company = { companyId: 'co-1', companyName: 'Acme', email: 'ada@acme.test' };
      const first = await payments.ensureCustomer({ ...company, key: 'a' });
      expect(await payments.ensureCustomer({ ...company, key: 'a' })).toEqual(first);
      expect(await payments.ensureCustomer({ ...company, email: 'new@acme.test', key: 'b' })).toEqual(first);
      const other = done(await payments.ensureCustomer({ ...company, companyId: 'co-2', key: 'c' }));
      expect(other.customerId).not.toBe(done(first).customerId);
    });

    it('a card is set up with a secret of its own', async () => {
      const harness = await open();
      const { customerId } = await payer(harness);
      const first = done(await harness.payments.createSetupIntent({ customerId, key: 'a' }));
      expect(first.clientSecret).toMatch(/^\S{10,}$/);
      const second = done(await harness.payments.createSetupIntent({ customerId, key: 'b' }));
      expect(second.clientSecret).not.toBe(first.clientSecret);
    });

    it('seven days are free, and say when they end', async () => {
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

    it('a card that is refused leaves no subscription, and another card begins one', async () => {
      const harness = await open();
      const { customerId, startInput, start, key } = await payer(harness);
      const refused = await harness.payments.startSubscription({
        ...startInput,
        paymentMethodId: harness.cards.declined,
      });
      expect(refused).toEqual({ ok: false, reason: 'card declined' });
      expect(await harness.subscriptionsOf(customerId)).toBe(0);
      expect(await start({ key: key('again') })).toMatchObject({ status: 'trialing' });
    });
  });
}
