import type { ChainHead, Verdict } from '#contracts/proof/verdict.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';

/** An event with its seal; digests and key in hex. */
export type SealedEvent = {
  readonly event: RecordedEvent;
  /** Null: the event has no personal values, or they were erased. */
  readonly key: string | null;
  readonly personalDigest: string | null;
  readonly link: string;
};

/** Progress of a verification; `of` grows when events are sealed meanwhile. */
export type VerifyProgress = (events: number, of: number) => void;

export type Proof = {
  /**
   * Reads every event and every link of the company in order, and stops at the first fault. Only reads, so the
   * program may serve meanwhile. Rejects with the signal's reason when it aborts.
   */
  verifyCompany(companyId: string, onProgress?: VerifyProgress, signal?: AbortSignal): Promise<Verdict>;
  /** The newest link of a company; null without links. */
  headOf(companyId: string): Promise<ChainHead | null>;
  /**
   * The sealed events of a company behind a position, in order, without verification. Ends at the events that were
   * sealed when it began.
   */
  sealedEvents(
    companyId: string,
    options?: { readonly after?: number; readonly signal?: AbortSignal },
  ): AsyncIterable<SealedEvent>;
};
