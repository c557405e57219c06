import type { ForeseenRow, RowsForeseen } from '#platform/live/live-bus.port.ts';
import type { Projection } from './projection.ts';
import { keyColumns } from './row-keys.ts';
import type { AnyRow, Table } from './table.ts';

/** The rows that these projections folded, by read model and company; `position` is where the batch ends. */
export function foreseenIn(projections: readonly Projection[], position: number): RowsForeseen[] {
  return projections.flatMap((each) => rowsOf(each, position));
}

function rowsOf({ model, tables }: Projection, position: number): RowsForeseen[] {
  const byCompany = new Map<string, ForeseenRow[]>();
  for (const { table, rows } of tables) {
    const { created, updated, removed } = rows.changes();
    for (const row of [...created, ...updated]) add(byCompany, table, keyOf(table, row), row);
    for (const key of removed) add(byCompany, table, keyColumns(table, key), null);
  }
  return [...byCompany].map(([companyId, rows]) => ({ position, model: model.name, companyId, rows }));
}

function add(
  byCompany: Map<string, ForeseenRow[]>,
  table: Table,
  { [table.key[0] as string]: companyId = '', ...key }: Readonly<Record<string, string>>,
  row: AnyRow | null,
): void {
  const rows = byCompany.get(companyId);
  if (rows) rows.push({ key, row });
  else byCompany.set(companyId, [{ key, row }]);
}

function keyOf(table: Table, row: AnyRow): Record<string, string> {
  return Object.fromEntries(table.key.map((column) => [column, row[column] as string]));
}
