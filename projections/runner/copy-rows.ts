import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Schema } from './schema.ts';
import type { AnyRow, Table } from './table.ts';

/** Text that goes to the server at once. */
const CHUNK = 256 * 1024;

/** Loads rows that are not there yet, by COPY. Fails as a whole when one of them is refused. */
export async function copyRows(
  client: pg.ClientBase,
  schema: Schema,
  table: Table,
  rows: readonly AnyRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(table.columns);
  const stream = client.query(copyFrom(`COPY ${schema}.${table.name} (${columns.join(', ')}) FROM STDIN`));
  const finished = once(stream, 'finish');
  let text = '';
  for (const row of rows) {
    text += encode(row, columns);
    if (text.length < CHUNK) continue;
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), finished]);
    text = '';
  }
  stream.end(text);
  await finished;
}

/** One line of COPY's text format. */
function encode(row: AnyRow, columns: readonly string[]): string {
  let line = '';
  let separator = '';
  for (const column of columns) {
    const value = row[column];
    line += separator;
    separator = '\t';
    if (typeof value === 'string') line += SPECIAL.test(value) ? value.replace(EACH_SPECIAL, escaped) : value;
    else line += value === null ? '\\N' : value;
  }
  return `${line}\n`;
}

const SPECIAL = /[\\\n\r\t]/;
const EACH_SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  return ESCAPES[character] as string;
}
