import { AS_OF, parseAsOf } from '#contracts/as-of.ts';
import { paths } from '../paths.ts';

/** The screens that can show the past; all others show today, whatever the address says. */
const OF_ALL_TIMES: readonly string[] = [
  paths.dashboard,
  paths.wall,
  paths.mySales,
  paths.sale,
  paths.myShifts,
  paths.allGoals,
  paths.goal,
  paths.allCampaigns,
  paths.campaign,
  paths.allEmployees,
  paths.myTeam,
  paths.employee,
  paths.employeeReport,
  paths.employeeSales,
  paths.myPay,
  paths.myStatement,
  paths.claims,
  paths.payroll,
  paths.payrollOf,
  paths.statementOf,
];

const patterns = OF_ALL_TIMES.map(
  (path) => new RegExp(`^${path.replace(':from', '[0-9-]+').replace(':id', '[^/]+')}/?$`),
);

export function canShowPast(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}

/**
 * The moment in an address: an instant, a position of the log, or neither for now. `wrong` says why a moment cannot
 * be shown. `now` is UTC ISO-8601.
 */
export type AskedMoment = {
  readonly asOf: string | null;
  readonly position: number | null;
  readonly wrong: 'invalidAsOf' | 'asOfFuture' | null;
};

/** The largest expected difference between the clocks of browser and server; the server decides what is in the future. */
const APART_MS = 60_000;

const NOW: AskedMoment = { asOf: null, position: null, wrong: null };

export function askedMoment(search: string, now: string): AskedMoment {
  const asked = new URLSearchParams(search).get(AS_OF);
  if (!asked) return NOW;
  const moment = parseAsOf(asked);
  if (!moment) return { ...NOW, wrong: 'invalidAsOf' };
  if (moment.kind === 'position') return { ...NOW, position: moment.position };
  const isFuture = Date.parse(moment.instant) > Date.parse(now) + APART_MS;
  return isFuture ? { ...NOW, wrong: 'asOfFuture' } : { ...NOW, asOf: moment.instant };
}
