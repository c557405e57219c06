import { salesPerHour } from '#contracts/sales-per-hour.ts';

/** Who works: closed sales of the day and the shift they are divided by, hours as people see them. */
export type AtWork = {
  readonly sales: number;
  readonly loginTime: string | null;
  readonly shiftDuration: number | 'N/A';
  readonly salesPerHour: number | 'N/A';
};

/** By how much the clocks of browser and server may differ; that of a page in the background ticks once a minute. */
const APART_MS = 90_000;

/**
 * Sales per hour as of `now`, of a rate that was heard at `heard` (both UTC ISO-8601, by this computer's clock).
 * While a shift is open the rate sinks with every minute, and no news tells of that. Whether it is open is told
 * by the rate itself: it is what an open shift has by this clock. One that is not (the shift has ended, or the
 * clock is wrong) stays as it was heard; so does that of a shift without a duration, which looks the same when
 * it has just ended.
 */
export function rateAsOf(work: AtWork, heard: string, now: string): number | 'N/A' {
  const { salesPerHour: told, sales, loginTime, shiftDuration } = work;
  if (told === 'N/A' || sales === 0 || loginTime === null || shiftDuration === 'N/A') return told;
  const shift = { startedAt: loginTime, endedAt: null, setDuration: shiftDuration };
  const at = (milliseconds: number) => salesPerHour(sales, shift, new Date(milliseconds).toISOString()) ?? 0;
  const moment = Date.parse(heard);
  const isOpen = told <= at(moment - APART_MS) && told >= at(moment + APART_MS);
  return isOpen ? Math.min(told, at(Date.parse(now))) : told;
}

/**
 * Things with a rate, as of now: the very same object as long as the rate to two decimals is, so that nothing
 * is drawn for it. `work` reads the rate, `withRate` writes it.
 */
export function createRatesByClock<Of extends object>(
  work: (of: Of) => AtWork,
  withRate: (of: Of, rate: number | 'N/A') => Of,
): (of: Of, now: string) => Of {
  const known = new WeakMap<Of, { heard: string; asOf: string; shown: Of }>();
  return (of, now) => {
    const before = known.get(of);
    if (before?.asOf === now) return before.shown;
    const { heard, shown } = before ?? { heard: now, shown: of };
    const told = work(of);
    const rate = rateAsOf(told, heard, now);
    const isShown = rate === work(shown).salesPerHour;
    const next = isShown ? shown : rate === told.salesPerHour ? of : withRate(of, rate);
    known.set(of, { heard, asOf: now, shown: next });
    return next;
  };
}
