import { atom } from 'jotai';
import { exportCsv, exportJsonLines, getEvents, getMoments } from '#contracts/endpoints/history.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { queryOf } from '../../api/api-client.ts';
import { createInfiniteQuery, sameCursor } from '../../api/cache/infinite-query.atoms.ts';
import { auditTailAtom } from '../../live/audit-tail.atoms.ts';
import type { AuditLine, TailState } from '../../live/audit-tail.ts';
import { type Filters, queryFor } from './filters.ts';
import { createEntryCache, eventOfLine, type LiveEvent, matchesFilters } from './live-entries.ts';
import { listedNamesAtom, namesBy, namesIn, namesSince } from './names.atoms.ts';

const PAGE = '50';
/** With more live events than this the list is loaded again, so that a page that stays open does not grow. */
export const LIVE_MAX = 200;

/** The history of the company, made for one screen: the loaded list, with live events on top. */
export function createCompanyHistory() {
  const filtersAtom = atom<Filters | null>(null);
  /** The log position of the last event from the feed; null until the end of the log is known. */
  const heardAtom = atom<number | null>(null);
  /** Live events that match the filters, newest first. */
  const heldAtom = atom<readonly LiveEvent[]>([]);
  const stateAtom = atom<TailState | null>(null);
  /** More events arrived than are kept, and the list could not be loaded again. */
  const isGapAtom = atom(false);
  const catchingUpAtom = atom(false);
  const tell = createEntryCache();

  const pages = createInfiniteQuery<Filters, typeof getEvents>({
    endpoint: getEvents,
    askPage: (api, filters, { cursor }, get) =>
      api.call(getEvents, {
        query: { ...queryFor(filters), limit: PAGE, ...(cursor && { cursor }) },
        // The answer must include the events that the feed has delivered, so that none is lost between the two.
        since: get(heardAtom) ?? undefined,
      }),
    stillFollow: sameCursor,
    forgetOnLeave: true,
    // New events arrive live, or on request.
    onRequestOnly: true,
  });

  /** The end of the log is requested before the list: an event in between arrives twice and is shown once. */
  const findEndAtom = atom(null, async (get, set) => {
    if (get(heardAtom) !== null) return;
    const answer = await get(apiAtom).call(getMoments, { query: {} });
    if (answer.ok && get(heardAtom) === null) set(heardAtom, answer.reply.last?.position ?? -1);
  });
  const loadAtom = atom(null, async (get, set, filters: Filters) => {
    if (get(filtersAtom) !== filters) set(heldAtom, []);
    set(filtersAtom, filters);
    await set(findEndAtom);
    if (get(filtersAtom) === filters) await set(pages.first.loadAtom, filters);
  });
  const reloadAtom = atom(null, async (get, set) => {
    await set(findEndAtom);
    await set(pages.first.reloadAtom);
    if (get(pages.first.errorAtom) === null) set(isGapAtom, false);
  });
  const first = { ...pages.first, loadAtom, reloadAtom };

  /** Live events that the loaded list does not have. */
  const liveAtom = atom((get): readonly LiveEvent[] => {
    const newest = get(pages.replyAtom)?.requestedData?.[0]?.position ?? -1;
    return get(heldAtom).filter(({ position }) => position > newest);
  });

  const catchUpAtom = atom(null, async (get, set) => {
    if (get(catchingUpAtom)) return;
    set(catchingUpAtom, true);
    await set(reloadAtom);
    set(catchingUpAtom, false);
    set(heldAtom, get(liveAtom));
  });
  const hearAtom = atom(null, (get, set, lines: readonly AuditLine[]) => {
    const filters = get(filtersAtom);
    const last = lines.at(-1);
    if (!filters || !last) return;
    set(heardAtom, last.position);
    const events = lines.flatMap((line) => eventOfLine(line) ?? []).filter(matchesFilters(filters));
    const held = [...events.reverse(), ...get(heldAtom)];
    if (held.length > LIVE_MAX) set(isGapAtom, true);
    set(heldAtom, held.slice(0, LIVE_MAX));
    if (held.length > LIVE_MAX) void set(catchUpAtom);
  });

  const nameOfAtom = atom((get) => {
    const listed = get(listedNamesAtom);
    const since = namesSince(get(heldAtom));
    const onPages = namesIn(get(pages.replyAtom)?.requestedData ?? []);
    return (id: string) => since.get(id) ?? listed.get(id) ?? onPages.get(id);
  });

  return {
    first,
    pages,
    /** Live events in words, newest first; shown above the loaded list. */
    liveAtom: atom((get) => tell(get(liveAtom), namesBy(get(nameOfAtom)), get(listedNamesAtom))),
    /** The name of a person, campaign or goal, by its id. */
    nameOfAtom,
    isGapAtom,
    stateAtom,
    canFollowAtom: atom((get) => get(heardAtom) !== null),
    /** Follows the feed from the last received event until the returned function is called. */
    followAtom: atom(null, (get, set): (() => void) => {
      const after = get(heardAtom);
      if (after === null) return () => {};
      const close = get(auditTailAtom).open(after, {
        state: (state) => set(stateAtom, state),
        lines: (lines) => set(hearAtom, lines),
      });
      return () => {
        close();
        set(stateAtom, null);
      };
    }),
  };
}

/** The state of the feed. */
export type LiveState = TailState;
export type CompanyHistory = ReturnType<typeof createCompanyHistory>;

/** The downloads of the whole list with these filters. */
export function exportsOf(filters: Filters): { csv: string; jsonLines: string } {
  const query = queryOf(queryFor(filters));
  return { csv: `/api${exportCsv.path}${query}`, jsonLines: `/api${exportJsonLines.path}${query}` };
}
