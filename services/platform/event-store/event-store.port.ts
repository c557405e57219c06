import type { UncheckedEvent } from '#contracts/events/codec.ts';

/** Plain JSON only: a Date, bigint or undefined does not survive the way to disk and back. */
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

/** What the writer believes of the stream. A number is the revision of its last event, counted from 0. */
export type ExpectedRevision = 'any' | 'no stream' | 'stream exists' | number;

/** Another stream that the writer has decided by: `revision` is that of its last event then. */
export type Premise = { readonly stream: string; readonly revision: number };

export type Appended = {
  readonly outcome: 'appended';
  /** Revision and position of the last event of this append. */
  readonly revision: number;
  readonly position: number;
  /** True when the very same events (by id) were there already: nothing was written. */
  readonly repeated: boolean;
};

export type AppendConflict = {
  readonly outcome: 'conflict';
  /** The revision the stream really has; null when there is no such stream. */
  readonly actual: number | null;
};

export type RecordedEvent = UncheckedEvent & {
  /**
   * When the store wrote it, UTC ISO-8601, as exactly as the store knows it (Postgres to the microsecond) and
   * the same in every reading. Decisions use `metadata.at`, never this.
   */
  readonly recordedAt: string;
};

export type ReadStreamOptions = {
  /** First revision to return, inclusive; default the start, or the end when reading backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
};

export type ReadAllOptions = {
  /** Position to go on from, exclusive; default the start of the log, or its end when reading backwards. */
  readonly after?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit: number;
};

export type SubscribeOptions = {
  /** Last position already handled, exclusive; START for the whole log. */
  readonly after: number;
  /** Most events per batch; a smaller batch means the log has been caught up with. */
  readonly batchSize?: number;
  readonly signal: AbortSignal;
};

/** Whole streams: those of these names, and those whose names begin with one of the prefixes. */
export type StreamSelection = { readonly streams: readonly string[]; readonly prefixes: readonly string[] };

/** The type of what is left of an erased event; nobody may append one, and no reader gets one. */
export const ERASED = 'Erased';

/** The position before the first event. */
export const START = -1;

/** The store cannot be reached or does not answer; nothing is known about an append under way. */
export class EventStoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreUnavailable';
  }
}

/**
 * An append-only log of streams. Positions order the whole log and grow in the order in which events become
 * visible: a reader that has seen a position never has to look behind it again.
 */
export interface EventStore {
  /** For people and logs: which server this is. */
  readonly description: string;

  /**
   * Appends all events or none. Durable once it resolves. A conflict is an answer, not an exception; throws
   * EventStoreUnavailable when the server is away.
   *
   * With a premise it is a conflict too when that stream has later events, committed before the call; whether
   * one that is committed meanwhile counts is left open, as after a read. A conflict may be a false alarm.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    premise?: Premise,
  ): Promise<Appended | AppendConflict>;

  /** Events of one stream in order; an unknown stream is empty. */
  read(stream: string, options?: ReadStreamOptions): Promise<readonly RecordedEvent[]>;

  /**
   * The events at these positions, which rise; where there is none, or it was erased, none comes. For who knows
   * from elsewhere where they are: one question, however far apart.
   */
  readAt(positions: readonly number[]): Promise<readonly RecordedEvent[]>;

  /** Events of the whole log in order. */
  readAll(options: ReadAllOptions): Promise<readonly RecordedEvent[]>;

  /** Position of the newest event, START when there is none. */
  head(): Promise<number>;

  /**
   * Catch-up subscription: everything after `after`, then live, in order, nothing twice, nothing missed. The
   * next batch is fetched when the consumer asks for it (back-pressure). Survives a lost server by resuming
   * from the last batch handed out. Ends when the signal aborts.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]>;

  /** How many events these streams hold, those that were erased included as long as the server knows of them. */
  count(selection: StreamSelection): Promise<number>;

  /**
   * Takes data and metadata of every event of these streams away, for good, and returns how many there were. No
   * reader and no subscriber gets one of them any more, whatever position it goes on from; positions and
   * revisions of all others stay. Newest first, so that what is left by a process that dies is a history that
   * can still be folded; the next call completes it, one more changes nothing. An append to such a stream that
   * names a revision, or none there, is a conflict; others are not to be made.
   *
   * Erased events may have been the newest, and `head` falls: append one that says what was done before.
   */
  erase(selection: StreamSelection): Promise<number>;

  close(): Promise<void>;
}
