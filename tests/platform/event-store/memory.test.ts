import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { eventStoreSuite } from './event-store.suite.ts';

eventStoreSuite('memory', async () => {
  const store = createMemoryEventStore();
  return { store, another: () => store, delayAppends: () => {}, close: () => store.close() };
});
