import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventStore } from '#platform/event-store/event-store.port.ts';

/** An action at an instant (UTC ISO-8601) that concerns the thing with the name `about`. */
export type Step = {
  readonly at: string;
  readonly about: string;
  /** Every later step may depend on it. */
  readonly forAll?: true;
  readonly run: () => Promise<void>;
};

type Turn = { readonly before: Promise<void>; readonly taken: () => void };

/**
 * Makes the order of the log that of the instants. Independent steps run concurrently, so that the store can append
 * their events in batches, but each step appends only after the step before it.
 */
export function createInOrder(store: EventStore) {
  const turns = new AsyncLocalStorage<Turn>();
  const ordered: EventStore = {
    ...store,
    async append(...args) {
      const turn = turns.getStore();
      await turn?.before;
      const appended = store.append(...args);
      turn?.taken();
      return appended;
    },
  };

  async function together(steps: readonly Step[]): Promise<void> {
    let before = Promise.resolve();
    await Promise.all(
      steps.map(({ run }) => {
        const own = Promise.withResolvers<void>();
        const turn = { before, taken: () => own.resolve(turn.before) };
        before = own.promise;
        return turns.run(turn, run).finally(turn.taken);
      }),
    );
  }

  return {
    store: ordered,
    async run(steps: readonly Step[]): Promise<void> {
      for (const part of partsOf(steps.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))))
        await together(part);
    },
  };
}

/** Begins a new part with each step about a thing that the part has already: it depends on the earlier step. */
function partsOf(steps: readonly Step[]): Step[][] {
  const parts: Step[][] = [];
  let about = new Set<string>();
  let isCut = true;
  for (const step of steps) {
    if (isCut || about.has(step.about)) {
      parts.push([]);
      about = new Set();
    }
    parts.at(-1)?.push(step);
    about.add(step.about);
    isCut = step.forAll ?? false;
  }
  return parts;
}
