import { LIST_MAX } from '#contracts/endpoints/fields.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import type { Page, PageWish, SortKey } from '#contracts/page.ts';
import { isCleanText } from '#contracts/text.ts';
import { refuse } from '../commands/decision.ts';
import type { Answer } from './call.ts';

/** What a list may be sorted by; a date is local, yyyy-mm-dd. */
type Sorted = keyof typeof fits;

const fits = {
  text: (part: unknown) => typeof part === 'string' && isCleanText(part),
  // Postgres knows no year 0.
  date: (part: unknown) => typeof part === 'string' && isLocalDate(part) && !part.startsWith('0000'),
  /** UTC ISO-8601 as we write it. */
  instant: (part: unknown) => typeof part === 'string' && isInstant(part),
  integer: (part: unknown) => Number.isSafeInteger(part),
};

export const BY_NAME = ['text', 'text'] as const;

/**
 * Answers with the page of a list that `query` asks for; without `limit` the list is whole up to `most` rows.
 * A cursor that is no key of a list sorted like this is refused. A cursor only says where to go on: it opens
 * nothing that `read` would not show without it.
 */
export async function answerPage<Row>(
  query: { readonly limit?: string | undefined; readonly cursor?: string | undefined },
  sortedBy: readonly Sorted[],
  read: (wish: PageWish) => Promise<Page<Row>>,
  most = LIST_MAX,
): Promise<Answer<{ requestedData: Row[]; nextCursor?: string }>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sortedBy);
  if (after === null) return refuse('invalidCursor');
  const { rows, next } = await read({ limit: query.limit ? Number(query.limit) : most, after });
  const reply = { requestedData: rows, ...(next && { nextCursor: writeCursor(next) }) };
  return { ok: true, reply };
}

function isInstant(text: string): boolean {
  const at = new Date(text);
  // Like this it is of a year that Postgres knows, too.
  return /^[1-9]\d{3}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

function writeCursor(key: SortKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function readCursor(cursor: string, sortedBy: readonly Sorted[]): SortKey | null {
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(key) || key.length !== sortedBy.length) return null;
  if (!sortedBy.every((kind, at) => fits[kind](key[at]))) return null;
  // Anything else that decodes to the same key is not what we wrote.
  return writeCursor(key) === cursor ? key : null;
}
