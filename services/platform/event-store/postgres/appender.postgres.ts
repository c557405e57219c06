import { companyOfStream } from '#contracts/events/streams.ts';
import type { Log } from '../../log.ts';
import {
  type AppendCondition,
  type Appended,
  EventStoreUnavailable,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.port.ts';
import {
  type AppendVerdict,
  callAppendEvents,
  type EncodedAppend,
  encodeAppend,
} from './append-call.postgres.ts';
import { type DedicatedConnection, outageOr } from './dedicated-connection.postgres.ts';

type WaitingAppend = Waiting<AppendVerdict> & { readonly encoded: EncodedAppend };

/** The appends of a batch that wrote events, just committed, in the order of their positions. */
export type Committed = {
  readonly appends: readonly { readonly encoded: EncodedAppend; readonly last: Appended }[];
  readonly recordedAt: string;
};

export type Appender = {
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    condition?: AppendCondition,
  ): Promise<AppendVerdict>;
  /** Resolves when no append is under way. */
  drained(): Promise<void>;
};

/** One call at a time: concurrent calls cost an fsync each, while one batch costs one for all. */
const LIMITS = { batches: 1, events: 1000, bytes: 4 * 1024 * 1024 };

export function createAppender(deps: {
  readonly connection: DedicatedConnection;
  readonly onCommitted: (committed: Committed) => void;
  readonly log?: Log | undefined;
}): Appender {
  const call = async (batch: readonly WaitingAppend[]): Promise<readonly AppendVerdict[]> => {
    const client = await deps.connection.get();
    const encoded = batch.map((append) => append.encoded);
    const { verdicts, recordedAt } = await callAppendEvents(client, encoded);
    const appends = encoded.flatMap((append, index) => {
      const verdict = verdicts[index];
      const written = verdict?.outcome === 'appended' && !verdict.repeated;
      return written ? [{ encoded: append, last: verdict }] : [];
    });
    if (appends.length > 0) deps.onCommitted({ appends, recordedAt });
    return verdicts;
  };

  const send = async (batch: readonly WaitingAppend[]): Promise<void> => {
    try {
      const verdicts = await call(batch);
      batch.forEach((append, index) => {
        append.resolve(verdicts[index] as AppendVerdict);
      });
    } catch (error) {
      const reason = outageOr(error);
      if (reason instanceof EventStoreUnavailable) {
        deps.connection.drop();
        for (const append of batch) append.reject(reason);
      } else if (batch.length === 1) {
        batch[0]?.reject(error);
      } else {
        // One of them cannot be stored and failed the batch; sent alone, each gets its own result.
        deps.log?.warn({ err: error, appends: batch.length }, 'a batch of appends failed; one by one now');
        for (const append of batch) await send([append]);
      }
    }
  };

  const combiner = createAppendCombiner(send, LIMITS);
  return {
    append(stream, events, expected, condition) {
      const encoded = encodeAppend(stream, events, expected, condition);
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

/** An append that waits for its batch. */
type Waiting<Verdict> = {
  readonly stream: string;
  /** The number of events and the length of their text; both limit a batch. */
  readonly events: number;
  readonly bytes: number;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: unknown) => void;
};

type CombinerLimits = { readonly batches: number; readonly events: number; readonly bytes: number };

type AppendCombiner<Append> = {
  add(append: Append): void;
  /** Resolves when no append waits and no batch is being sent. */
  drained(): Promise<void>;
};

/**
 * Appends that arrive while a batch is being sent form the next batch. There is no timer: an idle combiner sends at
 * the end of the current turn of the event loop, so that appends of one turn share a batch. Appends to one stream
 * keep their order and never share a batch, because the verdict on the later one depends on the earlier one.
 *
 * Companies take turns, so that one with many large appends, such as an import, does not fill the batches before the others.
 *
 * `send` settles every append of the batch and does not throw.
 */
export function createAppendCombiner<Append extends Waiting<never>>(
  send: (batch: readonly Append[]) => Promise<void>,
  limits: CombinerLimits,
): AppendCombiner<Append> {
  let waiting: Append[] = [];
  let underWay = 0;
  const busyStreams = new Set<string>();
  let whenDrained: (() => void)[] = [];

  let scheduled = false;
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(next);
  };

  const next = () => {
    scheduled = false;
    while (underWay < limits.batches) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      underWay++;
      void send(batch).finally(() => {
        underWay--;
        for (const append of batch) busyStreams.delete(append.stream);
        schedule();
        if (underWay === 0 && waiting.length === 0) {
          for (const done of whenDrained) done();
          whenDrained = [];
        }
      });
    }
  };

  const takeBatch = (): Append[] => {
    const batch: Append[] = [];
    const left: Append[] = [];
    const heldBack = new Set<string>();
    let events = 0;
    let bytes = 0;
    let full = false;
    for (const append of inTurns(waiting)) {
      full ||=
        batch.length > 0 && (events + append.events > limits.events || bytes + append.bytes > limits.bytes);
      if (full || busyStreams.has(append.stream) || heldBack.has(append.stream)) {
        left.push(append);
        continue;
      }
      batch.push(append);
      heldBack.add(append.stream);
      events += append.events;
      bytes += append.bytes;
    }
    for (const append of batch) busyStreams.add(append.stream);
    waiting = left;
    return batch;
  };

  return {
    add(append) {
      waiting.push(append);
      schedule();
    },
    drained: () =>
      underWay === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise((done) => {
            whenDrained.push(done);
          }),
  };
}

/** First one append of each company, then the second of each, and so on; those of one company in their order. */
function inTurns<Append extends { readonly stream: string }>(waiting: readonly Append[]): readonly Append[] {
  if (waiting.length < 2) return waiting;
  const rounds: Append[][] = [];
  const taken = new Map<string, number>();
  for (const append of waiting) {
    const company = companyOfStream(append.stream) ?? append.stream;
    const round = taken.get(company) ?? 0;
    taken.set(company, round + 1);
    rounds[round] ??= [];
    rounds[round].push(append);
  }
  return rounds.flat();
}
