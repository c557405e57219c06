import { describe, expect, it } from 'vitest';
import { daysAfter, done, type Open, opening, payer } from './payer.ts';
import type { PaymentsHarness } from './payments-harness.ts';

export function failingSuite(openOne: Open): void {
  describe('a card that stops paying', () => {
    const open = opening(openOne);

    /** Half a day after the invoice whose payment failed. */
    async function pastDue(harness: PaymentsHarness) {
      const company = await payer(harness);
      const { id, nextBillingAt } = await company.start({
        trialDays: 7,
        paymentMethodId: harness.cards.neverPays,
      });
      await harness.moveTo(daysAfter(nextBillingAt ?? '', 0.5));
      const now = async () => done(await harness.payments.subscription(id)).subscription;
      const change = (paymentMethodId: string, what: string) =>
        harness.payments.changeCard({
          customerId: company.customerId,
          subscriptionId: id,
          paymentMethodId,
          key: company.key(what),
        });
      return { ...company, id, now, change };
    }

    it('makes the subscription past due, with the unpaid invoice', { tags: ['decision-5.7'] }, async () => {
      const harness = await open();
      const { now, customerId } = await pastDue(harness);
      const late = await now();
      expect(late).toMatchObject({
        status: 'past_due',
        canceledAt: null,
        unpaid: { invoiceId: expect.any(String), cents: 180_00 },
      });
      expect(late?.unpaid?.since.slice(0, 10)).toBe('2026-02-07');
      expect(await harness.ledger(customerId)).toEqual([]);
    });

    it('leads to a cancelation, and nothing is charged', async () => {
      const harness = await open();
      const { now, customerId } = await pastDue(harness);
      await harness.moveTo(daysAfter(harness.now(), 6));
      expect(await now()).toMatchObject({ status: 'past_due' });
      await harness.moveTo(daysAfter(harness.now(), 1));
      expect(await now()).toMatchObject({ status: 'canceled', nextBillingAt: null, unpaid: null });
      expect((await now())?.canceledAt?.slice(0, 10)).toBe('2026-02-14');
      await harness.moveTo(daysAfter(harness.now(), 60));
      expect(await harness.ledger(customerId)).toEqual([]);
    });

    it('is replaced by a new card that pays the open invoice once', async () => {
      const harness = await open();
      const { now, change, customerId } = await pastDue(harness);
      const first = await change(harness.cards.good, 'card');
      expect(first).toMatchObject({ ok: true, subscription: { status: 'active', unpaid: null } });
      expect(await change(harness.cards.good, 'card')).toEqual(first);
      expect(await harness.ledger(customerId)).toMatchObject([{ kind: 'charge', cents: 180_00 }]);
      await harness.moveTo(daysAfter(harness.now(), 10));
      expect(await now()).toMatchObject({ status: 'active', nextBillingAt: '2026-03-07T12:00:00.000Z' });
      await harness.moveTo(new Date('2026-03-08T00:00:00Z'));
      expect(await harness.ledger(customerId)).toHaveLength(2);
    });

    it('leaves it past due when a second card does not pay either; a third one may', async () => {
      const harness = await open();
      const { now, change, customerId } = await pastDue(harness);
      for (const card of ['neverPays', 'declined'] as const) {
        expect(await change(harness.cards[card], card)).toEqual({ ok: false, code: 'card declined' });
        expect(await now()).toMatchObject({ status: 'past_due' });
      }
      done(await change(harness.cards.good, 'third'));
      expect(await now()).toMatchObject({ status: 'active' });
      expect(await harness.ledger(customerId)).toHaveLength(1);
    });

    it('is not charged and gets no refund when the subscription is canceled', async () => {
      const harness = await open();
      const { id, key, now, customerId } = await pastDue(harness);
      const canceled = await harness.payments.cancel({ subscriptionId: id, key: key('cancel') });
      expect(canceled).toEqual({ ok: true, canceledAt: harness.now().toISOString(), refundCents: 0 });
      await harness.moveTo(daysAfter(harness.now(), 40));
      expect(await now()).toMatchObject({ status: 'canceled' });
      expect(await harness.ledger(customerId)).toEqual([]);
    });

    it('gets no refund of an unpaid month, even after paid ones', async () => {
      const harness = await open();
      const { customerId, start, key } = await payer(harness);
      const { id: subscriptionId, nextBillingAt } = await start({ trialDays: 0 });
      const paymentMethodId = harness.cards.neverPays;
      const worse = { customerId, subscriptionId, paymentMethodId, key: key('worse') };
      done(await harness.payments.changeCard(worse));
      await harness.moveTo(daysAfter(nextBillingAt ?? '', 0.5));
      const canceled = await harness.payments.cancel({ subscriptionId, key: key('cancel') });
      expect(canceled).toMatchObject({ ok: true, refundCents: 0 });
      expect(await harness.ledger(customerId)).toMatchObject([{ kind: 'charge', cents: 180_00 }]);
      const again = await start({ trialDays: 0, key: key('again') });
      expect(again.status).toBe('active');
      expect((await harness.ledger(customerId)).map(({ cents }) => cents)).toEqual([180_00, 180_00]);
    });

    it('does not burden a new subscription, which starts without a trial', async () => {
      const harness = await open();
      const { start, key, customerId } = await pastDue(harness);
      await harness.moveTo(daysAfter(harness.now(), 20));
      const again = await start({ trialDays: 0, key: key('again'), paymentMethodId: harness.cards.good });
      expect(again).toMatchObject({ status: 'active', trialEndsAt: null });
      expect(await harness.ledger(customerId)).toMatchObject([{ kind: 'charge', cents: 180_00 }]);
    });
  });
}
