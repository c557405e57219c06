import { describe, expect, it } from 'vitest';
import { daysAfter, done, type Open, opening, payer } from './payer.ts';
import type { PaymentsHarness } from './payments-harness.ts';

/** Days after which an invoice is charged: Stripe charges it an hour after making it. */
const BILLED = 0.5;

export function monthsSuite(openOne: Open): void {
  describe('month after month', () => {
    const open = opening(openOne);

    async function active(harness: PaymentsHarness, seats = 3) {
      const company = await payer(harness);
      const subscription = await company.start({ trialDays: 0, seats });
      const setSeats = async (to: number, what = `seats-${to}`) =>
        done(
          await harness.payments.setSeats({
            subscriptionId: subscription.id,
            seats: to,
            key: company.key(what),
          }),
        ).subscription;
      const now = async () => done(await harness.payments.subscription(subscription.id)).subscription;
      return { ...company, subscription, setSeats, now };
    }

    it('the trial ends with the first invoice, and each month brings the next', {
      tags: ['reliability-30', 'decision-5.7'],
    }, async () => {
      const harness = await open();
      const { customerId, start } = await payer(harness);
      const { id, trialEndsAt } = await start();
      const end = new Date(trialEndsAt ?? '');
      await harness.moveTo(daysAfter(end, -0.01));
      expect(await harness.ledger(customerId)).toEqual([]);
      await harness.moveTo(daysAfter(end, BILLED));
      expect(done(await harness.payments.subscription(id)).subscription).toMatchObject({
        status: 'active',
        trialEndsAt,
        nextBillingAt: '2026-03-07T12:00:00.000Z',
        unpaid: null,
      });
      await harness.moveTo(new Date('2026-04-07T12:00:00Z'));
      await harness.moveTo(daysAfter(harness.now(), BILLED));
      const ledger = await harness.ledger(customerId);
      expect(ledger.map(({ cents }) => cents)).toEqual([180_00, 180_00, 180_00]);
      expect(ledger.map(({ at }) => at.slice(0, 10))).toEqual(['2026-02-07', '2026-03-07', '2026-04-07']);
    });

    it('a month that began on the 31st ends on the last day of a shorter one', async () => {
      const harness = await open();
      const { subscription, now } = await active(harness);
      expect(subscription.nextBillingAt).toBe('2026-02-28T12:00:00.000Z');
      await harness.moveTo(new Date('2026-03-01T00:00:00Z'));
      expect(await now()).toMatchObject({ nextBillingAt: '2026-03-31T12:00:00.000Z' });
    });

    it('seats cost nothing in a trial; its end bills the current number', async () => {
      const harness = await open();
      const { customerId, start, key } = await payer(harness);
      const { id: subscriptionId } = await start();
      const changed = await harness.payments.setSeats({ subscriptionId, seats: 7, key: key('seats') });
      expect(changed).toMatchObject({ subscription: { seats: 7, status: 'trialing' } });
      await harness.moveTo(daysAfter(harness.now(), 7 + BILLED));
      expect(await harness.ledger(customerId)).toMatchObject([{ cents: 220_00 }]);
    });

    it('seats added within a month are billed for its rest with the next invoice', async () => {
      const harness = await open();
      const { customerId, setSeats } = await active(harness);
      // 28 days from 31 January to 28 February: a quarter of them is left after 21.
      await harness.moveTo(daysAfter(harness.now(), 21));
      expect(await setSeats(8)).toMatchObject({ seats: 8, status: 'active' });
      expect(await harness.ledger(customerId)).toMatchObject([{ cents: 180_00 }]);
      await harness.moveTo(new Date('2026-03-01T00:00:00Z'));
      const forTheRest = 2000 - 750;
      expect(await harness.ledger(customerId)).toMatchObject([
        { cents: 180_00 },
        { cents: 230_00 + forTheRest },
      ]);
    });

    it('seats removed within a month are credited for its rest, by the second', async () => {
      const harness = await open();
      const { customerId, setSeats } = await active(harness, 5);
      await harness.moveTo(new Date(daysAfter(harness.now(), 10).getTime() + 1000));
      await setSeats(2);
      await harness.moveTo(new Date('2026-03-01T00:00:00Z'));
      // Of 28 days 18 less one second are left: 50.00 and 20.00 times 1555199/2419200.
      const givenBack = 3214 - 1286;
      expect(await harness.ledger(customerId)).toMatchObject([
        { cents: 200_00 },
        { cents: 170_00 - givenBack },
      ]);
    });

    it('a repeated change counts once, an old key undoes nothing, the same number changes nothing', async () => {
      const harness = await open();
      const { customerId, setSeats } = await active(harness);
      await harness.moveTo(daysAfter(harness.now(), 14));
      await setSeats(5);
      await setSeats(5);
      await setSeats(4);
      expect(await setSeats(5)).toMatchObject({ seats: 4 });
      await setSeats(4, 'seats-4-again');
      await harness.moveTo(new Date('2026-03-01T00:00:00Z'));
      expect(await harness.ledger(customerId)).toMatchObject([
        { cents: 180_00 },
        { cents: 190_00 + 2500 - 1500 + 2000 - 2500 },
      ]);
    });

    it('another card pays the next month', async () => {
      const harness = await open();
      const { customerId, subscription, key, now } = await active(harness);
      const paymentMethodId = harness.cards.good;
      const change = { customerId, subscriptionId: subscription.id, paymentMethodId, key: key('card') };
      const changed = done(await harness.payments.changeCard(change));
      expect(done(await harness.payments.changeCard(change))).toEqual(changed);
      expect(await harness.ledger(customerId)).toHaveLength(1);
      const declined = { ...change, paymentMethodId: harness.cards.declined, key: key('declined') };
      expect(await harness.payments.changeCard(declined)).toEqual({ ok: false, code: 'card declined' });
      await harness.moveTo(new Date('2026-03-01T00:00:00Z'));
      expect(await now()).toMatchObject({ status: 'active' });
      expect(await harness.ledger(customerId)).toHaveLength(2);
    });
  });
}
