/** One read model has other rows than before; `keys` name the rows (column → value), never their content. */
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

/** Someone must go now: a session was revoked or an employee lost access. */
export type AccessRevoked = { readonly employeeId: string; readonly sessionId: string | null };

export type LiveMessage =
  | ({ readonly kind: 'committed' } & ReadModelsCommitted)
  | ({ readonly kind: 'revoked' } & AccessRevoked);

/**
 * Carries news from the process that projects to those that hold sockets. News may be lost (a restart, a
 * lost connection): versions let every receiver notice and fetch a snapshot.
 */
export interface LiveBus {
  publish(message: LiveMessage): void;
  /** Returns the function that ends the subscription. */
  subscribe(handler: (message: LiveMessage) => void): () => void;
  close(): Promise<void>;
}
