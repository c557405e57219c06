import type { ChainHead, Verdict } from '#contracts/proof/verdict.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';

/** An event with what was kept of it when it was sealed; digests and key in hex. */
export type SealedEvent = {
  readonly event: RecordedEvent;
  /** Null: nothing of it is personal, or that was erased. */
  readonly key: string | null;
  readonly personalDigest: string | null;
  readonly link: string;
};

/** Told now and then while a company is verified; `of` grows when events are sealed meanwhile. */
export type VerifyProgress = (events: number, of: number) => void;

export type Proof = {
  /**
   * Reads every event and every link of the company in order, and stops at the first fault. Changes nothing;
   * the program may serve meanwhile. Rejects with the signal's reason when it aborts.
   */
  verifyCompany(companyId: string, onProgress?: VerifyProgress, signal?: AbortSignal): Promise<Verdict>;
  /** The newest link of a company; null when nothing of it is sealed. */
  headOf(companyId: string): Promise<ChainHead | null>;
  /**
   * The sealed events of a company behind a position, in order, as they stand now: nothing is verified here.
   * Up to what was sealed when it began.
   */
  sealedEvents(
    companyId: string,
    options?: { readonly after?: number; readonly signal?: AbortSignal },
  ): AsyncIterable<SealedEvent>;
};
