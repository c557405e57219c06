/** The steps of a slider over time, from 0 to `most`; each is a moment. */
export type TimeScale = {
  readonly most: number;
  /** The step closest to an instant (UTC ISO-8601). */
  readonly stepOf: (instant: string) => number;
  /** The instant of a step. */
  readonly instantOf: (step: number) => string;
};

export const SCALES = ['day', 'all'] as const;
export type ScaleKind = (typeof SCALES)[number];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_STEP_MS = 5 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A shorter history has a step per hour. */
const FEW_DAYS = 4;
/** A longer history has a step per week. */
const MANY_DAYS = 750;

/** The local day of an instant, with a step every five minutes; today ends now. */
export function dayScale(instant: string, now: string): TimeScale {
  const start = midnight(new Date(instant), 0);
  const end = Math.min(midnight(new Date(instant), 1), Date.parse(now));
  return evenScale(start, Math.max(start, end), DAY_STEP_MS);
}

/**
 * From the first moment of a company until now, with a step per day (per week in a long history), each at the
 * time of day of `instant`, so that days are compared at the same time; a short history has a step per hour.
 */
export function wholeScale(first: string, instant: string, now: string): TimeScale {
  const [from, to] = [Date.parse(first), Math.max(Date.parse(first), Date.parse(now))];
  const days = Math.round((midnight(new Date(to), 0) - midnight(new Date(from), 0)) / DAY_MS);
  if (days < FEW_DAYS) return evenScale(from, to, HOUR_MS);
  const stride = days > MANY_DAYS ? 7 : 1;
  const timeOfDay = new Date(instant);
  const at = (step: number): number => {
    const day = new Date(from);
    day.setDate(day.getDate() + step * stride);
    day.setHours(timeOfDay.getHours(), timeOfDay.getMinutes(), timeOfDay.getSeconds(), 0);
    return Math.min(Math.max(day.getTime(), from), to);
  };
  const most = Math.ceil(days / stride);
  return {
    most,
    stepOf: (wanted) => {
      const since = midnight(new Date(wanted), 0) - midnight(new Date(from), 0);
      return within(Math.round(since / DAY_MS / stride), most);
    },
    instantOf: (step) => text(at(within(step, most))),
  };
}

function evenScale(from: number, to: number, stride: number): TimeScale {
  const most = Math.ceil((to - from) / stride);
  return {
    most,
    stepOf: (instant) => within(Math.round((Date.parse(instant) - from) / stride), most),
    instantOf: (step) => text(Math.min(from + within(step, most) * stride, to)),
  };
}

/** The value of a `datetime-local` field: local time, to the minute. */
export function toDateTimeField(instant: string): string {
  const at = new Date(instant);
  const digits = (value: number, length = 2) => String(value).padStart(length, '0');
  const date = `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1)}-${digits(at.getDate())}`;
  return `${date}T${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

/** The instant (UTC ISO-8601) of such a value; null for none. */
export function fromDateTimeField(typed: string): string | null {
  const at = new Date(typed);
  return typed === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Local midnight, this many days after that of `at`; the browser knows when its clocks change. */
function midnight(at: Date, daysLater: number): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + daysLater).getTime();
}

const within = (step: number, most: number): number => Math.min(Math.max(step, 0), most);
const text = (milliseconds: number): string => new Date(milliseconds).toISOString();
