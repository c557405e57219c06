import { Gauge, type Registry } from 'prom-client';

export type BillingCounts = {
  /** Asked of the provider and not known to be done. */
  readonly openIntents: number;
  /** What the provider told and nobody could apply: a person has to look. */
  readonly setAside: number;
};

/** Counted when somebody asks; nothing is said while the database is away. */
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
    'Payments that were asked for and are not settled yet',
    ({ openIntents }) => openIntents,
  );
  counted(
    'tallyboard_billing_events_set_aside',
    'Events of the payment provider that concern nothing of ours and wait for a person',
    ({ setAside }) => setAside,
  );
}
