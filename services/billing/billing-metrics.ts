import { Gauge, type Registry } from 'prom-client';

export type BillingCounts = {
  /** Requests to the provider that are not known to be done. */
  readonly openIntents: number;
  /** Webhooks that could not be applied: an operator has to look. */
  readonly setAside: number;
};

/** Counted when the metrics are read; they keep their last value while the database is away. */
export function createBillingMetrics(registry: Registry, counts: () => Promise<BillingCounts>): void {
  const counted = (name: string, help: string, of: (found: BillingCounts) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await counts().catch(() => null);
        if (found) this.set(of(found));
      },
    });
  counted(
    'tallyboard_billing_open_intents',
    'Payments that were requested and are not completed yet',
    ({ openIntents }) => openIntents,
  );
  counted(
    'tallyboard_billing_events_set_aside',
    'Webhooks of the payment provider that concern no known subscription and wait for an operator',
    ({ setAside }) => setAside,
  );
}
