import type { EventPlace } from '#platform/event-store/event-store.port.ts';
import type { SetAside } from './fold.ts';
import type { Projection } from './projection.ts';
import type { Database, Schema } from './schema.ts';
import { type AnyRow, keyColumns, type Table } from './table.ts';

/** Loads the rows that a batch asked for and that are not in memory: one query per table, mostly none. */
export async function loadMissing(db: Database, schema: Schema, projection: Projection): Promise<void> {
  for (const { table, rows } of projection.tables) {
    const missing = rows.missing();
    if (missing.length === 0) continue;
    const keys = JSON.stringify(missing.map((key) => keyColumns(table, key)));
    const { rows: found } = await db.query<AnyRow>({
      name: `load ${schema}.${table.name}`,
      text: selectByKeys(schema, table),
      values: [keys],
    });
    rows.load(found);
  }
}

function selectByKeys(schema: Schema, table: Table): string {
  const same = table.key.map((column) => `t.${column} = k.${column}`).join(' AND ');
  const columns = Object.keys(table.columns).map((column) => `t.${column}`);
  return `SELECT ${columns.join(', ')}
    FROM json_populate_recordset(NULL::${schema}.${table.name}, $1) k
    JOIN ${schema}.${table.name} t ON ${same}`;
}

/**
 * Writes a folded batch in one statement, so in one round trip and one transaction: each projection's
 * checkpoint moves to `to` if it still is where the fold began, and only then its rows change. Returns the names of the
 * projections that moved. The others have another writer now, and none of their rows was written.
 */
export async function commit(
  db: Database,
  schema: Schema,
  projections: readonly Projection[],
  aside: readonly SetAside[],
  to: EventPlace,
): Promise<ReadonlySet<string>> {
  const expected = projections.map(({ model, checkpoint }) => ({ projection: model.name, ...checkpoint }));
  const values: (string | number)[] = [to.position, to.id, JSON.stringify(expected)];
  const parts: string[] = [];
  const shape: string[] = [];
  const add = (kind: string, sql: (value: string) => string, rows: readonly unknown[]) => {
    if (rows.length === 0) return;
    shape.push(kind);
    parts.push(sql(`$${values.push(JSON.stringify(rows))}`));
  };
  for (const { model, tables } of projections) {
    for (const { table, rows } of tables) {
      const { created, updated, removed } = rows.changes();
      const gate = `EXISTS (SELECT FROM moved WHERE moved.projection = '${model.name}')`;
      const upserts = updated.length === 0 ? created : created.concat(updated);
      add(`+${table.name}`, (value) => upsertRows(schema, table, value, gate), upserts);
      const keys = removed.map((key) => keyColumns(table, key));
      add(`-${table.name}`, (value) => removeRows(schema, table, value, gate), keys);
    }
  }
  add('set aside', (value) => insertSetAside(schema, value), aside);
  const { rows } = await db.query<{ projection: string }>({
    name: statementName(`${schema} ${shape.join(' ')}`),
    text: statement(schema, parts),
    values,
  });
  return new Set(rows.map(({ projection }) => projection));
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

function statement(schema: Schema, parts: readonly string[]): string {
  const moved = `moved AS (
    UPDATE ${schema}.checkpoints c SET position = $1, event_position = $1, event_id = $2
      FROM json_populate_recordset(NULL::${schema}.checkpoints, $3) e
     WHERE c.projection = e.projection AND c.position = e.position AND c.generation = e.generation
    RETURNING c.projection)`;
  const writes = parts.map((part, number) => `write_${number} AS (${part})`);
  return `WITH ${[moved, ...writes].join(',\n')} SELECT projection FROM moved`;
}

/** `value` is the parameter with the rows as JSON; nothing happens unless the condition `gate` holds. */
export function upsertRows(schema: Schema, table: Table, value: string, gate = 'true'): string {
  const name = `${schema}.${table.name}`;
  const columns = Object.keys(table.columns);
  const insert = `INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, ${value}) WHERE ${gate}`;
  if (table.addOnly) return insert;
  const changing = columns.filter((column) => !table.key.includes(column));
  const set = changing.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${insert}
    ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${set}`;
}

/** `value` is the parameter with the key columns of the rows as JSON. */
export function removeRows(schema: Schema, table: Table, value: string, gate = 'true'): string {
  const name = `${schema}.${table.name}`;
  const same = table.key.map((column) => `t.${column} = k.${column}`).join(' AND ');
  return `DELETE FROM ${name} t USING json_populate_recordset(NULL::${name}, ${value}) k WHERE ${same} AND ${gate}`;
}

function insertSetAside(schema: Schema, value: string): string {
  return `INSERT INTO ${schema}.set_aside (projection, position, stream, company_id, type, reason)
    SELECT a.projection, a.position, a.stream, a.company_id, a.type, a.reason
      FROM json_populate_recordset(NULL::${schema}.set_aside, ${value}) a JOIN moved USING (projection)`;
}
