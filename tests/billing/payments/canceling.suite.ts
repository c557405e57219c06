import { describe, expect, it } from 'vitest';
import { daysAfter, done, type Open, opening, payer } from './payer.ts';
import type { PaymentsHarness } from './payments-harness.ts';

export function cancelingSuite(openOne: Open): void {
  describe('canceling', () => {
    const open = opening(openOne);

    /** 28 days, from 31 January to 28 February. */
    async function paid(harness: PaymentsHarness, seats = 3) {
      const company = await payer(harness);
      const { id: subscriptionId } = await company.start({ trialDays: 0, seats });
      const cancel = async (by = harness.payments) =>
        done(await by.cancel({ subscriptionId, key: company.key('cancel') }));
      const setSeats = async (to: number) =>
        done(await harness.payments.setSeats({ subscriptionId, seats: to, key: company.key(`to-${to}`) }));
      return { ...company, subscriptionId, cancel, setSeats };
    }

    it('a trial costs nothing and refunds nothing', async () => {
      const harness = await open();
      const { customerId, start, key } = await payer(harness);
      const { id: subscriptionId } = await start();
      await harness.moveTo(daysAfter(harness.now(), 2));
      const canceledAt = harness.now().toISOString();
      const outcome = await harness.payments.cancel({ subscriptionId, key: key('cancel') });
      expect(outcome).toEqual({ ok: true, canceledAt, refundCents: 0 });
      expect(done(await harness.payments.subscription(subscriptionId)).subscription).toMatchObject({
        status: 'canceled',
        canceledAt,
        nextBillingAt: null,
      });
      await harness.moveTo(daysAfter(harness.now(), 60));
      expect(await harness.ledger(customerId)).toEqual([]);
    });

    it('refunds unused time by the second, base fee and seats each to the cent', {
      tags: ['decision-5.2'],
    }, async () => {
      const harness = await open();
      const { customerId, cancel } = await paid(harness);
      await harness.moveTo(new Date(daysAfter(harness.now(), 9).getTime() + 1000));
      // 19 days less a second of 28 are left: 150.00 and 30.00 times 1641599/2419200.
      const refundCents = 10179 + 2036;
      expect(await cancel()).toMatchObject({ refundCents });
      expect(await harness.ledger(customerId)).toMatchObject([
        { kind: 'charge', cents: 180_00 },
        { kind: 'refund', cents: refundCents },
      ]);
    });

    it('has a receipt of each charge and refund, the same on every look', async () => {
      const harness = await open();
      const { subscriptionId, cancel, setSeats } = await paid(harness);
      const receipts = async () => done(await harness.payments.receipts(subscriptionId)).receipts;
      const start = harness.now().toISOString();
      const card = { cardBrand: 'visa', cardLast4: '4242', currency: 'CAD' };
      const month = { kind: 'month', amountCents: 180_00, paidAt: start, periodStart: start, ...card };
      const first = { ...month, periodEnd: '2026-02-28T12:00:00.000Z' };
      expect(await receipts()).toMatchObject([first]);
      // Each change adds a line to the next invoice, more than come with it.
      for (const seats of [4, 5, 6, 7, 8, 9, 10, 3]) await setSeats(seats);
      await harness.moveTo(new Date('2026-03-01T00:00:00Z'));
      const second = { kind: 'month', periodStart: first.periodEnd, periodEnd: '2026-03-31T12:00:00.000Z' };
      expect(await receipts()).toMatchObject([first, { ...second, amountCents: 180_00 }]);
      const { refundCents: amountCents } = await cancel();
      const refund = { kind: 'refund', amountCents, periodStart: null, periodEnd: null, ...card };
      const all = await receipts();
      expect(all).toMatchObject([first, second, refund]);
      expect(new Set(all.map(({ receiptId }) => receiptId)).size).toBe(3);
      expect(await receipts()).toEqual(all);
    });

    it('has a last bill, of no month, when more is owed than refunded', async () => {
      const harness = await open();
      const { subscriptionId, cancel, setSeats } = await paid(harness);
      await harness.moveTo(daysAfter(harness.now(), 1));
      await setSeats(103);
      await harness.moveTo(daysAfter(harness.now(), 26));
      expect(await cancel()).toMatchObject({ refundCents: 0 });
      const { receipts } = done(await harness.payments.receipts(subscriptionId));
      expect(receipts).toMatchObject([
        { kind: 'month' },
        { kind: 'last bill', periodStart: null, periodEnd: null },
      ]);
    });

    it('refunds everything at the first second', async () => {
      const harness = await open();
      const { cancel } = await paid(harness);
      expect(await cancel()).toMatchObject({ refundCents: 180_00 });
    });

    it('repeated at once or after days refunds nothing more and returns the same', async () => {
      const harness = await open();
      const { customerId, cancel } = await paid(harness);
      await harness.moveTo(daysAfter(harness.now(), 14));
      const first = await cancel();
      expect(first.refundCents).toBe(90_00);
      expect(await Promise.all([cancel(), cancel(harness.another())])).toEqual([first, first]);
      await harness.moveTo(daysAfter(harness.now(), 3));
      expect(await cancel()).toEqual(first);
      expect(await harness.ledger(customerId)).toHaveLength(2);
    });

    it('refunds once when two calls run at once', async () => {
      const harness = await open();
      const { customerId, cancel, subscriptionId, key } = await paid(harness);
      await harness.moveTo(daysAfter(harness.now(), 14));
      const input = { subscriptionId, key: key('cancel') };
      await Promise.all([harness.payments, harness.another()].map((each) => each.cancel(input)));
      expect(await cancel()).toMatchObject({ refundCents: 90_00 });
      expect(await harness.ledger(customerId)).toMatchObject([
        { cents: 180_00 },
        { kind: 'refund', cents: 90_00 },
      ]);
    });

    it('deducts the cost of added seats until now', async () => {
      const harness = await open();
      const { customerId, cancel, setSeats } = await paid(harness);
      await harness.moveTo(daysAfter(harness.now(), 14));
      await setSeats(13);
      await harness.moveTo(daysAfter(harness.now(), 7));
      // 45.00 of the month that was paid are left; ten more seats were there for a week of four, 25.00.
      expect(await cancel()).toMatchObject({ refundCents: 20_00 });
      expect(await harness.ledger(customerId)).toMatchObject([{ cents: 180_00 }, { cents: 20_00 }]);
    });

    it('refunds seats that were removed earlier', async () => {
      const harness = await open();
      const { cancel, setSeats } = await paid(harness, 5);
      await harness.moveTo(daysAfter(harness.now(), 7));
      await setSeats(1);
      await harness.moveTo(daysAfter(harness.now(), 7));
      // Half of 160.00, and three weeks of four seats.
      expect(await cancel()).toMatchObject({ refundCents: 80_00 + 30_00 });
    });

    it('charges once when added seats cost more than the unused time', async () => {
      const harness = await open();
      const { customerId, cancel, setSeats } = await paid(harness);
      await harness.moveTo(daysAfter(harness.now(), 7));
      await setSeats(103);
      await harness.moveTo(daysAfter(harness.now(), 14));
      // A hundred seats for two weeks of four are 500.00; 45.00 were paid and not used.
      expect(await cancel()).toMatchObject({ refundCents: 0 });
      expect(await cancel()).toMatchObject({ refundCents: 0 });
      expect(await harness.ledger(customerId)).toMatchObject([
        { kind: 'charge', cents: 180_00 },
        { kind: 'charge', cents: 455_00 },
      ]);
    });

    it('refunds credit that later invoices did not use up', async () => {
      const harness = await open();
      const { customerId, cancel, setSeats } = await paid(harness, 100);
      await setSeats(1);
      await harness.moveTo(new Date('2026-02-28T14:00:00Z'));
      // 990.00 came back, 160.00 of it paid the next month: the rest is still credit.
      expect(await harness.ledger(customerId)).toMatchObject([{ cents: 1150_00 }]);
      await harness.moveTo(new Date('2026-03-16T00:00:00Z'));
      const { refundCents } = await cancel();
      // 31 days less 15.5: half of 160.00.
      expect(refundCents).toBe(830_00 + 80_00);
      const ledger = await harness.ledger(customerId);
      expect(ledger.filter(({ kind }) => kind === 'refund')).toMatchObject([{ cents: 910_00 }]);
    });

    it.each([
      ['a trial', 7],
      ['a paid month', 0],
    ] as const)('of %s, repeated, leaves the credit of a later subscription alone', async (_, trialDays) => {
      const harness = await open();
      const { customerId, start, key } = await payer(harness);
      const first = await start({ trialDays });
      const cancel = () => harness.payments.cancel({ subscriptionId: first.id, key: key('cancel') });
      await harness.moveTo(daysAfter(harness.now(), 1));
      const canceled = await cancel();
      const second = await start({ trialDays: 0, seats: 100, key: key('again') });
      const fewer = { subscriptionId: second.id, seats: 1, key: key('fewer') };
      done(await harness.payments.setSeats(fewer));
      await harness.moveTo(daysAfter(second.nextBillingAt ?? '', 0.5));
      const ledger = await harness.ledger(customerId);
      expect(await cancel()).toEqual(canceled);
      expect(await harness.ledger(customerId)).toEqual(ledger);
    });

    it('is final: seats and cards change nothing, and a new start is a new subscription without a trial', async () => {
      const harness = await open();
      const { customerId, subscriptionId, cancel, setSeats, start, key } = await paid(harness);
      await harness.moveTo(daysAfter(harness.now(), 14));
      await cancel();
      expect(await setSeats(9)).toMatchObject({ subscription: { seats: 3, status: 'canceled' } });
      // No card is needed any more, so none is declined.
      for (const paymentMethodId of [harness.cards.good, harness.cards.declined]) {
        const change = { customerId, subscriptionId, paymentMethodId, key: key(paymentMethodId) };
        expect(await harness.payments.changeCard(change)).toMatchObject({
          subscription: { status: 'canceled' },
        });
      }
      const renewed = await start({ trialDays: 0, seats: 4, key: key('renew') });
      expect(renewed).toMatchObject({ status: 'active', seats: 4, trialEndsAt: null });
      expect(renewed.id).not.toBe(subscriptionId);
      const charges = (await harness.ledger(customerId)).filter(({ kind }) => kind === 'charge');
      expect(charges.map(({ cents }) => cents)).toEqual([180_00, 190_00]);
    });
  });
}
