import { createReadStream } from 'node:fs';

/** Longer lines are no rows of a book of sales; reading on would only fill the memory. */
const MAX_LINE = 1_000_000;

/** The lines of a UTF-8 file as they come, without their ends. Rejects when the file cannot be read. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new Error(`a line is longer than ${MAX_LINE} characters`);
    for (const line of lines) yield withoutReturn(line);
  }
  if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
