import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventStore, ExpectedRevision } from '#platform/event-store/event-store.port.ts';

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
 * their events in batches, but each step appends only after the step before it. A step whose append is a conflict
 * keeps its turn until it has appended.
 */
export function createInOrder(store: EventStore) {
  const turns = new AsyncLocalStorage<Turn>();
  /** The revisions of the streams that this load has written. */
  const revisions = new Map<string, number>();
  let underWay: Promise<unknown> = Promise.resolve();

  /** No other process writes the demo company. So an append to what this load wrote last cannot be a conflict. */
  const isNewest = (stream: string, revision: ExpectedRevision) =>
    (revisions.get(stream) ?? 'no stream') === revision;

  const ordered: EventStore = {
    ...store,
    async append(stream, events, expected, condition) {
      const turn = turns.getStore();
      await turn?.before;
      const isCertain =
        isNewest(stream, expected) && (!condition || isNewest(condition.stream, condition.revision));
      // In one batch with an append to the stream that it depends on, it would be a conflict.
      if (!isCertain) await underWay;
      const appending = store.append(stream, events, expected, condition);
      underWay = Promise.allSettled([underWay, appending]);
      if (isCertain) turn?.taken();
      const appended = await appending;
      if (appended.outcome === 'appended') {
        revisions.set(stream, appended.revision);
        turn?.taken();
      }
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
