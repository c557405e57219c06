import { sql } from 'kysely';
import type pg from 'pg';
import {
  type Import,
  type ImportPlan,
  isOfPeople,
  type RefusedRow,
} from '#contracts/endpoints/imports.endpoints.ts';
import { queriesOn, withTransaction } from '#platform/database.ts';
import { undoIdOf } from './file-rows.ts';

type State = Import['state'];

/** An import as it is stored. */
export type ImportRecord = {
  readonly companyId: string;
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly fileName: string;
  readonly plan: ImportPlan;
  readonly state: State;
  /** Events after this position are of this import; null before the start. */
  readonly head: number | null;
  readonly total: number;
  readonly read: number;
  readonly accepted: number;
  readonly known: number;
  readonly refused: number;
};

/** The result of a portion of rows. */
export type Portion = {
  readonly rows: number;
  /** Ids of the sales or people that this import recorded. */
  readonly accepted: readonly string[];
  readonly known: number;
  readonly refused: readonly RefusedRow[];
};

/** Refused rows that are read at once. */
const PAGE = 1000;

export type NewImport = Pick<
  ImportRecord,
  'companyId' | 'createdBy' | 'createdAt' | 'fileName' | 'plan' | 'total'
> & {
  readonly digest: string;
  readonly file: string;
};

const COLUMNS = `company_id AS "companyId", import_id AS id, created_by AS "createdBy", created_at AS "createdAt",
  file_name AS "fileName", plan, state, head, total, read, accepted, known, refused`;

export type ImportRecords = ReturnType<typeof createImportRecords>;

/** Imports with their files and progress. Every step names the state that it starts from, so that it happens once. */
export function createImportRecords(pool: pg.Pool) {
  const db = queriesOn(pool);
  const one = async (text: string, values: unknown[]): Promise<ImportRecord | undefined> =>
    (await pool.query<ImportRecord>(text, values)).rows[0];

  return {
    find: (companyId: string, id: string) =>
      one(`SELECT ${COLUMNS} FROM imports WHERE company_id = $1 AND import_id = $2`, [companyId, id]),

    /** What the events with these correlation ids are, for the history: of an import, or of its undo. */
    async textsOf(companyId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
      const text = `SELECT import_id AS id, file_name AS "fileName" FROM imports WHERE company_id = $1 AND state <> 'uploaded'`;
      const { rows } = await pool.query<{ id: string; fileName: string }>(text, [companyId]);
      const all = rows.flatMap(({ id, fileName }) => [
        { id, name: `by import of ${fileName}` },
        { id: undoIdOf(id), name: `by undo of the import of ${fileName}` },
      ]);
      return all.filter(({ id }) => ids.includes(id));
    },

    async newest(companyId: string): Promise<readonly ImportRecord[]> {
      const text = `SELECT ${COLUMNS} FROM imports WHERE company_id = $1 ORDER BY created_at DESC, import_id LIMIT 20`;
      return (await pool.query<ImportRecord>(text, [companyId])).rows;
    },

    /** The file; null when it is dropped. */
    async fileOf({ companyId, id }: Pick<ImportRecord, 'companyId' | 'id'>): Promise<string | null> {
      const text = 'SELECT file FROM imports WHERE company_id = $1 AND import_id = $2';
      return (await pool.query<{ file: string | null }>(text, [companyId, id])).rows[0]?.file ?? null;
    },

    /** How many imports of this file have begun. */
    async begunOf(companyId: string, digest: string): Promise<number> {
      const text = `SELECT count(*) AS n FROM imports WHERE company_id = $1 AND digest = $2 AND state <> 'uploaded'`;
      return (await pool.query<{ n: number }>(text, [companyId, digest])).rows[0]?.n ?? 0;
    },

    /** Stores a file in place of those that the company brought and did not import. */
    async add(id: string, added: NewImport): Promise<void> {
      const { companyId, createdBy, createdAt, fileName, digest, file, plan, total } = added;
      await withTransaction(pool, async (client) => {
        await client.query(`DELETE FROM imports WHERE company_id = $1 AND state = 'uploaded'`, [companyId]);
        await client.query(
          `INSERT INTO imports (company_id, import_id, created_by, created_at, file_name, digest, file, plan, state, total)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'uploaded', $9) ON CONFLICT DO NOTHING`,
          [companyId, id, createdBy, createdAt, fileName, digest, file, JSON.stringify(plan), total],
        );
      });
    },

    /** False when it has begun. */
    async setPlan({ companyId, id }: ImportRecord, plan: ImportPlan): Promise<boolean> {
      const text = `UPDATE imports SET plan = $3 WHERE company_id = $1 AND import_id = $2 AND state = 'uploaded'`;
      return (await pool.query(text, [companyId, id, JSON.stringify(plan)])).rowCount === 1;
    },

    /** `other`: another import of the company is at work; `no`: it is not in the state `from`. */
    async begin(
      { companyId, id }: ImportRecord,
      from: State,
      to: 'running' | 'undoing',
      head: number,
    ): Promise<'yes' | 'no' | 'other'> {
      try {
        const { rowCount } = await pool.query(
          `UPDATE imports SET state = $4, head = coalesce(head, $5)
            WHERE company_id = $1 AND import_id = $2 AND state = $3`,
          [companyId, id, from, to, head],
        );
        return rowCount === 1 ? 'yes' : 'no';
      } catch (error) {
        if ((error as { constraint?: string }).constraint === 'imports_at_work') return 'other';
        throw error;
      }
    },

    async atWork(): Promise<readonly ImportRecord[]> {
      const text = `SELECT ${COLUMNS} FROM imports WHERE state IN ('running', 'undoing') ORDER BY created_at`;
      return (await pool.query<ImportRecord>(text)).rows;
    },

    /** Counts a portion of rows; false when another process has counted it. */
    async count({ companyId, id, read, plan }: ImportRecord, portion: Portion): Promise<boolean> {
      return withTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `UPDATE imports SET read = read + $4, accepted = accepted + $5, known = known + $6, refused = refused + $7
            WHERE company_id = $1 AND import_id = $2 AND state = 'running' AND read = $3`,
          [companyId, id, read, portion.rows, portion.accepted.length, portion.known, portion.refused.length],
        );
        if (rowCount !== 1) return false;
        const { table, key } = broughtBy(plan);
        await client.query(
          `INSERT INTO ${table} (company_id, import_id, ${key}) SELECT $1, $2, unnest($3::text[])
           ON CONFLICT DO NOTHING`,
          [companyId, id, portion.accepted],
        );
        await client.query(
          `INSERT INTO import_refusals (company_id, import_id, line, field, reason)
           SELECT $1, $2, line, "column", reason
             FROM jsonb_to_recordset($3) AS r(line integer, "column" text, reason text) ON CONFLICT DO NOTHING`,
          [companyId, id, JSON.stringify(portion.refused)],
        );
        return true;
      });
    },

    /** The rows that were refused so far, in their order. */
    async *refusedOf({ companyId, id }: ImportRecord): AsyncGenerator<RefusedRow> {
      for (let after = 0; ; ) {
        const { rows } = await pool.query<RefusedRow>(
          `SELECT line, field AS "column", reason FROM import_refusals
            WHERE company_id = $1 AND import_id = $2 AND line > $3 ORDER BY line LIMIT ${PAGE}`,
          [companyId, id, after],
        );
        yield* rows;
        after = rows.at(-1)?.line ?? 0;
        if (rows.length < PAGE) return;
      }
    },

    /** All rows are through: the file is not needed any more. */
    async finish({ companyId, id }: ImportRecord, to: 'done' | 'undone'): Promise<void> {
      await pool.query(
        `UPDATE imports SET state = $3, file = NULL WHERE company_id = $1 AND import_id = $2
            AND state IN ('running', 'undoing')`,
        [companyId, id, to],
      );
    },

    /** Some of what an import brought that is not undone yet. */
    async toUndo({ companyId, id, plan }: ImportRecord, limit: number): Promise<readonly string[]> {
      const { table, key } = broughtBy(plan);
      const text = `SELECT ${key} AS id FROM ${table}
        WHERE company_id = $1 AND import_id = $2 AND undone IS NULL ORDER BY ${key} LIMIT $3`;
      return (await pool.query<{ id: string }>(text, [companyId, id, limit])).rows.map((row) => row.id);
    },

    async countUndone(
      { companyId, id, plan }: ImportRecord,
      undone: 'deleted' | 'kept',
      ids: readonly string[],
    ) {
      const { table, key } = broughtBy(plan);
      await pool.query(
        `UPDATE ${table} SET undone = $3 WHERE company_id = $1 AND import_id = $2 AND ${key} = ANY ($4)`,
        [companyId, id, undone, ids],
      );
    },

    /**
     * How much was deleted, and what was kept with its names; at most a hundred. Throws NotReadableYet while the read
     * model with the names is of another version.
     */
    async undoneOf({
      companyId,
      id,
      plan,
      state,
    }: Pick<ImportRecord, 'companyId' | 'id' | 'plan' | 'state'>): Promise<Pick<Import, 'undone' | 'kept'>> {
      if (state !== 'undoing' && state !== 'undone') return { undone: 0, kept: [] };
      const { table, key, names, name } = broughtBy(plan);
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*) AS n FROM ${table} WHERE company_id = $1 AND import_id = $2 AND undone = 'deleted'`,
        [companyId, id],
      );
      const [brought, of] = [sql.table(table), sql.ref(key)];
      const kept = await sql<{ id: string; name: string }>`
        SELECT b.${of} AS id, coalesce(${sql.raw(name)}, 'deleted before') AS name FROM ${brought} b
          LEFT JOIN ${sql.table(names)} r ON r.company_id = b.company_id AND r.${of} = b.${of}
         WHERE b.company_id = ${companyId} AND b.import_id = ${id} AND b.undone = 'kept'
         ORDER BY 2, 1 LIMIT 100`.execute(db);
      return { undone: rows[0]?.n ?? 0, kept: kept.rows };
    },
  };
}

const SALES = { table: 'import_sales', key: 'sale_id', names: 'read.sales', name: 'r.sale_name' };
const PEOPLE = {
  ...{ table: 'import_people', key: 'employee_id' },
  names: 'read.employees',
  name: "r.first_name || ' ' || r.last_name || CASE WHEN r.deleted THEN ' (deleted before)' ELSE '' END",
};

/** Where the ids are of what an import brought, and the read model with its names. */
function broughtBy(plan: ImportPlan) {
  return isOfPeople(plan) ? PEOPLE : SALES;
}
