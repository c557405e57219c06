import type { ProviderEvent } from './payments.port.ts';

export type StoredProviderEvent = ProviderEvent & { readonly provider: string };

/** What the provider told us: stored first, applied by a job. */
export type ProviderEvents = {
  /** False when it was stored before. */
  store(event: StoredProviderEvent): Promise<boolean>;
  /** Neither applied nor set aside, and due; oldest first. */
  due(most: number): Promise<readonly StoredProviderEvent[]>;
  applied(events: readonly StoredProviderEvent[]): Promise<void>;
  /** Looked at again after a while. */
  postpone(events: readonly StoredProviderEvent[]): Promise<void>;
  /** A person has to look. */
  setAside(events: readonly StoredProviderEvent[], why: string): Promise<void>;
  countSetAside(): Promise<number>;
  /** Drops what was applied long ago; returns how many. */
  forget(before: Date): Promise<number>;
};
