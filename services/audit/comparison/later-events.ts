import type { LaterEvent } from '#contracts/endpoints/comparison.endpoints.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { shiftId } from '#contracts/history/subject.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { entryPage, namerOf, thingPage } from '../history/entries.ts';
import type { HistoryDeps } from '../history/history.port.ts';
import type { Pair } from './differing-rows.ts';
import { effectOf, maySway, renames, renamesCampaign } from './effect.ts';

/** What happened behind a position of the log and up to another one. */
export type Between = { readonly companyId: string; readonly date: LocalDate; behind: number; upTo: number };

/** More than anybody edits one thing. */
const MOST = 1000;
/** Streams read at once. */
const AT_ONCE = 8;

/** The later events that made the rows differ, of each row by itself; `sales` are those that anything happened to. */
export async function laterEvents(
  deps: HistoryDeps,
  between: Between,
  pairs: readonly Pair[],
  sales: readonly string[],
): Promise<ReadonlyMap<string, readonly LaterEvent[]>> {
  const ofSales = (await inTurns(sales, (id) => things(deps, between, 'sale', id))).flat();
  const renamed = pairs.some(({ differing }) => differing.includes('campaign_name'));
  const campaigns = renamed ? await edits(deps, between, 'campaign') : [];
  const found = await inTurns(pairs, async (pair): Promise<[string, LaterEvent[]]> => {
    const { employeeId, differing, past } = pair;
    const sold = ofSales
      .map((entry) => ({ entry, ...effectOf(entry, employeeId, between.date) }))
      .filter((event) => event.sales !== 0 || event.commission !== 0);
    const shift = await things(deps, between, 'shift', shiftId(employeeId, between.date));
    const isNamed = differing.some((figure) => /name$/.test(figure));
    const person = isNamed ? await edits(deps, between, 'employee', employeeId) : [];
    const others = [
      ...shift.filter((entry) => maySway(entry, differing)),
      ...person.filter((entry) => renames(entry, differing)),
      ...campaigns.filter((entry) => renamesCampaign(entry, past?.campaign_name)),
    ].map((entry) => ({ entry, sales: 0, commission: 0 }));
    return [employeeId, [...sold, ...others].sort((a, b) => a.entry.position - b.entry.position)];
  });
  return new Map(found);
}

async function things(deps: HistoryDeps, between: Between, kind: 'sale' | 'shift', id: string) {
  const { rows } = await thingPage(deps, between.companyId, { kind, id }, { limit: MOST });
  return rows.filter(({ position }) => position > between.behind && position <= between.upTo);
}

async function edits(
  deps: HistoryDeps,
  { companyId, behind, upTo }: Between,
  kind: 'employee' | 'campaign',
  subject?: string,
): Promise<readonly HistoryEntry[]> {
  const filter = { kind, subject, behind, upTo };
  const asked = { filter, order: 'oldest', namer: namerOf(deps, companyId) } as const;
  return (await entryPage(deps, companyId, asked, { limit: MOST })).rows;
}

async function inTurns<Of, Result>(
  all: readonly Of[],
  work: (one: Of) => Promise<Result>,
): Promise<Result[]> {
  const done: Result[] = [];
  for (let first = 0; first < all.length; first += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(first, first + AT_ONCE).map(work))));
  }
  return done;
}
