import { formatAsOf } from '#contracts/as-of.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { searchAsOf } from '../../app/time-travel/moment-along.ts';

/** Who looks: people open what their role may. */
export type Viewer = { readonly id: string; readonly isManager: boolean };
type Place = { readonly label: string; readonly to: string };

/**
 * The screen that shows what an event was about, as it was right after it: the thing itself, or where it was listed
 * once it is gone. Null for what no screen shows, or none of this person's.
 */
export function placeThen(entry: HistoryEntry, viewer: Viewer): Place | null {
  const place = placeNow(entry, viewer);
  if (!place) return null;
  const { pathname, search } = new URL(place.to, 'https://any.test');
  // Not by its instant, which the next event may have had, too.
  const moment = formatAsOf({ kind: 'position', position: entry.position });
  return { label: `${place.label} as of then`, to: `${pathname}${searchAsOf(search, moment)}` };
}

/** The screen that shows today what an event was about, or where it was listed before it went. */
export function placeNow({ subject, effect, person, changes }: HistoryEntry, viewer: Viewer): Place | null {
  const isGone = effect === 'gone';
  const isOwn = person?.id === viewer.id;
  const report = (date: string): Place | null =>
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
  ): Place | null {
    if (!viewer.isManager) return null;
    return isGone
      ? { label: `All ${kind}s`, to: list }
      : { label: `The ${kind}`, to: pathTo(row, subject.id) };
  }
}
