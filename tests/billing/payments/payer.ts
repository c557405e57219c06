import { randomUUID } from 'node:crypto';
import { afterEach, expect } from 'vitest';
import type { ProviderSubscription } from '#services/billing/payments.port.ts';
import type { PaymentsHarness } from './payments-harness.ts';

export type Open = () => Promise<PaymentsHarness>;

/** Opens providers for the tests of a block and closes them after each. */
export function opening(open: Open): Open {
  const opened: PaymentsHarness[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });
  return async () => {
    const harness = await open();
    opened.push(harness);
    return harness;
  };
}

/** The outcome, which must be a success. */
export function done<T extends { ok: boolean }>(outcome: T): Extract<T, { ok: true }> {
  expect(outcome).toMatchObject({ ok: true });
  return outcome as Extract<T, { ok: true }>;
}

/** A company at the provider, with its usual calls. */
export async function payer({ payments, cards }: PaymentsHarness) {
  const companyId = randomUUID();
  const key = (what: string) => `${what}-${companyId}`;
  const { customerId } = done(
    await payments.ensureCustomer({
      companyId,
      companyName: 'Acme & Söhne',
      email: 'ada@acme.test',
      key: key('customer'),
    }),
  );
  const startInput = {
    companyId,
    customerId,
    paymentMethodId: cards.good,
    seats: 3,
    trialDays: 7 as 7 | 0,
    key: key('start'),
  };
  const start = async (changes: Partial<typeof startInput> = {}): Promise<ProviderSubscription> =>
    done(await payments.startSubscription({ ...startInput, ...changes })).subscription;
  return { companyId, customerId, key, startInput, start };
}

export function daysAfter(from: Date | string, days: number): Date {
  return new Date(new Date(from).getTime() + days * 86_400_000);
}
