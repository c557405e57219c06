/**
 * One read model has other rows than before; `keys` name the rows (column → value), never their content. No
 * keys at all means that the list was too long for the way: any row of that model and company may differ.
 */
export type ReadModelChange = {
  readonly model: string;
  readonly companyId: string;
  readonly keys: readonly Readonly<Record<string, string>>[];
};

/**
 * A projection batch was committed: everything up to `position` can be read, and whatever it changed has been
 * told. Only who runs the projections can say so; for rows that differ without an event it is START.
 */
export type ReadModelsCommitted = {
  readonly position: number;
  readonly changes: readonly ReadModelChange[];
};

/** A row as it is about to be committed, all of it; null: it will be gone. */
export type ForeseenRow = {
  readonly key: Readonly<Record<string, string>>;
  readonly row: Readonly<Record<string, string | number | boolean | null>> | null;
};

/**
 * Rows of one read model and company that were folded up to `position` from events that are durable, and are
 * just being committed. `committed` with the same or a higher position follows and names their keys among its
 * own, whatever became of them (a row may have been refused); or, when nobody can tell, `missed`.
 */
export type RowsForeseen = {
  readonly position: number;
  readonly model: string;
  readonly companyId: string;
  readonly rows: readonly ForeseenRow[];
};

/** Someone must go now: a session was revoked or (sessionId null) an employee lost access or changed role. */
export type AccessRevoked = { readonly employeeId: string; readonly sessionId: string | null };

/**
 * News was lost, or too large to carry: any row of any company may differ, anybody may have been signed out.
 * Receivers read again what they show. An adapter says so after it lost its connection; a publisher says so
 * when it cannot know what it failed to publish (a projection runner that starts).
 */
export type NewsMissed = { readonly kind: 'missed' };

export type LiveMessage =
  | ({ readonly kind: 'committed' } & ReadModelsCommitted)
  | ({ readonly kind: 'foreseen' } & RowsForeseen)
  | ({ readonly kind: 'revoked' } & AccessRevoked)
  | NewsMissed;

/**
 * Carries news from the process that projects to those that hold sockets, the own one included. Each process
 * gets a message at most once and the messages of one publisher in their order; whatever is lost on the way
 * is followed by a `missed`. Only what is `foreseen` may be left out without a word: all it says is said again.
 */
export interface LiveBus {
  /** Never throws and never waits; the own process hears it before this returns. */
  publish(message: LiveMessage): void;
  /** Returns the function that ends the subscription. */
  subscribe(handler: (message: LiveMessage) => void): () => void;
  close(): Promise<void>;
}
