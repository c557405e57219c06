import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventStore } from '#platform/event-store/event-store.port.ts';

/** Something that happened at an instant (UTC ISO-8601) to a thing of that name. */
export type Step = {
  readonly at: string;
  readonly about: string;
  /** What comes after it may build on it, whatever it is about. */
  readonly forAll?: true;
  readonly run: () => Promise<void>;
};

type Turn = { readonly before: Promise<void>; readonly taken: () => void };

/**
 * Makes a log read like a diary. Steps run at once, as many as do not build on each other, so that the store can
 * take their events in batches; but each hands its events over only when the step before has done so.
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

/** Cut where something is about a thing again: that builds on what is stored by then. */
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
