/** One append as it waits for its turn. */
export type Waiting<Verdict> = {
  readonly stream: string;
  /** How many events and how much text it carries: what a batch is limited by. */
  readonly events: number;
  readonly bytes: number;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: unknown) => void;
};

export type CombinerLimits = { readonly batches: number; readonly events: number; readonly bytes: number };

export type AppendCombiner<Append> = {
  add(append: Append): void;
  /** Resolves when nothing waits and nothing is under way. */
  drained(): Promise<void>;
};

/**
 * While a batch is under way, appends gather; then all go together. There is no timer: an idle combiner
 * sends at the end of the current turn of the event loop, so that what arrived together goes together.
 * Appends of one stream keep their order and never share a batch, because the verdict on the later depends
 * on the earlier.
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
