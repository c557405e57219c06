import type { UncheckedEvent } from '#contracts/events/codec.ts';
import { companyOfStream } from '#contracts/events/streams.ts';

/** Plain JSON only: a Date, bigint or undefined does not survive serialization. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** An event that is not stored yet. Ids derive from the command, so that a retried append changes nothing. */
export type NewEvent = {
  /** A UUID, unique in its stream. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
};

/** The state in which the writer expects the stream. A number is the revision of its last event, counted from 0. */
export type ExpectedRevision = 'any' | 'no stream' | 'stream exists' | number;

/** Another stream that the decision depends on, and the revision of its last event at that time. */
export type AppendCondition = { readonly stream: string; readonly revision: number };

export type Appended = {
  readonly outcome: 'appended';
  /** Revision and position of the last event of this append. */
  readonly revision: number;
  readonly position: number;
  /** True when events with these ids were stored already, so that nothing was written. */
  readonly repeated: boolean;
};

export type AppendConflict = {
  readonly outcome: 'conflict';
  /** The present revision of the stream; null when there is no such stream. */
  readonly actual: number | null;
};

export type RecordedEvent = UncheckedEvent & {
  /**
   * When the store wrote it, UTC ISO-8601, in the precision of the store (Postgres: microseconds) and the same in
   * every read. Decisions use `metadata.at` instead.
   */
  readonly recordedAt: string;
};

/** An event by which a log is recognised. */
export type EventPlace = { readonly position: number; readonly id: string };

export type ReadStreamOptions = {
  /** First revision to return, inclusive; default the start, or the end when reading backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
};

export type ReadAllOptions = {
  /** Start position, exclusive; default the start of the log, or its end when reading backwards. */
  readonly after?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit: number;
};

export type SubscribeOptions = {
  /** The last position that was handled already; START for the whole log. */
  readonly after: number;
  /** The most events in a batch; a smaller batch means that the subscriber has caught up. */
  readonly batchSize?: number;
  readonly signal: AbortSignal;
};

/** Whole streams: those with these names, and those whose names begin with one of the prefixes. */
export type StreamSelection = { readonly streams: readonly string[]; readonly prefixes: readonly string[] };

/** The type that an erased event has in the store. It cannot be appended, and no reader gets it. */
export const ERASED = 'Erased';

/** The position before the first event. */
export const START = -1;

/** The store cannot be reached or does not answer; an append that was under way may have been written. */
export class EventStoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreUnavailable';
  }
}

/**
 * An append-only log of streams. Positions order the whole log, and events become visible in that order: a reader
 * that has seen a position has seen all events before it.
 */
export interface EventStore {
  /** Names the server, for people and logs. */
  readonly description: string;

  /**
   * Appends all events or none. They are durable once it resolves. A conflict is a result, not an exception; throws
   * EventStoreUnavailable when the server is away.
   *
   * With a condition, it is also a conflict when that stream has later events, unless these events were written
   * before. It holds in the order of the log: no event of that stream beyond the named revision stands before the
   * appended ones. Events that were decided anew on another revision need other ids. On EventStoreDB a stream may then
   * skip revisions; they grow all the same.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    condition?: AppendCondition,
  ): Promise<Appended | AppendConflict>;

  /** Events of one stream in order; an unknown stream is empty. */
  read(stream: string, options?: ReadStreamOptions): Promise<readonly RecordedEvent[]>;

  /**
   * The events at these positions, which must ascend; a position without an event, or with an erased one, gives
   * none. One query, however far apart they are.
   */
  readAt(positions: readonly number[]): Promise<readonly RecordedEvent[]>;

  /** Events of the whole log in order. */
  readAll(options: ReadAllOptions): Promise<readonly RecordedEvent[]>;

  /**
   * The events in the streams of one company behind `after` and up to `to`, in the order of the log and in pages. Ends
   * with those that were there when it began. On Postgres the cost is that of these events, on EventStoreDB the server
   * looks through the names of all streams in the range.
   */
  readCompany(
    companyId: string,
    range: { readonly after: number; readonly to: number },
  ): AsyncIterable<readonly RecordedEvent[]>;

  /** Position of the newest event, START when there is none. */
  head(): Promise<number>;

  /** Whether this event is at this position, erased or not. If it is not, it was seen in another log. */
  has(place: EventPlace): Promise<boolean>;

  /**
   * Catch-up subscription: all events after `after`, then new ones, in order, each exactly once. The next batch is
   * fetched when the consumer asks for it (back-pressure). When the server is lost it resumes after the last
   * batch. Ends when the signal aborts.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]>;

  /** The number of events in these streams, including erased ones as long as the server still counts them. */
  count(selection: StreamSelection): Promise<number>;

  /**
   * Deletes data and metadata of every event of these streams for good and returns the number of events. No reader
   * or subscriber gets one of them any more; positions and revisions of all other events stay. The newest events
   * go first, so that a process that dies leaves streams that can still be folded; the next call completes the
   * work, and a further call changes nothing. An append to such a stream with a revision or 'no stream' is a
   * conflict; do not append to it in any other way.
   *
   * When the newest event of the log is erased, `head` falls. So append the event that records the erasure first.
   */
  erase(selection: StreamSelection): Promise<number>;

  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NAME = /^[^$\p{Cc}]\P{Cc}*$/u;

/**
 * Throws RangeError for appends that no store accepts, so that every adapter behaves the same: these are bugs of the
 * caller. Names that begin with `$` belong to EventStoreDB.
 */
export function checkAppend(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): void {
  if (!isName(stream)) throw new RangeError(`not a stream name: ${JSON.stringify(stream)}`);
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new RangeError(`not a revision: ${expected}; a stream without events is 'no stream'`);
  }
  for (const event of events) {
    if (!UUID.test(event.id)) throw new RangeError(`not a UUID: ${JSON.stringify(event.id)}`);
    if (!isName(event.type) || event.type === ERASED)
      throw new RangeError(`not an event type: ${JSON.stringify(event.type)}`);
    if (!Number.isInteger(event.version)) throw new RangeError(`not a version: ${event.version}`);
  }
}

/** A lone surrogate would be stored as another character and so name another stream. */
function isName(text: string): boolean {
  return NAME.test(text) && text.isWellFormed();
}

/** True when an event belongs to one of these streams. Many selections together cost as much as one. */
export function selects(
  ...selections: readonly StreamSelection[]
): (event: { readonly stream: string }) => boolean {
  const names = new Set(selections.flatMap(({ streams }) => streams));
  const prefixes = new Set(selections.flatMap((selection) => selection.prefixes));
  // Most ids have the same length, so there are few lengths.
  const lengths = [...new Set([...prefixes].map((prefix) => prefix.length))];
  return ({ stream }) => names.has(stream) || lengths.some((length) => prefixes.has(stream.slice(0, length)));
}

/**
 * True when a company may see an event, even one that cannot be decoded: the stream's name must name the company,
 * and the metadata, as far as it can be read, must not name another one.
 */
export function isOwnEvent(event: RecordedEvent, companyId: string): boolean {
  if (companyOfStream(event.stream) !== companyId) return false;
  const claimed = (event.metadata as { companyId?: unknown } | null)?.companyId;
  return claimed === undefined || claimed === companyId;
}

/** One line of the audit feed: the event as stored, without upcasting. */
export function auditLine(event: RecordedEvent): string {
  const { position, stream, revision, id, type, version, data, metadata, recordedAt } = event;
  return `${JSON.stringify({ position, stream, revision, id, type, version, data, metadata, recordedAt })}\n`;
}
