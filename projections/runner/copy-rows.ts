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
  let refused: unknown;
  stream.on('error', (error) => {
    refused ??= error;
  });
  const finished = once(stream, 'finish');
  try {
    let text = '';
    for (const row of rows) {
      text += encode(row, columns);
      if (text.length < CHUNK) continue;
      if (!stream.write(checked(text))) await Promise.race([once(stream, 'drain'), finished]);
      text = '';
    }
    stream.end(checked(text));
    await finished;
  } catch (error) {
    // After a refusal by the server the copy is over; in any other case this ends it.
    const first = refused ?? error;
    stream.destroy();
    await finished.catch(() => {});
    throw first;
  }
}

/**
 * Half a surrogate pair would silently become a replacement character on the wire, while the JSON of a live
 * batch with it is refused. Refused here too, so that rebuilt equals live.
 */
function checked(text: string): string {
  if (text.isWellFormed()) return text;
  throw Object.assign(new Error('invalid text: half of a surrogate pair'), { code: '22021' });
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
