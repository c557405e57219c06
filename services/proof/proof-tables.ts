import type { ColumnType } from 'kysely';
import type { VerificationResult } from './verification-result.ts';

/** Written as Date, read as UTC ISO-8601 text. */
type Instant = ColumnType<string, Date, Date>;

/** Tables of migration 101, and the columns read from the chain (migration 100). */
export type ProofTables = {
  company_seals: {
    company_id: string;
    /** yyyy-mm-dd, UTC. */
    day: string;
    sealed_at: Instant;
    position: number;
    count: number;
    link: string;
  };
  verifications: {
    company_id: string;
    id: string;
    started_at: Instant;
    beat_at: Instant;
    finished_at: ColumnType<string | null, Date | null, Date | null>;
    checked: number;
    total: number;
    result: ColumnType<VerificationResult | null, string | null, string | null>;
  };
  seal_links: { company_id: string; position: number; number: number; link: Buffer };
};
