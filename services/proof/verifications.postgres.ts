import { type ColumnType, sql } from 'kysely';
import type pg from 'pg';
import type { ProofFault, Verification } from '#contracts/endpoints/proof.endpoints.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';

/** The stored result of a verification. */
export type VerificationResult = {
  readonly fault: ProofFault | null;
  /** Events whose personal values were erased. */
  readonly erased: number;
  /** The number of daily seals that were compared. */
  readonly seals: number;
  /** Whether the end of the chain is signed; absent in the result of a program that did not sign. */
  readonly signed?: boolean;
  /** The time of the newest verified event, UTC ISO-8601; null without events. */
  readonly until: string | null;
};

/** Written as Date, read as UTC ISO-8601 text. */
type Instant = ColumnType<string, Date, Date>;

/** The table of migration 101. */
type VerificationTables = {
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
};

/** A process without a heartbeat for this long was killed. Far longer than a heartbeat takes on a busy machine. */
const SILENT_S = 30;

export type VerificationRecords = ReturnType<typeof createVerificationRecords>;

/** The newest verification of each company, for other processes and later requests. */
export function createVerificationRecords({
  pool,
  clock,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}) {
  const db = queriesOn<VerificationTables>(pool);
  const isSilent = sql<boolean>`beat_at < clock_timestamp() - make_interval(secs => ${SILENT_S})`;

  return {
    async newest(companyId: string): Promise<Verification | null> {
      const row = await db
        .selectFrom('verifications')
        .select(['id', 'started_at', 'finished_at', 'checked', 'total', 'result', isSilent.as('silent')])
        .where('company_id', '=', companyId)
        .executeTakeFirst();
      if (!row) return null;
      const { silent, result, ...known } = row;
      const state = known.finished_at === null ? (silent ? 'stopped' : 'running') : stateOf(result);
      const { fault = null, erased = 0, seals = 0, until = null, signed = false } = result ?? {};
      return { ...known, state, fault, erased, seals, signed, until };
    },

    /** False: one is running already; join it. */
    async begin(companyId: string, id: string, total: number): Promise<boolean> {
      const { rows } = await sql`
        INSERT INTO verifications AS v (company_id, id, started_at, beat_at, total)
        VALUES (${companyId}, ${id}, ${clock.now()}, clock_timestamp(), ${total})
        ON CONFLICT (company_id) DO UPDATE
          SET id = excluded.id, started_at = excluded.started_at, beat_at = excluded.beat_at,
              finished_at = NULL, checked = 0, total = excluded.total, result = NULL
          WHERE v.finished_at IS NOT NULL
             OR v.beat_at < clock_timestamp() - make_interval(secs => ${SILENT_S})
        RETURNING id`.execute(db);
      return rows.length === 1;
    },

    /** False: another process took it over, or the company was erased. */
    async beat(id: string, companyId: string, checked: number, total: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('verifications')
        .set({ checked, total, beat_at: sql`clock_timestamp()` })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Without a result the verification was stopped early. */
    async finish(
      id: string,
      companyId: string,
      checked: number,
      result: VerificationResult | null,
    ): Promise<void> {
      await db
        .updateTable('verifications')
        .set({ finished_at: clock.now(), checked, result: result && JSON.stringify(result) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute();
    },
  };
}

function stateOf(result: VerificationResult | null): Verification['state'] {
  if (!result) return 'stopped';
  return result.fault ? 'broken' : 'intact';
}
