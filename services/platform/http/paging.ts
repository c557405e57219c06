import { LIST_MAX } from '#contracts/endpoints/fields.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import type { Page, PageWish, SortKey } from '#contracts/page.ts';
import { rejected } from '#contracts/result.ts';
import { isCleanText } from '#contracts/text.ts';
import type { Answer } from './call.ts';

/** A part of a sort key: its type, or the one text that it may be. A date is local, yyyy-mm-dd. */
type Sorted = keyof typeof fits | { readonly only: string };

const fits = {
  text: (part: unknown) => typeof part === 'string' && isCleanText(part),
  // Postgres knows no year 0.
  date: (part: unknown) => typeof part === 'string' && isLocalDate(part) && !part.startsWith('0000'),
  /** UTC ISO-8601 in the form of toISOString. */
  instant: (part: unknown) => typeof part === 'string' && isInstant(part),
  integer: (part: unknown) => Number.isSafeInteger(part),
};

export const BY_NAME = ['text', 'text'] as const;

type PageQuery = {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly search?: string | undefined;
};

/**
 * Answers with the page that `query` asks for; without `limit`, with up to `most` rows. A cursor that is not a sort
 * key of such a list is rejected. A cursor is only a starting point: it shows nothing that `read` would not show
 * without it.
 */
export async function answerPage<Row>(
  query: PageQuery,
  sortedBy: readonly Sorted[],
  read: (wish: PageWish) => Promise<Page<Row>>,
  most = LIST_MAX,
): Promise<Answer<{ requestedData: Row[]; nextCursor?: string }>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sortedBy);
  if (after === null) return rejected('invalidCursor');
  const limit = query.limit ? Number(query.limit) : most;
  const { rows, next } = await read({ limit, after, search: query.search });
  const reply = { requestedData: rows, ...(next && { nextCursor: writeCursor(next) }) };
  return { ok: true, reply };
}

function isInstant(text: string): boolean {
  const at = new Date(text);
  // Postgres accepts the years 1000 to 9999 in this form.
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
  if (!sortedBy.every((kind, at) => (typeof kind === 'string' ? fits[kind](key[at]) : key[at] === kind.only)))
    return null;
  // Another text that decodes to the same key is not a cursor of ours.
  return writeCursor(key) === cursor ? key : null;
}
