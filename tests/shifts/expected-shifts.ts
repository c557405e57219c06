import { endOfWallDate, wallDate } from './wall-calendar.ts';

/** An action of an employee at an instant (ms), or a manager's action on their shifts. */
export type Act =
  | { readonly does: 'sign in'; readonly timeZone: string }
  | { readonly does: 'sign out' }
  /** Of a browser that is still signed in, there or in another zone. */
  | { readonly does: 'refresh'; readonly timeZone: string }
  | { readonly does: 'sell' }
  | { readonly does: 'set own duration'; readonly hours: number }
  | { readonly does: 'be set a duration'; readonly hours: number; readonly daysAgo: number };
export type Moment = { readonly at: number; readonly jobRan: boolean; readonly act: Act };

export type Day = {
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly timeZone: string | null;
  readonly startZone: string | null;
  readonly setDuration: number | null;
  readonly sales: number;
};
type Changing = { -readonly [Field in keyof Day]: Day[Field] } & { openedAt: number };

/** The expected days of a life of shifts, by the words of the product decisions and a wall calendar. */
export function expectedDays(
  moments: readonly Moment[],
  defaultDuration: number | null,
): ReadonlyMap<string, Day> {
  const days = new Map<string, Changing>();
  let zone = '';
  let usual = defaultDuration;

  function day(date: string): Changing {
    const empty = {
      startedAt: null,
      endedAt: null,
      timeZone: null,
      startZone: null,
      setDuration: null,
      sales: 0,
      openedAt: 0,
    };
    const found = days.get(date) ?? empty;
    days.set(date, found);
    return found;
  }

  function end(date: string, at: number, isMidnight: boolean): void {
    const shift = days.get(date);
    if (!shift?.timeZone || shift.endedAt !== null) return;
    const midnight = endOfWallDate(date, shift.timeZone);
    if (isMidnight && at < midnight) return;
    shift.endedAt = Math.max(Math.min(at, midnight), shift.openedAt);
  }

  function begin(at: number, timeZone: string): void {
    const shift = day(wallDate(at, timeZone));
    const goesOn = shift.startedAt !== null && shift.endedAt === null && shift.timeZone === timeZone;
    if (goesOn) return;
    if (shift.startedAt === null)
      Object.assign(shift, { startedAt: at, startZone: timeZone, setDuration: usual });
    Object.assign(shift, { endedAt: null, timeZone, openedAt: at });
  }

  /** Begins the shift, or goes on with one that is over in its own zone. */
  function refresh(at: number, timeZone: string): void {
    const date = wallDate(at, timeZone);
    const shift = days.get(date);
    if (!shift?.timeZone || at >= endOfWallDate(date, shift.timeZone)) begin(at, timeZone);
  }

  for (const { at, jobRan, act } of moments) {
    if (jobRan) for (const date of days.keys()) end(date, at, true);
    if (act.does === 'sign in') {
      zone = act.timeZone;
      begin(at, zone);
    } else if (act.does === 'refresh') refresh(at, act.timeZone);
    else if (zone !== '') {
      const today = wallDate(at, zone);
      if (act.does === 'sign out') end(today, at, false);
      if (act.does === 'sell') day(today).sales += 1;
      if (act.does === 'set own duration') {
        usual = act.hours;
        const shift = days.get(today);
        if (shift?.startedAt) shift.setDuration = act.hours;
      }
      if (act.does === 'be set a duration') {
        const shift = days.get(wallDate(Date.parse(today) - act.daysAgo * 86_400_000, 'UTC'));
        if (shift?.startedAt) shift.setDuration = act.hours;
      }
    }
  }
  return days;
}

/** Sales per hour by the product decision; hours are elapsed hours, whatever the clocks did. */
export function rateOf({ startedAt, endedAt, setDuration, sales }: Day, now: number): number | 'N/A' {
  if (startedAt === null || setDuration === 0) return 'N/A';
  const passed = Math.max(1, ((endedAt ?? now) - startedAt) / 3_600_000);
  const hours =
    endedAt !== null && setDuration !== null ? setDuration : Math.min(passed, setDuration ?? passed);
  return Math.round((sales / hours) * 100) / 100;
}
