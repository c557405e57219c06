import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { getEvents } from '#contracts/endpoints/history.endpoints.ts';
import type { InfiniteQuery } from '../../api/cache/infinite-query.atoms.ts';

/** A page of a history. */
type Page = ReplyOf<typeof getEvents>;

/** The part of a history that loads further pages. */
export type Pages = Pick<InfiniteQuery<never, Page>, 'hasMoreAtom' | 'busyAtom' | 'problemAtom' | 'moreAtom'>;

/** Pages that follow another first page are dropped: entries between them would be missing. */
export const sameCursor = (before: Page, first: Page) => before.nextCursor === first.nextCursor;
