import { salesPerHour } from '#contracts/shift-hours.ts';

/** The closed sales of a day and the shift that they are divided by; hours as shown. */
export type AtWork = {
  readonly sales: number;
  readonly loginTime: string | null;
  readonly shiftDuration: number | 'N/A';
  readonly salesPerHour: number | 'N/A';
};

/** The largest expected difference between the clocks of browser and server; a page in the background ticks once a minute. */
const APART_MS = 90_000;

/**
 * The sales per hour at `now`, from a rate that arrived at `heard` (both UTC ISO-8601, by this computer's clock).
 * While a shift is open the rate sinks every minute without news. Whether the shift is open shows in the rate
 * itself: it equals that of an open shift at this clock. Any other rate (the shift has ended, or the
 * clock is wrong) stays as it arrived. So does the rate of a shift without a duration, which looks the same
 * right after its end.
 */
export function currentRate(work: AtWork, heard: string, now: string): number | 'N/A' {
  const { salesPerHour: rate, sales, loginTime, shiftDuration } = work;
  if (rate === 'N/A' || sales === 0 || loginTime === null || shiftDuration === 'N/A') return rate;
  const shift = { startedAt: loginTime, endedAt: null, setDuration: shiftDuration };
  const at = (milliseconds: number) => salesPerHour(sales, shift, new Date(milliseconds).toISOString()) ?? 0;
  const moment = Date.parse(heard);
  const isOpen = rate <= at(moment - APART_MS) && rate >= at(moment + APART_MS);
  return isOpen ? Math.min(rate, at(Date.parse(now))) : rate;
}

/**
 * Rows with their current rate. A row stays the same object as long as its rate to two decimals does, so that
 * nothing is drawn for it. `work` reads the rate, `withRate` writes it.
 */
export function createCurrentRates<Of extends object>(
  work: (of: Of) => AtWork,
  withRate: (of: Of, rate: number | 'N/A') => Of,
): (of: Of, now: string) => Of {
  const known = new WeakMap<Of, { heard: string; asOf: string; shown: Of }>();
  return (of, now) => {
    const before = known.get(of);
    if (before?.asOf === now) return before.shown;
    const { heard, shown } = before ?? { heard: now, shown: of };
    const figures = work(of);
    const rate = currentRate(figures, heard, now);
    const isShown = rate === work(shown).salesPerHour;
    const next = isShown ? shown : rate === figures.salesPerHour ? of : withRate(of, rate);
    known.set(of, { heard, asOf: now, shown: next });
    return next;
  };
}
