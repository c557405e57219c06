import type { EventPlace } from '#platform/event-store/event-store.port.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import type { SetAside } from './fold.ts';
import type { Projection } from './projection.ts';
import type { Database, Schema } from './schema.ts';
import { type AnyRow, type Column, keyColumns, type Table, typeOf } from './table.ts';

/**
 * For a connection that loads and writes rows. Its statements find rows by their keys and are planned once: a plan made
 * while a table was small would later scan all of it for each batch. Read models can be rebuilt, so their commits need
 * not wait for the disk.
 */
export const FOR_ROWS = `
  SET synchronous_commit = off; SET jit = off; SET enable_seqscan = off; SET enable_bitmapscan = off;
  SET enable_hashjoin = off; SET enable_mergejoin = off`;

/** Loads the rows that a batch asked for and that are not in memory: one query per table, mostly none. */
export async function loadMissing(db: Database, schema: Schema, projection: Projection): Promise<void> {
  for (const { table, rows } of projection.tables) {
    const missing = rows.missing();
    if (missing.length === 0) continue;
    const keys = missing.map((key) => keyColumns(table, key));
    const { rows: found } = await db.query<AnyRow>({
      name: `load ${schema}.${table.name}`,
      text: selectByKeys(schema, table),
      values: columnsOf(keys, table.key),
    });
    rows.load(found);
  }
}

function selectByKeys(schema: Schema, table: Table): string {
  const columns = Object.keys(table.columns).map((column) => `t.${column}`);
  return `SELECT ${columns.join(', ')}
    FROM ${given(table, table.key, 1)} JOIN ${schema}.${table.name} t USING (${table.key.join(', ')})`;
}

/** Where a batch is folded, and the statement that moves its checkpoint on if that still is where the fold began. */
export type Place = {
  readonly schema: Schema;
  move(to: EventPlace): Move;
  /** The move is committed. */
  reached(to: EventPlace): void;
};

/** A statement that returns rows only if everything is moved; `values` are its first parameters. */
export type Move = { readonly name: string; readonly sql: string; readonly values: readonly unknown[] };

/** Of a runner: moves all of these shards that are behind, or none. */
export function placeOfShards(shards: Checkpoints): Place {
  const behind = (to: EventPlace) => [...shards].filter(([, { position }]) => position < to.position);
  return {
    schema: 'read',
    move(to) {
      const expected = behind(to).map(([shard, { position, generation }]) => ({
        shard,
        position,
        generation,
      }));
      return {
        name: 'shards',
        values: [to.position, to.id, JSON.stringify(expected), expected.length],
        sql: `held AS (
          SELECT s.shard FROM read.shards s
            JOIN json_populate_recordset(NULL::read.shards, $3) e USING (shard, position, generation) FOR UPDATE OF s),
        moved AS (
          UPDATE read.shards s SET position = $1, event_id = $2 FROM held
           WHERE s.shard = held.shard AND (SELECT count(*) FROM held) = $4 RETURNING s.shard)`,
      };
    },
    reached(to) {
      for (const [shard, checkpoint] of behind(to))
        shards.set(shard, { ...checkpoint, position: to.position, eventId: to.id });
    },
  };
}

/** Of a rebuild: one checkpoint for each of these models, all at the same place. */
export function placeOfShadows(shadows: Map<string, Checkpoint>): Place {
  return {
    schema: 'read_rebuild',
    move(to) {
      const expected = [...shadows].map(([projection, { position, generation }]) => ({
        ...{ projection, position, generation },
      }));
      return {
        name: 'shadows',
        values: [to.position, to.id, JSON.stringify(expected)],
        sql: `moved AS (
          UPDATE read_rebuild.shadows s SET position = $1, event_id = $2
            FROM json_populate_recordset(NULL::read_rebuild.shadows, $3) e
           WHERE s.projection = e.projection AND s.position = e.position AND s.generation = e.generation
          RETURNING s.projection)`,
      };
    },
    reached(to) {
      for (const [name, checkpoint] of shadows)
        shadows.set(name, { ...checkpoint, position: to.position, eventId: to.id });
    },
  };
}

/**
 * Writes a folded batch in one statement, so in one round trip and one transaction: the checkpoints move if they still
 * are where the fold began, and only then rows change. False when they did not: there is another writer now, and nothing
 * was written.
 */
export async function commit(
  db: Database,
  schema: Schema,
  projections: readonly Projection[],
  aside: readonly SetAside[],
  move: Move,
): Promise<boolean> {
  const { values, parts, shape } = written(schema, projections, 'EXISTS (SELECT FROM moved)', move.values);
  if (aside.length > 0) {
    shape.push('set aside');
    parts.push(insertSetAside(schema, `$${values.push(JSON.stringify(aside))}`));
  }
  const { rows } = await db.query({
    name: statementName(`${move.name} ${shape.join(' ')}`),
    text: `WITH ${[move.sql, ...named(parts)].join(',\n')} SELECT FROM moved LIMIT 1`,
    values,
  });
  return rows.length > 0;
}

/** Throws what the database says of the changed rows of a projection, and keeps none of them. */
export async function tryWrite(db: Database, schema: Schema, projection: Projection): Promise<void> {
  const { values, parts } = written(schema, [projection], 'true', []);
  if (parts.length === 0) return;
  await db.query('BEGIN');
  try {
    await db.query(`WITH ${named(parts).join(',\n')} SELECT`, values);
  } finally {
    await db.query('ROLLBACK');
  }
}

const named = (parts: readonly string[]) => parts.map((part, number) => `write_${number} AS (${part})`);

function written(
  schema: Schema,
  projections: readonly Projection[],
  gate: string,
  before: readonly unknown[],
) {
  const values = [...before];
  const parts: string[] = [];
  const shape: string[] = [];
  const add = (
    kind: string,
    columns: readonly string[],
    rows: readonly AnyRow[],
    sql: (first: number) => string,
  ) => {
    if (rows.length === 0) return;
    shape.push(kind);
    parts.push(sql(values.length + 1));
    values.push(...columnsOf(rows, columns));
  };
  for (const { table, rows } of projections.flatMap(({ tables }) => tables)) {
    const { name, key, columns } = table;
    const { created, updated, removed } = rows.changes();
    const upserts = updated.length === 0 ? created : created.concat(updated);
    add(`+${name}`, Object.keys(columns), upserts, (first) => upsertRows(schema, table, first, gate));
    const keys = removed.map((each) => keyColumns(table, each));
    add(`-${name}`, key, keys, (first) => removeRows(schema, table, first, gate));
  }
  return { values, parts, shape };
}

const names = new Map<string, string>();
/** Enough for every shape a batch commonly has; the server keeps a plan for each. */
const MOST_NAMES = 200;

/** The server keeps the plan of a named statement. Its names are short, so shapes are numbered. */
function statementName(shape: string): string | undefined {
  const known = names.get(shape);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `commit ${names.size + 1}`;
  names.set(shape, name);
  return name;
}

/** `first` is the first of its parameters, an array for each column; nothing happens unless the condition `gate` holds. */
export function upsertRows(schema: Schema, table: Table, first: number, gate = 'true'): string {
  const name = `${schema}.${table.name}`;
  const columns = Object.keys(table.columns);
  const insert = `INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM ${given(table, columns, first)} WHERE ${gate}`;
  if (table.addOnly) return insert;
  const changing = columns.filter((column) => !table.key.includes(column));
  const set = changing.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${insert}
    ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${set}`;
}

/** `first` is the first of its parameters, an array for each column of the key. */
export function removeRows(schema: Schema, table: Table, first: number, gate = 'true'): string {
  const same = table.key.map((column) => `t.${column} = given.${column}`).join(' AND ');
  return `DELETE FROM ${schema}.${table.name} t USING ${given(table, table.key, first)} WHERE ${same} AND ${gate}`;
}

/** Rows from parameters, an array for each of these columns: for the server half the work of rows in JSON. */
function given(table: Table, columns: readonly string[], first: number): string {
  const arrays = columns.map(
    (column, nth) => `$${first + nth}::${typeOf(table.columns[column] as Column)}[]`,
  );
  return `unnest(${arrays.join(', ')}) given (${columns.join(', ')})`;
}

/** These columns of rows, each as the text of an array. Throws, as the database does, what is a refusal of a row. */
export function columnsOf(rows: readonly AnyRow[], columns: readonly string[]): string[] {
  return columns.map((column) => {
    const text = `{${rows.map((row) => element(row[column])).join(',')}}`;
    if (!text.isWellFormed()) throw halfPair();
    return text;
  });
}

const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

function element(value: AnyRow[string] | undefined): string | number | boolean {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return value;
  return `"${SPECIAL.test(value) ? value.replace(EACH_SPECIAL, '\\$&') : value}"`;
}

/**
 * Half a surrogate pair would silently become a replacement character on the wire. It is refused, as the server refuses
 * other text that it cannot store.
 */
export function halfPair(): Error {
  return Object.assign(new Error('invalid text: half of a surrogate pair'), { code: '22021' });
}

function insertSetAside(schema: Schema, value: string): string {
  return `INSERT INTO ${schema}.set_aside (projection, position, stream, company_id, type, reason)
    SELECT a.projection, a.position, a.stream, a.company_id, a.type, a.reason
      FROM json_populate_recordset(NULL::${schema}.set_aside, ${value}) a WHERE EXISTS (SELECT FROM moved)`;
}
