import { setImmediate as othersTurn } from 'node:timers/promises';

/** Rows that are turned into text at once; other requests run in between. */
const PORTION = 500;
const LIST = '{"requestedData":[';

/**
 * A reply as the bytes that are sent. A long list is turned into text in portions; `serialize` is the schema's
 * own and writes `requestedData` first, as all lists have it.
 */
export async function serialized(reply: unknown, serialize: (reply: unknown) => string): Promise<Buffer> {
  const rows = (reply as { readonly requestedData?: unknown }).requestedData;
  if (!Array.isArray(rows) || rows.length <= PORTION) return Buffer.from(serialize(reply));
  const frame = serialize({ ...(reply as object), requestedData: [] });
  if (!frame.startsWith(`${LIST}]`)) return Buffer.from(serialize(reply));
  const parts: Buffer[] = [];
  for (let from = 0; from < rows.length; from += PORTION) {
    const text = serialize({ requestedData: rows.slice(from, from + PORTION) });
    const held = text.slice(LIST.length, text.lastIndexOf(']'));
    parts.push(Buffer.from(from === 0 ? LIST + held : `,${held}`));
    await othersTurn();
  }
  parts.push(Buffer.from(frame.slice(LIST.length)));
  return Buffer.concat(parts);
}
