import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';
import { subscriptionDecider } from '../subscription.decider.ts';
import { runningOf, type SubscriptionEvent } from '../subscription-state.ts';
import type { Recorded } from './adopt.ts';

/** What our own events say runs at the sandbox. */
export type RecordedSubscriptions = {
  of(companyId: string): Promise<Recorded | null>;
  /** Null as well when another one runs by now. */
  byId(subscriptionId: string): Promise<Recorded | null>;
};

/** Subscriptions that were recorded without asking the sandbox carry the company in their id. */
const ID = /^sub_(?:import_)?([0-9A-Za-z-]+)$/;

/** `aliases`: companies by ids of subscriptions that do not name them. */
export function createRecordedSubscriptions(
  store: Pick<EventStore, 'read'>,
  aliases: ReadonlyMap<string, string>,
): RecordedSubscriptions {
  async function of(companyId: string): Promise<Recorded | null> {
    const events = (await store.read(streams.subscription(companyId))).map(decodeEvent);
    const state = (events as readonly SubscriptionEvent[]).reduce(
      subscriptionDecider.evolve,
      subscriptionDecider.initial,
    );
    const running = runningOf(state);
    if (running?.provider !== 'sandbox') return null;
    const [founded] = await store.read(streams.company(companyId), { limit: 1 });
    const company = founded && decodeEvent(founded);
    const companyName = company?.type === 'CompanyRegistered' ? company.data.name : '';
    return { ...running, companyId, companyName };
  }

  return {
    of,
    async byId(subscriptionId) {
      const companyId = aliases.get(subscriptionId) ?? ID.exec(subscriptionId)?.[1] ?? '';
      if (!isId(companyId)) return null;
      const recorded = await of(companyId);
      return recorded?.providerSubscriptionId === subscriptionId ? recorded : null;
    },
  };
}
