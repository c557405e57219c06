import type { Log } from '#platform/log.ts';
import type { ProviderEvent } from '../payments.port.ts';
import type { Reconciliation } from '../subscription/reconcile.ts';

export type StoredProviderEvent = ProviderEvent & { readonly provider: string };

/** The stored webhooks. */
export type ProviderEvents = {
  /** Events that are due and neither applied nor set aside, the longest due first. */
  due(limit: number): Promise<readonly StoredProviderEvent[]>;
  markApplied(events: readonly StoredProviderEvent[]): Promise<void>;
  /** Makes them due again after a while. */
  postpone(events: readonly StoredProviderEvent[]): Promise<void>;
  /** Leaves them to an operator. */
  setAside(events: readonly StoredProviderEvent[], reason: string): Promise<void>;
  countSetAside(): Promise<number>;
  /** Deletes the events that were applied before that instant; returns how many. */
  deleteApplied(before: Date): Promise<number>;
};

export type ApplyDeps = {
  readonly events: ProviderEvents;
  readonly reconciliation: Pick<Reconciliation, 'reconcileSubscription'>;
  /** The company of events that do not name it; null when we have no such subscription. */
  readonly companyOfSubscription: (subscriptionId: string) => Promise<string | null>;
};

const BATCH_SIZE = 200;

/** Applies every event that is due. An event that fails does not hold up the others. */
export type ApplyProviderEvents = (run: { log: Log; signal: AbortSignal }) => Promise<void>;

/**
 * Whatever the events say and in whatever order they came, the provider is asked once for the current state of
 * each subscription that they concern.
 */
export function createApplyProviderEvents(deps: ApplyDeps): ApplyProviderEvents {
  const { events, reconciliation, companyOfSubscription } = deps;

  async function apply(
    subscriptionId: string,
    received: readonly StoredProviderEvent[],
    log: Log,
  ): Promise<void> {
    const named = received.find(({ companyId }) => companyId !== null)?.companyId;
    const companyId = named ?? (await companyOfSubscription(subscriptionId));
    const reconciled =
      companyId === null ? 'unknown' : await reconciliation.reconcileSubscription(companyId, subscriptionId);
    switch (reconciled) {
      case 'done':
        return events.markApplied(received);
      case 'unavailable':
        return events.postpone(received);
      case 'unknown':
        log.error(
          { companyId, subscriptionId, events: received.map(({ id, type }) => `${type} ${id}`) },
          'webhooks of an unknown subscription are set aside: an operator should look',
        );
        return events.setAside(received, 'no such subscription of ours');
    }
  }

  return async ({ log, signal }) => {
    for (let due = await events.due(BATCH_SIZE); due.length > 0 && !signal.aborted; ) {
      const bySubscription = Map.groupBy(due, ({ subscriptionId }) => subscriptionId);
      for (const [subscriptionId, received] of bySubscription) {
        if (signal.aborted) return;
        try {
          if (subscriptionId === null) await events.markApplied(received);
          else await apply(subscriptionId, received, log);
        } catch (err) {
          log.error({ err, subscriptionId }, 'webhooks of the payment provider could not be applied');
          await events.postpone(received);
        }
      }
      due = due.length < BATCH_SIZE ? [] : await events.due(BATCH_SIZE);
    }
  };
}
