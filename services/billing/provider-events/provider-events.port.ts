import type { ProviderEvent } from '../payments.port.ts';

export type StoredProviderEvent = ProviderEvent & { readonly provider: string };

/** The webhooks that `receive-webhook.ts` stored, for the job that applies them. */
export type ProviderEvents = {
  /** Events that are due and neither applied nor set aside, the longest due first. */
  due(limit: number): Promise<readonly StoredProviderEvent[]>;
  markApplied(events: readonly StoredProviderEvent[]): Promise<void>;
  /** Makes them due again after a while. */
  postpone(events: readonly StoredProviderEvent[]): Promise<void>;
  /** Leaves them to an operator. */
  setAside(events: readonly StoredProviderEvent[], reason: string): Promise<void>;
  countSetAside(): Promise<number>;
  /** Deletes the events that were applied before that instant; returns how many. */
  deleteApplied(before: Date): Promise<number>;
};
