import type { ProofFault } from '#contracts/endpoints/proof.endpoints.ts';

/** What a check came to, as it is kept. */
export type VerificationResult = {
  readonly fault: ProofFault | null;
  /** Events of which names, numbers and texts were erased. */
  readonly erased: number;
  /** Seals of days that were compared. */
  readonly seals: number;
  /** When the newest event that was looked at happened, UTC ISO-8601; null where there is none. */
  readonly until: string | null;
};
