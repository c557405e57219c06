/** An append that waits for its batch. */
export type Waiting<Verdict> = {
  readonly stream: string;
  /** The number of events and the length of their text; both limit a batch. */
  readonly events: number;
  readonly bytes: number;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: unknown) => void;
};

export type CombinerLimits = { readonly batches: number; readonly events: number; readonly bytes: number };

export type AppendCombiner<Append> = {
  add(append: Append): void;
  /** Resolves when no append waits and no batch is being sent. */
  drained(): Promise<void>;
};

/**
 * Appends that arrive while a batch is being sent form the next batch. There is no timer: an idle combiner sends at
 * the end of the current turn of the event loop, so that appends of one turn share a batch. Appends to one stream
 * keep their order and never share a batch, because the verdict on the later one depends on the earlier one.
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
    if (scheduled || underWay >= limits.batches) return;
    scheduled = true;
    setImmediate(next);
  };

  const next = () => {
    scheduled = false;
    while (underWay < limits.batches && waiting.length > 0) {
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
    for (const append of waiting) {
      full ||=
        batch.length > 0 && (events + append.events > limits.events || bytes + append.bytes > limits.bytes);
      if (full || busyStreams.has(append.stream) || heldBack.has(append.stream)) {
        heldBack.add(append.stream);
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
