import { formatAsOf } from '#contracts/as-of.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { searchWithAsOf } from '../../kit/time-travel/keep-as-of.ts';

/** The signed-in person: people open what their role allows. */
export type Viewer = { readonly id: string; readonly isManager: boolean };
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
