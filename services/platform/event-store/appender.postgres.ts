import type { Log } from '../log.ts';
import { callAppendEvents } from './append-call.postgres.ts';
import { createAppendCombiner, type Waiting } from './append-combiner.ts';
import type { DedicatedConnection } from './dedicated-connection.ts';
import { type AppendVerdict, type EncodedAppend, encodeAppend } from './encoded-append.ts';
import type { Appended, ExpectedRevision, NewEvent, Premise } from './event-store.port.ts';
import { isOutage, outageOr } from './outage.postgres.ts';

type WaitingAppend = Waiting<AppendVerdict> & { readonly encoded: EncodedAppend };

/** Events that were just committed, in the order of their positions. */
export type Committed = {
  readonly appends: readonly { readonly encoded: EncodedAppend; readonly last: Appended }[];
  readonly recordedAt: string;
};

export type Appender = {
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    premise?: Premise,
  ): Promise<AppendVerdict>;
  /** Waits for what is under way. */
  drained(): Promise<void>;
};

/** Two calls under way cost an fsync each; one call that gathers meanwhile costs one for all. */
const LIMITS = { batches: 1, events: 1000, bytes: 4 * 1024 * 1024 };

export function createAppender(deps: {
  readonly connection: DedicatedConnection;
  readonly onCommitted: (committed: Committed) => void;
  readonly log?: Log | undefined;
}): Appender {
  const call = async (batch: readonly WaitingAppend[]): Promise<readonly AppendVerdict[] | null> => {
    const client = await deps.connection.get();
    const encoded = batch.map((append) => append.encoded);
    const answer = await callAppendEvents(client, encoded);
    if (answer === null) return null;
    const { verdicts, recordedAt } = answer;
    const appends = encoded.flatMap((append, index) => {
      const verdict = verdicts[index];
      const written = verdict?.outcome === 'appended' && !verdict.repeated;
      return written ? [{ encoded: append, last: verdict }] : [];
    });
    if (appends.length > 0) deps.onCommitted({ appends, recordedAt });
    return verdicts;
  };

  /** Which of the premises fell is not worth another question: all look again, the others are written. */
  const withoutPremises = async (batch: readonly WaitingAppend[]): Promise<void> => {
    const others = batch.filter(({ encoded }) => !encoded.premise);
    for (const append of batch) {
      if (append.encoded.premise) append.resolve({ outcome: 'conflict', actual: null });
    }
    if (others.length > 0) await send(others);
  };

  const send = async (batch: readonly WaitingAppend[]): Promise<void> => {
    try {
      const verdicts = await call(batch);
      if (verdicts === null) return await withoutPremises(batch);
      batch.forEach((append, index) => {
        append.resolve(verdicts[index] as AppendVerdict);
      });
    } catch (error) {
      if (isOutage(error)) {
        deps.connection.drop();
        for (const append of batch) append.reject(outageOr(error));
      } else if (batch.length === 1) {
        batch[0]?.reject(error);
      } else {
        // One of them is not storable and took the others with it; alone, each gets what it deserves.
        deps.log?.warn({ err: error, appends: batch.length }, 'a batch of appends failed; one by one now');
        for (const append of batch) await send([append]);
      }
    }
  };

  const combiner = createAppendCombiner(send, LIMITS);
  return {
    append(stream, events, expected, premise) {
      const encoded = encodeAppend(stream, events, expected, premise);
      const { promise, resolve, reject } = Promise.withResolvers<AppendVerdict>();
      const bytes = lengthOf(encoded.data) + lengthOf(encoded.metadata);
      combiner.add({ stream, events: events.length, bytes, encoded, resolve, reject });
      return promise;
    },
    drained: combiner.drained,
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
