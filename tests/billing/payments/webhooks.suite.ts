import { describe, expect, it } from 'vitest';
import { daysAfter, done, type Open, opening, payer } from './payer.ts';
import type { PaymentsHarness } from './payments-harness.ts';

export function webhooksSuite(openOne: Open): void {
  describe('webhooks', () => {
    const open = opening(openOne);

    /** A subscription with a trial, a failed payment and a cancelation. */
    async function canceledSubscription(harness: PaymentsHarness) {
      const company = await payer(harness);
      const { id } = await company.start({ paymentMethodId: harness.cards.neverPays });
      await harness.moveTo(daysAfter(harness.now(), 8));
      done(await harness.payments.cancel({ subscriptionId: id, key: company.key('cancel') }));
      return { ...company, id, deliveries: await harness.deliveries() };
    }

    it('name the subscription and the company, and keep their id on every delivery', async () => {
      const harness = await open();
      const { id, companyId, deliveries } = await canceledSubscription(harness);
      const read = () =>
        Promise.all(deliveries.map((each) => harness.payments.readWebhook(each.rawBody, each.signature)));
      const events = await read();
      expect(events).not.toContain(null);
      expect(await read()).toEqual(events);
      expect(new Set(events.map((each) => each?.id)).size).toBe(events.length);
      const concerned = events.filter((each) => each?.subscriptionId === id);
      expect(concerned.length).toBeGreaterThan(3);
      expect(concerned.every((each) => each?.companyId === companyId)).toBe(true);
      const mayConcern = events.filter((each) =>
        /^(customer\.subscription|invoice)\./.test(each?.type ?? ''),
      );
      expect(mayConcern).toEqual(concerned);
    });

    it('delivered five times each and in any order, all lead to the same state', async () => {
      const harness = await open();
      const { id, deliveries } = await canceledSubscription(harness);
      const current = await harness.payments.subscription(id);
      const shuffled = Array.from({ length: 5 }, () => deliveries)
        .flat()
        .map((delivery, at) => ({ delivery, order: (at * 7919) % 1009 }))
        .sort((a, b) => a.order - b.order);
      const ids = new Set<string>();
      for (const { delivery } of shuffled) {
        const event = await harness.another().readWebhook(delivery.rawBody, delivery.signature);
        if (event?.subscriptionId !== id) continue;
        ids.add(event.id);
        expect(await harness.payments.subscription(event.subscriptionId)).toEqual(current);
      }
      expect(ids.size).toBeGreaterThan(3);
    });

    it('are rejected when unsigned, changed, signed with another secret or too old', async () => {
      const harness = await open();
      const { deliveries } = await canceledSubscription(harness);
      const { rawBody, signature } = deliveries[0] ?? { rawBody: Buffer.alloc(0), signature: '' };
      const read = (body: Buffer, by: string | undefined) => harness.payments.readWebhook(body, by);
      expect(await read(rawBody, signature)).not.toBeNull();
      const tampered = Buffer.from(rawBody.toString().replace('"', ' "'));
      const forged = signature.replace(/[0-9a-f]{64}/, '0'.repeat(64));
      expect(forged).not.toBe(signature);
      for (const [body, by] of [
        [rawBody, undefined],
        [rawBody, ''],
        [rawBody, 'nonsense'],
        [rawBody, forged],
        [tampered, signature],
        [Buffer.alloc(0), signature],
      ] as const) {
        expect(await read(body, by), String(by)).toBeNull();
      }
      const ago = (seconds: number) =>
        read(rawBody, harness.sign(rawBody, new Date(harness.now().getTime() - seconds * 1000)));
      expect(await ago(299)).not.toBeNull();
      expect(await ago(301)).toBeNull();
    });

    it('of an unknown type are read as well', async () => {
      const harness = await open();
      const { deliveries } = await canceledSubscription(harness);
      const body = JSON.parse(deliveries[0]?.rawBody.toString() ?? '') as Record<string, unknown>;
      const rawBody = Buffer.from(JSON.stringify({ ...body, type: 'weather.changed' }));
      const event = await harness.payments.readWebhook(rawBody, harness.sign(rawBody, harness.now()));
      expect(event).toMatchObject({ id: body.id, type: 'weather.changed' });
    });
  });
}
