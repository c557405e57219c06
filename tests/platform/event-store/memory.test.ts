import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { eventStoreSuite } from './event-store.suite.ts';
import { INTERLEAVINGS } from './store-under-test.ts';

eventStoreSuite('memory', async () => {
  const store = createMemoryEventStore();
  return {
    store,
    another: () => store,
    interleavings: INTERLEAVINGS.fake,
    delayAppends: () => {},
    close: () => store.close(),
  };
});
