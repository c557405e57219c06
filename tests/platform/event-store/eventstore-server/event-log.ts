/** An event as the server keeps it. */
export type LogRecord = {
  readonly stream: string;
  readonly id: string;
  readonly revision: number;
  /** Commit and prepare position: an offset in the log's bytes, so positions have gaps. */
  readonly position: number;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly createdAt: number;
};

export type Proposed = Pick<LogRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type Expected = 'any' | 'no stream' | 'stream exists' | number;
export type LogVerdict =
  | { readonly success: true; readonly last: LogRecord; readonly repeated: boolean }
  | { readonly success: false; readonly current: number | null };

export type EventLog = {
  readonly records: readonly LogRecord[];
  stream(name: string): readonly LogRecord[];
  append(stream: string, events: readonly Proposed[], expected: Expected): LogVerdict;
  /** Hard deletion: true the first time. Its events stay in the log, as they do until a scavenge. */
  tombstone(stream: string): boolean;
  isDeleted(stream: string): boolean;
  /** Forgets everything behind this position, as a server that was restored from a backup. */
  truncate(position: number): void;
  /** Calls back after every append; returns the function that ends it. */
  onAppended(listener: () => void): () => void;
};

const RECORD_OVERHEAD = 120;
const SYSTEM_EVENT_EVERY = 7;

/**
 * The log of EventStoreDB in memory, with its rules for expected revisions and for retries, and with events
 * of its own between ours. It does not know what a real server does between the write and the commit: `append` gives
 * positions and makes the events readable in one synchronous step.
 */
export function createEventLog(): EventLog {
  const records: LogRecord[] = [];
  const byStream = new Map<string, LogRecord[]>();
  const deleted = new Set<string>();
  const listeners = new Set<() => void>();
  let end = 0;
  let appends = 0;

  const write = (stream: string, event: Proposed): LogRecord => {
    const present = byStream.get(stream) ?? [];
    const record: LogRecord = {
      ...event,
      stream,
      revision: present.length,
      position: end,
      createdAt: Date.now(),
    };
    end += RECORD_OVERHEAD + stream.length + event.data.length + event.metadata.length;
    present.push(record);
    byStream.set(stream, present);
    records.push(record);
    return record;
  };

  const writeStatistics = () =>
    write('$stats-127.0.0.1:2113', {
      id: crypto.randomUUID(),
      type: '$statsCollected',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    });

  return {
    records,
    stream: (name) => byStream.get(name) ?? [],
    append(stream, events, expected) {
      const present = byStream.get(stream) ?? [];
      const verdict = judge(present, events, expected);
      if (verdict) return verdict;
      if (appends++ % SYSTEM_EVENT_EVERY === 0) writeStatistics();
      const last = events.map((event) => write(stream, event)).at(-1) as LogRecord;
      for (const listener of [...listeners]) listener();
      return { success: true, last, repeated: false };
    },
    isDeleted: (stream) => deleted.has(stream),
    tombstone(stream) {
      if (deleted.has(stream)) return false;
      deleted.add(stream);
      const nothing = { contentType: 'application/octet-stream', data: Buffer.of(), metadata: Buffer.of() };
      write(stream, { id: crypto.randomUUID(), type: '$streamDeleted', ...nothing });
      for (const listener of [...listeners]) listener();
      return true;
    },
    truncate(position) {
      const kept = records.filter((record) => record.position <= position);
      end = records[kept.length]?.position ?? end;
      records.length = kept.length;
      for (const [stream, present] of byStream)
        byStream.set(
          stream,
          present.filter((each) => kept.includes(each)),
        );
    },
    onAppended(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The server's check before a commit; undefined when the events may be written. */
function judge(
  present: readonly LogRecord[],
  events: readonly Proposed[],
  expected: Expected,
): LogVerdict | undefined {
  const current = present.length - 1;
  const wrong: LogVerdict = { success: false, current: current < 0 ? null : current };
  if (expected === 'stream exists' && current < 0) return wrong;
  if (expected === 'any' || expected === 'stream exists') {
    const start = present.findIndex((record) => record.id === events[0]?.id);
    return start < 0 ? undefined : (repeatAt(present, events, start) ?? wrong);
  }
  const named = expected === 'no stream' ? -1 : expected;
  if (named === current) return undefined;
  return (named < current && repeatAt(present, events, named + 1)) || wrong;
}

function repeatAt(
  present: readonly LogRecord[],
  events: readonly Proposed[],
  start: number,
): LogVerdict | undefined {
  const last = present[start + events.length - 1];
  const same = events.every((event, index) => present[start + index]?.id === event.id);
  return last && same ? { success: true, last, repeated: true } : undefined;
}
