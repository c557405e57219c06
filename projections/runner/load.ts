import type { Projection } from './projection.ts';
import { keyColumns } from './row-keys.ts';
import type { Database, Schema } from './schema.ts';
import type { AnyRow, Table } from './table.ts';

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
