import type { RecordedEvent } from './event-store.port.ts';

/** The newest events of the log, as far as this process wrote them itself without a gap. */
export type LogTail = {
  add(events: readonly TailEvent[]): void;
  /** Drops all events, so that subscribers read the log. */
  clear(): void;
  /** All events after `position`, or undefined when the tail may lack some of them. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
};

/** JSON stays text until it is read, so that a subscriber gets what a read would give. */
export type TailEvent = Omit<RecordedEvent, 'data' | 'metadata'> & {
  readonly data: string;
  readonly metadata: string;
};

/**
 * Serves a subscriber at the end of the log without a read. Positions have gaps only where another process wrote, so
 * a run of consecutive positions is complete.
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
        // Half of them at once: removing one from the front of an array costs its whole length.
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
