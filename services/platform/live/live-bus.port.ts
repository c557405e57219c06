/**
 * Rows of one read model have changed; `keys` name them (column → value), without their content. No keys means that
 * the list was too long to send: any row of that model and company may have changed.
 */
export type ReadModelChange = {
  readonly model: string;
  readonly companyId: string;
  readonly keys: readonly Readonly<Record<string, string>>[];
};

/**
 * A projection batch was committed: everything up to `position` in these shards can be read, and `changes` lists what it
 * changed. Only projection runners send it, each for its own shards; for rows that change without an event the position is
 * START. A program of a version before shards names none, and means all.
 */
export type ReadModelsCommitted = {
  readonly position: number;
  readonly shards?: readonly number[];
  /** How many shards there are. */
  readonly of?: number;
  readonly changes: readonly ReadModelChange[];
  /** Names the read models that have reached the position; absent for rows that change without an event. */
  readonly readModels?: string;
};

/** A whole row that is about to be committed; null when it will be deleted. */
export type UncommittedRow = {
  readonly key: Readonly<Record<string, string>>;
  readonly row: Readonly<Record<string, string | number | boolean | null>> | null;
};

/**
 * Rows of one read model and company that were folded from durable events up to `position` and are being committed.
 * `committed` with the same or a higher position follows and names their keys, even if the database rejected a row;
 * or `missed` follows, when the outcome is unknown.
 */
export type UncommittedBatch = {
  readonly position: number;
  readonly model: string;
  readonly companyId: string;
  readonly rows: readonly UncommittedRow[];
};

/** A session was revoked, or (sessionId null) an employee lost access or changed role: close their connections. */
export type AccessRevoked = { readonly employeeId: string; readonly sessionId: string | null };

/**
 * Messages were lost or too large to send: any row of any company may have changed, and any session may have been
 * revoked. Receivers read again what they show. An adapter sends it after it lost its connection, and a projection
 * runner when it starts, because it cannot know what was not published before.
 */
export type NewsMissed = { readonly kind: 'missed' };

export type LiveMessage =
  | ({ readonly kind: 'committed' } & ReadModelsCommitted)
  | ({ readonly kind: 'uncommitted' } & UncommittedBatch)
  | ({ readonly kind: 'revoked' } & AccessRevoked)
  | NewsMissed;

/**
 * Carries messages from the process that projects to all processes that hold sockets, itself included. Each process
 * gets a message at most once, and those of one publisher in order; after a loss it gets `missed`. Only `uncommitted`
 * may be dropped silently, because `committed` reports the same rows again.
 */
export interface LiveBus {
  /** Never throws and never waits; subscribers of this process get the message before it returns. */
  publish(message: LiveMessage): void;
  /** Returns the function that ends the subscription. */
  subscribe(handler: (message: LiveMessage) => void): () => void;
  /** For how many milliseconds messages have not reached the other processes; null while they do. */
  downForMs(): number | null;
  close(): Promise<void>;
}
