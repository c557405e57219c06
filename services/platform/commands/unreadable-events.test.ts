import { describe, expect, it } from 'vitest';
import { type UncheckedEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import { createMemoryEventStore } from '../event-store/event-store.memory.ts';
import type { NewEvent } from '../event-store/event-store.port.ts';
import { newId } from '../ids.ts';
import { newEvents } from './command-handler.ts';
import { type Fold, foldStored } from './fold.ts';
import { context, stream } from './names.fixture.ts';
import { createStateCache } from './state-cache.ts';

describe('events that this version of the program cannot read', () => {
  const goal = { name: 'one', hourlySales: 1, hourlyDecisions: 0 };
  const [added] = newEvents(context(), [
    { type: 'GoalAdded', data: { goalId: 'one', entryDate: '2026-11-20', goal } },
  ]);
  const fold: Fold<string[], 'GoalAdded' | 'GoalDeleted' | 'CampaignDeleted'> = {
    empty: () => [],
    on: {
      GoalAdded: (state, { data }) => void state.push(data.goal.name),
      GoalDeleted: null,
      CampaignDeleted: (state) => state,
    },
  };

  async function cacheWith(...events: { readonly type: string; readonly version: number }[]) {
    const store = createMemoryEventStore();
    for (const event of [...events.map((each) => ({ ...added, ...each })), added])
      await store.append(stream, [{ ...(event as NewEvent), id: newId() }], 'any');
    return createStateCache(store, fold);
  }

  it('are passed over when no handler takes in their type', async () => {
    const cache = await cacheWith({ type: 'GoalPainted', version: 1 }, { type: 'GoalDeleted', version: 9 });
    expect(await cache.load(stream)).toMatchObject({ state: ['one'], revision: 2 });
  });

  it('are refused by a fold of stored events, too', async () => {
    const events = [{ ...added, type: 'CampaignDeleted', version: 9, stream, revision: 0, position: 1 }];
    const fold9 = (needs?: readonly ('GoalAdded' | 'CampaignDeleted')[]) =>
      foldStored(fold, events as readonly UncheckedEvent[], needs);
    expect(() => fold9()).toThrow(UndecodableEvent);
    expect(fold9(['GoalAdded'])).toEqual([]);
  });

  it('make the state unavailable to those who need their type, and to no one else', async () => {
    const cache = await cacheWith({ type: 'CampaignDeleted', version: 9 });
    await expect(cache.load(stream)).rejects.toThrow(UndecodableEvent);
    await expect(cache.load(stream, ['CampaignDeleted'])).rejects.toThrow('CampaignDeleted v9');
    expect(await cache.load(stream, ['GoalAdded'])).toMatchObject({ state: ['one'], revision: 1 });
  });
});
