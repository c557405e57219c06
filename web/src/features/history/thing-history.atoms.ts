import type { ParamsOf } from '#contracts/endpoints/endpoint.ts';
import { getHistory } from '#contracts/endpoints/history.endpoints.ts';
import { createPages } from './pages.atoms.ts';

export type Thing = ParamsOf<typeof getHistory>;
type ThingKind = Thing['kind'];

const KINDS: readonly string[] = getHistory.params.properties.kind.enum;

/** Whether there is a history of one such thing by itself. */
export function hasOwnHistory(kind: string): kind is ThingKind {
  return KINDS.includes(kind);
}

const PAGE = '100';

/** The history of one thing on a screen, made for that screen; the oldest first. */
export function createThingHistory() {
  return createPages<Thing>((api, params, cursor) =>
    api.call(getHistory, { params, query: { limit: PAGE, ...(cursor && { cursor }) } }),
  );
}
