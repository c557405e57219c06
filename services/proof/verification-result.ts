import type { ProofFault } from '#contracts/endpoints/proof.endpoints.ts';

/** The stored result of a verification. */
export type VerificationResult = {
  readonly fault: ProofFault | null;
  /** Events whose personal values were erased. */
  readonly erased: number;
  /** The number of daily seals that were compared. */
  readonly seals: number;
  /** The time of the newest verified event, UTC ISO-8601; null without events. */
  readonly until: string | null;
};
