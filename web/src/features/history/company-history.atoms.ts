import { atom } from 'jotai';
import { exportCsv, exportJsonLines, getEvents, getMoments } from '#contracts/endpoints/history.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { queryOf } from '../../api/request-parts.ts';
import { auditTailAtom } from '../../live/audit-tail.atoms.ts';
import type { AuditLine, TailState } from '../../live/audit-tail.ts';
import { type Filters, queryFor } from './filters.ts';
import { listedNamesAtom, namesBy, namesIn, namesSince } from './names.atoms.ts';
import { createPages } from './pages.atoms.ts';
import { createTelling, eventIn, fits, type Told } from './told-live.ts';

const PAGE = '50';
/** More that came live than this and the list is fetched anew in their place: a page that stays open does not grow. */
export const LIVE_MAX = 200;

/** The history of the company on a screen, made for that screen: what was fetched, and on top of it what comes live. */
export function createCompanyHistory() {
  const filtersAtom = atom<Filters | null>(null);
  /** Up to where in the log the feed has told; null until it is known where the log ends. */
  const heardAtom = atom<number | null>(null);
  /** What came live and fits the filters, the newest first. */
  const heldAtom = atom<readonly Told[]>([]);
  const stateAtom = atom<TailState | null>(null);
  /** More came than is held, and the list could not be fetched anew. */
  const isGapAtom = atom(false);
  const catchingUpAtom = atom(false);
  const tell = createTelling();

  const pages = createPages<Filters>((api, filters, cursor, get) =>
    api.call(getEvents, {
      query: { ...queryFor(filters), limit: PAGE, ...(cursor && { cursor }) },
      // What the feed has told already is in the answer: nothing is lost between the two.
      since: get(heardAtom) ?? undefined,
    }),
  );

  /** Where the log ends is asked for before the list: what happens in between comes twice, and is shown once. */
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

  /** What is held and not in what was fetched. */
  const liveAtom = atom((get): readonly Told[] => {
    const newest = get(pages.entriesAtom)?.[0]?.position ?? -1;
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
    const events = lines.flatMap((line) => eventIn(line) ?? []).filter(fits(filters));
    const held = [...events.reverse(), ...get(heldAtom)];
    if (held.length > LIVE_MAX) set(isGapAtom, true);
    set(heldAtom, held.slice(0, LIVE_MAX));
    if (held.length > LIVE_MAX) void set(catchUpAtom);
  });

  const nameOfAtom = atom((get) => {
    const listed = get(listedNamesAtom);
    const since = namesSince(get(heldAtom));
    const told = namesIn(get(pages.entriesAtom) ?? []);
    return (id: string) => since.get(id) ?? listed.get(id) ?? told.get(id);
  });

  return {
    first,
    pages,
    /** What came live, in words, the newest first; above what was fetched. */
    liveAtom: atom((get) => tell(get(liveAtom), namesBy(get(nameOfAtom)), get(listedNamesAtom))),
    /** What somebody or something is called, by its id. */
    nameOfAtom,
    isGapAtom,
    stateAtom,
    canFollowAtom: atom((get) => get(heardAtom) !== null),
    /** Follows the feed from where it was heard last until the returned function is called. */
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

/** How it goes with what comes live. */
export type LiveState = TailState;
export type CompanyHistory = ReturnType<typeof createCompanyHistory>;

/** Where the list with these filters can be downloaded, all of it. */
export function exportsOf(filters: Filters): { csv: string; jsonLines: string } {
  const query = queryOf(queryFor(filters));
  return { csv: `/api${exportCsv.path}${query}`, jsonLines: `/api${exportJsonLines.path}${query}` };
}
