import { COMPARED, type Compared, type LaterEvent } from '#contracts/endpoints/comparison.endpoints.ts';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { SubjectKind } from '#contracts/history/description.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { ReplayQueries } from '#projections/replay/replay.queries.ts';
import type { EndOfDayQueries } from './end-of-day.ts';

/** The questions of a comparison; inside an `asOf` scope `billboardOfDay` is the board of that moment. */
export type ComparisonQueries = EndOfDayQueries &
  Pick<Queries, 'billboardOfDay'> &
  Pick<ReplayQueries, 'dayChanges' | 'nameChanges'>;

/** The history entries at these ascending positions; positions of other companies are left out. */
type EntriesAt = (companyId: string, positions: readonly number[]) => Promise<readonly HistoryEntry[]>;

export type ComparisonDeps = {
  /** One database snapshot answers all questions, so that both boards are consistent. */
  readonly atOneMoment: <Result>(read: (queries: ComparisonQueries) => Promise<Result>) => Promise<Result>;
  readonly entriesAt: EntriesAt;
};

/** An employee's row then and today; null when the employee was not on that board. */
export type Pair = {
  readonly employeeId: string;
  readonly past: BillboardRow | null;
  readonly present: BillboardRow | null;
  readonly differing: readonly Compared[];
};

/** The differing rows of two boards, in today's order; removed rows come last. */
export function differingRows(past: readonly BillboardRow[], present: readonly BillboardRow[]): Pair[] {
  const before = new Map(past.map((row) => [row.employee_id, row]));
  const after = new Map(present.map((row) => [row.employee_id, row]));
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((employeeId) => {
      const pair = { past: before.get(employeeId) ?? null, present: after.get(employeeId) ?? null };
      return { employeeId, ...pair, differing: differing(pair) };
    })
    .filter((pair) => pair.differing.length > 0);
}

function differing({ past, present }: Pick<Pair, 'past' | 'present'>): readonly Compared[] {
  return COMPARED.filter((figure) => past?.[figure] !== present?.[figure]);
}

type Happened = {
  readonly companyId: string;
  readonly date: LocalDate;
  /** Ascending positions of events that may have made a difference. */
  readonly positions: readonly number[];
};

/** The later events that made each row differ, by employee. */
export async function laterEvents(
  entriesAt: EntriesAt,
  { companyId, date, positions }: Happened,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<string, readonly LaterEvent[]>> {
  const entries = await entriesAt(companyId, positions);
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

/** An edit may move a sale between employees; then it belongs to both. */
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

/** The effect of an event on a billboard row: Closed sales and dollars added, negative when removed. */
type Effect = { readonly sales: number; readonly commission: number };

/** The effect of a sale's event on the row of one employee and local date. */
function effectOf(entry: HistoryEntry, employeeId: string, date: string): Effect {
  const [before, after] = [counted('before'), counted('after')];
  return { sales: after.sales - before.sales, commission: centsToNumber(after.cents - before.cents) };

  function counted(side: 'before' | 'after'): { sales: number; cents: number } {
    const value = (field: string) => entry.changes.find((one) => one.field === field)?.[side]?.value;
    const isOnRow = value('employeeId') === employeeId && value('entryDate') === date;
    if (!isOnRow || value('status') !== 'Closed') return { sales: 0, cents: 0 };
    return { sales: 1, cents: Number(value('commissionCents')) };
  }
}

/** The employees whose rows a sale's event may change: the owner before and the owner after it. */
function ownersOf({ changes }: HistoryEntry): readonly string[] {
  const { before = null, after = null } = changes.find(({ field }) => field === 'employeeId') ?? {};
  return [...new Set([before, after].flatMap((owner) => (owner ? [String(owner.value)] : [])))];
}

/** The figures that each type of shift event can change. */
const BY_SHIFT: Readonly<Record<string, readonly Compared[]>> = {
  ShiftStarted: ['login_time', 'current_timezone', 'shift_duration', 'sales_per_hour'],
  ShiftResumed: ['current_timezone', 'sales_per_hour'],
  ShiftEnded: ['sales_per_hour'],
  ShiftStartSet: ['login_time', 'sales_per_hour'],
  ShiftDurationSet: ['shift_duration', 'sales_per_hour'],
};

function maySway(entry: HistoryEntry, differing: readonly Compared[]): boolean {
  return BY_SHIFT[entry.type]?.some((figure) => differing.includes(figure)) ?? false;
}

const BY_PERSON: Readonly<Record<string, Compared>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  campaignId: 'campaign_name',
};

/** Whether an edit of an employee changed what the board shows. */
function renames({ changes }: HistoryEntry, differing: readonly Compared[]): boolean {
  return changes.some(({ field, changed }) => {
    const figure = BY_PERSON[field];
    return changed && figure !== undefined && differing.includes(figure);
  });
}

/** Whether an edit of a campaign gave it this name or took the name away. */
function renamesCampaign({ changes }: HistoryEntry, name: string | null | undefined): boolean {
  const { changed = false, before = null } = changes.find(({ field }) => field === 'name') ?? {};
  return changed && before !== null && before.value === name;
}
