import type { ParamsOf } from '#contracts/endpoints/endpoint.ts';
import { getHistory, KINDS_WITH_HISTORY } from '#contracts/endpoints/history.endpoints.ts';
import { createInfiniteQuery, sameCursor } from '../../api/cache/infinite-query.atoms.ts';

export type Thing = ParamsOf<typeof getHistory>;
type ThingKind = Thing['kind'];

const KINDS: readonly string[] = KINDS_WITH_HISTORY;

/** Whether rows of this kind have their own history. */
export function hasOwnHistory(kind: string): kind is ThingKind {
  return KINDS.includes(kind);
}

const PAGE = '100';

/** The history of one row, made for one screen; oldest first. */
export function createThingHistory() {
  return createInfiniteQuery<Thing, typeof getHistory>({
    endpoint: getHistory,
    askPage: (api, params, { cursor }) =>
      api.call(getHistory, { params, query: { limit: PAGE, ...(cursor && { cursor }) } }),
    stillFollow: sameCursor,
  });
}
