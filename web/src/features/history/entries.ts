import { formatAsOf } from '#contracts/as-of.ts';
import type { HistoryEntry, ShownChange } from '#contracts/endpoints/history.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { searchWithAsOf } from '../../kit/time-travel/keep-as-of.ts';
import type { FieldChange } from '../../ui/changes.tsx';
import { formatDate, formatHours, formatMoney, formatNumber, formatPercent } from '../../ui/format.ts';
import { formatExact } from '../../ui/moments.ts';

/** The fields that the event changed, in the locale of the person; fields without a value are left out. */
export function changedFieldsOf({ changes }: HistoryEntry): FieldChange[] {
  return changes.filter(({ changed }) => changed).map(fieldChangeOf);
}

/** The fields that it did not change. */
export function unchangedFieldsOf({ changes }: HistoryEntry): FieldChange[] {
  return changes.filter(({ changed, after }) => !changed && after !== null).map(fieldChangeOf);
}

/** The main fields of a sale. */
const FIRST: readonly string[] = ['status', 'priceCents', 'commissionCents'];

/** The fields of a new or deleted row, the main ones apart: in a list of many events all fields would be too much. */
export function mainAndOtherFields(entry: HistoryEntry): { first: FieldChange[]; others: FieldChange[] } {
  const isFirst = ({ field }: ShownChange) => entry.subject.kind === 'sale' && FIRST.includes(field);
  const changed = entry.changes.filter((change) => change.changed);
  return {
    first: changed.filter(isFirst).map(fieldChangeOf),
    others: changed.filter((change) => !isFirst(change)).map(fieldChangeOf),
  };
}

function fieldChangeOf({ label, type, before, after }: ShownChange): FieldChange {
  return { field: label, before: valueText(type, before), after: valueText(type, after) };
}

type Shown = ShownChange['before'];

function valueText(type: ShownChange['type'], shown: Shown): string | null {
  if (shown === null) return null;
  const { value, text } = shown;
  switch (type) {
    case 'money':
      return formatMoney(Number(value) / 100);
    case 'percent':
      return formatPercent(Number(value));
    case 'number':
      return formatNumber(Number(value));
    case 'hours':
      return formatHours(Number(value));
    case 'date':
      return formatDate(String(value));
    case 'moment':
      return formatExact(String(value));
    case 'text':
    case 'status':
    case 'person':
    case 'campaign':
    case 'goal':
      return text;
  }
}

type Day = {
  /** Stays the same while newer entries are added on top. */
  readonly key: string;
  /** An instant on that day. */
  readonly instant: string;
  readonly entries: readonly HistoryEntry[];
};

/** Groups adjacent entries of the same date in `timeZone`, in the given order. */
export function daysOf(entries: readonly HistoryEntry[], timeZone: string): Day[] {
  const days: { date: string; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const date = localDate(entry.at, timeZone);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days.map(({ date, entries: those }) => ({
    key: `${date} ${those.at(-1)?.position}`,
    instant: those[0]?.at ?? '',
    entries: those,
  }));
}

/** What an event is about, by name: a shift by its date, an access by the person. */
export function nameOf({ subject, person }: HistoryEntry): string {
  if (subject.kind === 'shift') return formatDate(subject.name);
  return subject.kind === 'access' ? (person?.name ?? subject.name) : subject.name;
}

/** The signed-in person: people open what their role allows. */
type Viewer = { readonly id: string; readonly isManager: boolean };
type EntryLink = { readonly label: string; readonly to: string };

/**
 * The screen that shows the row of an event as it was right after the event, or the list of a deleted row. Null when
 * no screen shows it, or this person may not see it.
 */
export function linkAsOfThen(entry: HistoryEntry, viewer: Viewer): EntryLink | null {
  const place = linkNow(entry, viewer);
  if (!place) return null;
  const { pathname, search } = new URL(place.to, 'https://any.test');
  // By position, not by instant: the next event may have the same instant.
  const moment = formatAsOf({ kind: 'position', position: entry.position });
  return { label: `${place.label} as of then`, to: `${pathname}${searchWithAsOf(search, moment)}` };
}

/** The screen that shows the row of an event today, or the list of a deleted row. */
export function linkNow(
  { subject, effect, person, changes }: HistoryEntry,
  viewer: Viewer,
): EntryLink | null {
  const isGone = effect === 'gone';
  const isOwn = person?.id === viewer.id;
  const report = (date: string): EntryLink | null =>
    viewer.isManager && person
      ? { label: 'The report', to: `${pathTo(paths.employeeReport, person.id)}?date=${date}` }
      : null;
  switch (subject.kind) {
    case 'sale': {
      const { after, before } = changes.find(({ field }) => field === 'entryDate') ?? {};
      if (!isOwn) return report(String((after ?? before)?.value ?? ''));
      return isGone
        ? { label: 'My Sales', to: paths.mySales }
        : { label: 'The sale', to: pathTo(paths.sale, subject.id) };
    }
    case 'shift':
      return report(subject.name) ?? (isOwn ? { label: 'The dashboard', to: paths.dashboard } : null);
    case 'employee':
      return listed('employee', paths.employee, paths.allEmployees);
    case 'campaign':
      return listed('campaign', paths.campaign, paths.allCampaigns);
    case 'goal':
      return listed('goal', paths.goal, paths.allGoals);
    case 'job-aid':
    case 'company':
    case 'subscription':
    case 'access':
    case 'pay':
    case 'pay-rules':
      return null;
  }

  function listed(
    kind: string,
    row: typeof paths.employee | typeof paths.campaign | typeof paths.goal,
    list: string,
  ): EntryLink | null {
    if (!viewer.isManager) return null;
    return isGone
      ? { label: `All ${kind}s`, to: list }
      : { label: `The ${kind}`, to: pathTo(row, subject.id) };
  }
}
