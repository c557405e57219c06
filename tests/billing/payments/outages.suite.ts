import { describe, expect, it } from 'vitest';
import { daysAfter, done, type Open, opening, payer } from './payer.ts';
import type { PaymentsHarness } from './payments-harness.ts';

export function outagesSuite(openOne: Open): void {
  describe('an outage of the provider', () => {
    const open = opening(openOne);

    /** Calls during each outage and then again with the same key, as a job does. */
    async function throughAll<T>(harness: PaymentsHarness, ask: () => Promise<T>): Promise<T> {
      for (const outage of harness.outages) {
        await harness.suffer(outage);
        expect(await ask(), outage).toEqual({ ok: false, code: 'unavailable' });
        await harness.suffer(null);
      }
      return ask();
    }

    it('is returned, and a call repeated afterwards takes effect once', {
      tags: ['reliability-30'],
    }, async () => {
      const harness = await open();
      const { payments } = harness;
      const { companyId, customerId, startInput, key } = await payer(harness);
      const company = { companyId, companyName: 'Acme', email: 'ada@acme.test', key: key('again') };
      expect(await throughAll(harness, () => payments.ensureCustomer(company))).toEqual({
        ok: true,
        customerId,
      });
      done(await throughAll(harness, () => payments.createSetupIntent({ customerId, key: key('setup') })));

      const start = { ...startInput, trialDays: 0 as const };
      const started = done(await throughAll(harness, () => payments.startSubscription(start)));
      const subscriptionId = started.subscription.id;
      expect(await harness.subscriptionsOf(customerId)).toBe(1);
      expect(await harness.ledger(customerId)).toMatchObject([{ cents: 180_00 }]);

      await harness.moveTo(daysAfter(harness.now(), 14));
      const seats = { subscriptionId, seats: 5, key: key('seats') };
      done(await throughAll(harness, () => payments.setSeats(seats)));
      const card = {
        customerId,
        subscriptionId,
        paymentMethodId: harness.cards.good,
        key: key('card'),
      };
      done(await throughAll(harness, () => payments.changeCard(card)));
      done(await throughAll(harness, () => payments.subscription(subscriptionId)));
      const cancel = { subscriptionId, key: key('cancel') };
      // Half of 200.00 is left, 10.00 of it not paid yet.
      expect(await throughAll(harness, () => payments.cancel(cancel))).toMatchObject({ refundCents: 90_00 });
      expect(await harness.ledger(customerId)).toMatchObject([
        { kind: 'charge', cents: 180_00 },
        { kind: 'refund', cents: 90_00 },
      ]);
    });

    it('does not make a card pay an open invoice twice when the reply is lost', async () => {
      const harness = await open();
      const { customerId, start, key } = await payer(harness);
      const { id: subscriptionId } = await start({ paymentMethodId: harness.cards.neverPays });
      await harness.moveTo(daysAfter(harness.now(), 7.5));
      const card = { customerId, subscriptionId, paymentMethodId: harness.cards.good, key: key('card') };
      const changed = done(await throughAll(harness, () => harness.payments.changeCard(card)));
      expect(changed.subscription.status).toBe('active');
      expect(await harness.ledger(customerId)).toMatchObject([{ cents: 180_00 }]);
    });
  });
}
