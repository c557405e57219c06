import type { Log } from '#platform/log.ts';
import type { KeepInStep } from './keep-in-step.ts';
import type { ProviderEvents, StoredProviderEvent } from './provider-events.port.ts';

export type ApplyDeps = {
  readonly events: ProviderEvents;
  readonly keep: Pick<KeepInStep, 'followProvider'>;
  /** For what does not say it itself; null: we have no such subscription. */
  readonly companyOfSubscription: (subscriptionId: string) => Promise<string | null>;
};

const AT_ONCE = 200;

/**
 * Applies what the provider told: whatever it was, and in whatever order it came, the provider is asked for
 * what is true now, once for all that concern one subscription.
 */
export function createApplyProviderEvents({ events, keep, companyOfSubscription }: ApplyDeps) {
  async function apply(
    subscriptionId: string,
    told: readonly StoredProviderEvent[],
    log: Log,
  ): Promise<void> {
    const named = told.find(({ companyId }) => companyId !== null)?.companyId;
    const companyId = named ?? (await companyOfSubscription(subscriptionId));
    const kept = companyId === null ? 'unknown' : await keep.followProvider(companyId, subscriptionId);
    switch (kept) {
      case 'done':
        return events.applied(told);
      case 'unavailable':
        return events.postpone(told);
      case 'unknown':
        log.error(
          { companyId, subscriptionId, events: told.map(({ id, type }) => `${type} ${id}`) },
          'the payment provider tells of a subscription that is none of ours: set aside, please look',
        );
        return events.setAside(told, 'no such subscription of ours');
    }
  }

  /** Everything that is due; one that fails does not keep the others waiting. */
  return async ({ log, signal }: { log: Log; signal: AbortSignal }): Promise<void> => {
    for (let due = await events.due(AT_ONCE); due.length > 0 && !signal.aborted; ) {
      const bySubscription = Map.groupBy(due, ({ subscriptionId }) => subscriptionId);
      for (const [subscriptionId, told] of bySubscription) {
        if (signal.aborted) return;
        try {
          if (subscriptionId === null) await events.applied(told);
          else await apply(subscriptionId, told, log);
        } catch (err) {
          log.error({ err, subscriptionId }, 'what the payment provider told could not be applied');
          await events.postpone(told);
        }
      }
      due = due.length < AT_ONCE ? [] : await events.due(AT_ONCE);
    }
  };
}

export type ApplyProviderEvents = ReturnType<typeof createApplyProviderEvents>;
