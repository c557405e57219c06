import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import { localDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { HOME_ZONE } from './demo-cast.ts';
import { DEMO_COMPANY_ID, demoCommands } from './demo-commands.ts';
import { planUntil, WEEKS } from './demo-plan.ts';
import {
  addPeople,
  addStructure,
  type DemoAccounts,
  foundDemo,
  startSubscription,
} from './demo-structure.ts';
import { stepsOfDay } from './demo-work.ts';
import { createInOrder } from './in-order.ts';

export type DemoDeps = {
  readonly store: EventStore;
  readonly accounts: DemoAccounts;
  readonly clock: Clock;
};

const HISTORY_MS = (WEEKS * 7 + 2) * 86_400_000;

/**
 * Loads the demo company unless it is there, by the commands that people give, with times that lead up to
 * now and in the order of these times. One that was cut short is completed, with the times it began with. Returns the position a reader must
 * have got to, to see all of it.
 */
export async function loadDemoCompany({ store, accounts, clock }: DemoDeps): Promise<number> {
  const [subscription] = await store.read(streams.subscription(DEMO_COMPANY_ID), { limit: 1 });
  if (subscription) return subscription.position;
  const inOrder = createInOrder(store);
  const commands = demoCommands(inOrder.store);
  const foundedAt = (await formerFounding(store)) ?? instant(clock.now().getTime() - HISTORY_MS);
  const now = instant(Date.parse(foundedAt) + HISTORY_MS);
  const entryDate = localDate(foundedAt, HOME_ZONE);

  const ownerId = await foundDemo(commands, accounts, foundedAt);
  const campaigns = await addStructure(commands, { at: foundedAt, ownerId, entryDate });
  const team = { at: foundedAt, now, ownerId, campaigns };
  const { employees, newcomers } = await addPeople(commands, accounts, team);
  const days = planUntil(now).flatMap((day) => stepsOfDay(commands, { campaigns, employees }, day));
  await inOrder.run([...newcomers, ...days]);
  // Last of all, because it says that everything else is there.
  return startSubscription(commands, { foundedAt, now, seats: employees.size + 1 });
}

async function formerFounding(store: EventStore): Promise<string | undefined> {
  const [founded] = await store.read(streams.company(DEMO_COMPANY_ID), { limit: 1 });
  return founded && decodeEvent(founded).metadata.at;
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
