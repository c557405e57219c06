/**
 * One read model has other rows than before; `keys` name the rows (column → value), never their content. No
 * keys at all means that the list was too long for the way: any row of that model and company may differ.
 */
export type ReadModelChange = {
  readonly model: string;
  readonly companyId: string;
  readonly keys: readonly Readonly<Record<string, string>>[];
};

/** A projection batch was committed: everything up to `position` can be read. */
export type ReadModelsCommitted = {
  readonly position: number;
  readonly changes: readonly ReadModelChange[];
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
  | ({ readonly kind: 'revoked' } & AccessRevoked)
  | NewsMissed;

/**
 * Carries news from the process that projects to those that hold sockets, the own one included. Each process
 * gets a message at most once and the messages of one publisher in their order; whatever is lost on the way
 * is followed by a `missed`.
 */
export interface LiveBus {
  /** Never throws and never waits; the own process hears it before this returns. */
  publish(message: LiveMessage): void;
  /** Returns the function that ends the subscription. */
  subscribe(handler: (message: LiveMessage) => void): () => void;
  close(): Promise<void>;
}
