import { createStripePayments } from '#services/billing/stripe/payments.stripe.ts';
import { FAKE_KEYS, type StripeFake, startStripeFake } from '#tests/billing/stripe-fake/stripe-fake.ts';
import type { LastBill } from '#tests/billing/stripe-fake/subscriptions.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { BEGIN, type LedgerEntry, type PaymentsHarness, RETRY_DAYS } from './payments-harness.ts';

const log = { warn: () => {} };

/** Timeout of a call in a `silent` outage. Other calls wait longer, however busy the machine is. */
const SILENT_TIMEOUT_MS = 150;

/** Stripe's adapter on a fake of its API, with one attempt per call so that outages are short. */
export async function openStripe(
  lastBill: LastBill = 'draft',
): Promise<PaymentsHarness & { readonly fake: StripeFake }> {
  const fake = await startStripeFake({ now: BEGIN, retryDays: RETRY_DAYS, lastBill });
  const { state } = fake;
  const withTimeout = (timeoutMs: number) =>
    createStripePayments({ ...FAKE_KEYS, apiBase: fake.url, clock: fake, timeoutMs, retries: 0, log });
  const hasty = withTimeout(SILENT_TIMEOUT_MS);
  let isSilent = false;
  const another = () => {
    const patient = withTimeout(MAX_WAIT_MS);
    return new Proxy(patient, { get: (_, name) => Reflect.get(isSilent ? hasty : patient, name) });
  };
  return {
    fake,
    payments: another(),
    another,
    now: fake.now,
    moveTo: async (instant) => fake.moveTo(instant),
    cards: {
      good: 'pm_card_visa',
      declined: 'pm_card_chargeDeclined',
      neverPays: 'pm_card_chargeCustomerFail',
    },
    async ledger(customerId) {
      const at = (seconds: number) => new Date(seconds * 1000).toISOString();
      const charges = [...state.charges.values()].filter(
        (each) => each.customer === customerId && each.status === 'succeeded',
      );
      const ids = new Set(charges.map(({ id }) => id));
      const refunds = [...state.refunds.values()].filter(({ charge }) => ids.has(charge));
      const entries: LedgerEntry[] = [
        ...charges.map(({ amount, created }) => ({
          kind: 'charge' as const,
          cents: amount,
          at: at(created),
        })),
        ...refunds.map(({ amount, created }) => ({
          kind: 'refund' as const,
          cents: amount,
          at: at(created),
        })),
      ];
      return entries.sort((a, b) => a.at.localeCompare(b.at));
    },
    subscriptionsOf: async (customerId) =>
      [...state.subscriptions.values()].filter(({ customer }) => customer === customerId).length,
    outages: ['refused', 'silent', 'failing', 'reply lost'],
    suffer: async (outage) => {
      isSilent = outage === 'silent';
      await fake.suffer(outage);
    },
    deliveries: async () =>
      fake.webhooks.map((rawBody) => ({ rawBody, signature: fake.sign(rawBody, fake.now()) })),
    sign: fake.sign,
    close: fake.close,
  };
}
