import type pg from 'pg';
import type { AccessFact } from '#contracts/events/access.events.ts';
import { cutText } from '#contracts/text.ts';
import { queriesOn, run, type Statements, withTransaction } from '../database.ts';
import { newId } from '../ids.ts';
import { networkOf } from '../limits/network.ts';
import type { Person } from '../principal.ts';

export type AccessNote = Person & {
  readonly fact: AccessFact;
  /** Null: unknown, or the program. */
  readonly actorId: string | null;
  /** UTC ISO-8601. */
  readonly at: string;
  /** Of the request that caused it. */
  readonly correlationId: string;
  /** The same id is noted once; by default each note is another. */
  readonly id?: string;
  readonly address?: string | undefined;
  /** In words. */
  readonly device?: string | null | undefined;
  /** An email, a name, the kind of a file; never a secret. */
  readonly about?: string | null | undefined;
};

/** What happened several times, up to `until`. It goes into the log at `dueAt`; until then it is added up by its id. */
export type CountedNote = AccessNote & {
  readonly id: string;
  readonly times: number;
  readonly until: string;
  readonly dueAt: string;
};

export type DueNote = Person & {
  readonly noteId: string;
  readonly actorId: string | null;
  readonly fact: string;
  readonly at: string;
  readonly times: number;
  readonly until: string | null;
  readonly network: string | null;
  readonly device: string | null;
  readonly about: string | null;
  readonly correlationId: string;
};

/** What follows a sign-in at once, an export or a check, finds the log as it was. */
export const NOTES_REST_MS = 5 * 60_000;
const TEXT_MAX = 300;
const NETWORKS_MAX = 5;

const INSERT = `INSERT INTO access_notes (note_id, company_id, employee_id, actor_id, fact, at, times, until, network, device,
                                          about, correlation_id, due_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
const ONCE = 'ON CONFLICT (note_id) DO NOTHING';
const ADDED_UP = `ON CONFLICT (note_id) DO UPDATE SET
  times = access_notes.times + excluded.times,
  at = least(access_notes.at, excluded.at),
  until = greatest(access_notes.until, excluded.until),
  network = CASE
    WHEN access_notes.network IS NULL THEN excluded.network
    WHEN excluded.network IS NULL OR excluded.network = ANY (string_to_array(access_notes.network, ', '))
      OR cardinality(string_to_array(access_notes.network, ', ')) >= ${NETWORKS_MAX} THEN access_notes.network
    ELSE access_notes.network || ', ' || excluded.network END`;

const DUE = `SELECT note_id AS "noteId", company_id AS "companyId", employee_id AS "employeeId", actor_id AS "actorId",
                    fact, at, times, CASE WHEN times > 1 THEN until END AS until, network, device, about, correlation_id AS "correlationId"
               FROM access_notes WHERE due_at <= $1 ORDER BY due_at, at, note_id LIMIT $2 FOR UPDATE SKIP LOCKED`;

export type AccessNotes = ReturnType<typeof createAccessNotes>;

/** Facts of the access history on their way into the log: the port of all who have one to tell. See ADR 0059. */
export function createAccessNotes({ pool }: { readonly pool: pg.Pool }) {
  const db = queriesOn<unknown>(pool);

  async function insert(note: AccessNote | CountedNote, conflict: string, on: Statements): Promise<void> {
    const { companyId, employeeId, actorId, fact, at, correlationId, address, device, about } = note;
    const counted = 'dueAt' in note ? note : { times: 1, until: null, dueAt: restedAt(at) };
    const network = address === undefined ? null : networkOf(address);
    const values = [
      ...[note.id ?? newId(), companyId, employeeId, actorId, fact, at, counted.times],
      ...[counted.until, shortened(network), shortened(device)],
      ...[shortened(about), correlationId, counted.dueAt],
    ];
    await run(on, `${INSERT} ${conflict}`, values);
  }

  return {
    /** Stores a fact, in the transaction that makes it true if one is given. */
    note: (note: AccessNote, on: Statements = db) => insert(note, ONCE, on),

    /** Adds to what was counted under its id. */
    count: (note: CountedNote) => insert(note, ADDED_UP, db),

    /**
     * Calls `move` with due notes, at most `limit` at a time, and drops those that it returns. They are locked meanwhile:
     * another process skips them, and an erasure of their company waits. Returns the number that was dropped.
     */
    moveDue(
      now: string,
      limit: number,
      move: (notes: readonly DueNote[]) => Promise<readonly DueNote[]>,
    ): Promise<number> {
      return withTransaction(pool, async (client) => {
        const { rows } = await client.query<DueNote>(DUE, [now, limit]);
        if (rows.length === 0) return 0;
        const moved = await move(rows);
        const ids = moved.map(({ noteId }) => noteId);
        await client.query('DELETE FROM access_notes WHERE note_id = ANY ($1::text[])', [ids]);
        return moved.length;
      });
    },
  };
}

function restedAt(at: string): string {
  return new Date(Date.parse(at) + NOTES_REST_MS).toISOString();
}

function shortened(text: string | null | undefined): string | null {
  return text ? cutText(text.toWellFormed(), TEXT_MAX) : null;
}
