import type { RecordedEvent } from './event-store.port.ts';

/** The newest events of the log that this process wrote itself, as far back as they are without a gap. */
export type LogTail = {
  add(events: readonly TailEvent[]): void;
  /** Forgets everything; readers read. */
  clear(): void;
  /** Events after `position`, or undefined when the tail cannot prove that it holds them all. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
};

/** JSON stays text until somebody asks: what a subscriber gets is what a read would have given. */
export type TailEvent = Omit<RecordedEvent, 'data' | 'metadata'> & {
  readonly data: string;
  readonly metadata: string;
};

/**
 * Lets a subscriber at the end of the log go on without a read. Positions have no gaps except where another
 * process wrote, so a run of neighbouring positions is complete.
 */
export function createLogTail(limits: { readonly events: number; readonly bytes: number }): LogTail {
  let run: TailEvent[] = [];
  let bytes = 0;
  return {
    add(events) {
      for (const event of events) {
        if (event.position !== (run.at(-1)?.position ?? event.position - 1) + 1) {
          run = [];
          bytes = 0;
        }
        run.push(event);
        bytes += event.data.length + event.metadata.length;
      }
      if (run.length > limits.events || bytes > limits.bytes) {
        // Half at once, not one by one: dropping from the front of an array costs its whole length.
        run = bytes > limits.bytes ? [] : run.slice(-Math.ceil(limits.events / 2));
        bytes = run.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
      }
    },
    clear() {
      run = [];
      bytes = 0;
    },
    after(position, limit) {
      const first = run[0];
      if (!first || position < first.position - 1) return undefined;
      const start = position + 1 - first.position;
      if (start >= run.length) return undefined;
      return run.slice(start, start + limit).map((event) => ({
        ...event,
        data: JSON.parse(event.data),
        metadata: JSON.parse(event.metadata),
      }));
    },
  };
}
