import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Schema } from './schema.ts';
import type { AnyRow, Table } from './table.ts';

/** The columns in the order of `copyData`. */
function copyColumns(table: Table): string[] {
  return Object.keys(table.columns);
}

/** In characters. Text that was put together of few pieces is still near at hand when it is encoded. */
const PORTION = 1 << 14;

/**
 * Rows in COPY's text format, ready for the wire, so that the rows themselves can be forgotten. Throws, as the
 * database does, what is a refusal of a row.
 */
export function copyData(table: Table, rows: readonly AnyRow[]): readonly Buffer[] {
  const columns = copyColumns(table);
  const data: Buffer[] = [];
  let text = '';
  for (const row of rows) {
    text += encode(row, columns);
    if (text.length < PORTION) continue;
    data.push(encoded(text));
    text = '';
  }
  if (text !== '') data.push(encoded(text));
  return data;
}

function encoded(text: string): Buffer {
  if (!text.isWellFormed()) throw halfPair();
  return Buffer.from(text);
}

/** Loads rows that are not there yet, by COPY. Fails as a whole when one of them is refused. */
export async function copyRows(
  client: pg.ClientBase,
  schema: Schema,
  table: Table,
  data: readonly Buffer[],
): Promise<void> {
  if (data.length === 0) return;
  const columns = copyColumns(table).join(', ');
  const stream = client.query(copyFrom(`COPY ${schema}.${table.name} (${columns}) FROM STDIN`));
  // The first error is the server's own; what its stream says after it has no meaning.
  stream.on('error', () => {});
  for (const portion of data) stream.write(portion);
  stream.end();
  await once(stream, 'finish');
}

/**
 * Half a surrogate pair would silently become a replacement character on the wire, while the JSON of a live
 * batch with it is refused. Refused here too, so that rebuilt equals live.
 */
function halfPair(): Error {
  return Object.assign(new Error('invalid text: half of a surrogate pair'), { code: '22021' });
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
