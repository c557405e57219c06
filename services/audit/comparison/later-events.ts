import type { LaterEvent } from '#contracts/endpoints/comparison.endpoints.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import type { SubjectKind } from '#contracts/history/subject.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { entriesAt } from '../history/entries.ts';
import type { HistoryDeps } from '../history/history.port.ts';
import type { Pair } from './differing-rows.ts';
import { effectOf, maySway, ownersOf, renames, renamesCampaign } from './effect.ts';

type Happened = {
  readonly companyId: string;
  readonly date: LocalDate;
  /** Of events that may have made a difference, in order. */
  readonly positions: readonly number[];
};

/** The later events that made the rows differ, of each row by itself. */
export async function laterEvents(
  deps: HistoryDeps,
  { companyId, date, positions }: Happened,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<string, readonly LaterEvent[]>> {
  const entries = await entriesAt(deps, companyId, positions);
  const of = Map.groupBy(entries, ({ subject }) => subject.kind);
  const sales = byPerson(of.get('sale'), ownersOf);
  const people = byPerson(of.get('employee'), ({ subject }) => [subject.id]);
  const shifts = byPerson(of.get('shift'), ({ person }) => (person ? [person.id] : []));
  return new Map(
    pairs.map(({ employeeId, differing, past }): [string, LaterEvent[]] => {
      const sold = (sales.get(employeeId) ?? [])
        .map((entry) => ({ entry, ...effectOf(entry, employeeId, date) }))
        .filter((event) => event.sales !== 0 || event.commission !== 0);
      const others = [
        ...(shifts.get(employeeId) ?? []).filter((entry) => maySway(entry, differing)),
        ...(people.get(employeeId) ?? []).filter((entry) => renames(entry, differing)),
        ...(differing.includes('campaign_name') ? campaigns(of) : []).filter((entry) =>
          renamesCampaign(entry, past?.campaign_name),
        ),
      ].map((entry) => ({ entry, sales: 0, commission: 0 }));
      return [employeeId, [...sold, ...others].sort((a, b) => a.entry.position - b.entry.position)];
    }),
  );
}

function campaigns(of: ReadonlyMap<SubjectKind, readonly HistoryEntry[]>): readonly HistoryEntry[] {
  return of.get('campaign') ?? [];
}

/** An edit may move a sale from one person to another: then it is both's. */
function byPerson(
  entries: readonly HistoryEntry[] = [],
  whoseOf: (entry: HistoryEntry) => readonly string[],
): ReadonlyMap<string, readonly HistoryEntry[]> {
  const all = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    for (const id of whoseOf(entry)) all.set(id, [...(all.get(id) ?? []), entry]);
  }
  return all;
}
