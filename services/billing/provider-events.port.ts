import type { ProviderEvent } from './payments.port.ts';

export type StoredProviderEvent = ProviderEvent & { readonly provider: string };

/** What the provider told us and `receive-webhook.ts` stored, as the job that applies it needs it. */
export type ProviderEvents = {
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
