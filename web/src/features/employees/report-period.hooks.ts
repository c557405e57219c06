import { useAtomValue } from 'jotai';
import { useSearchParams } from 'react-router-dom';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { chartQuery } from './employees.atoms.ts';
import { reportQuery, shiftsAtom, todayOfEmployeeAtom } from './report.atoms.ts';
import {
  addressOf,
  type Dates,
  datesOf,
  firstDayOfWeek,
  isCalendarPeriod,
  periodIn,
  type ReportPeriod,
} from './report-period.ts';

type ChosenPeriod = {
  period: ReportPeriod;
  /** Null for all dates; undefined until the employee's today is known, and for a wrong period. */
  dates: Dates | null | undefined;
  choose: (period: ReportPeriod) => void;
};

/**
 * The period of the report of an employee, kept in the address. Choosing the same one again adds no entry to the browser
 * history. `chartPaused` on a screen that shows the chart, too, which knows the employee's today.
 */
export function useReportPeriod(id: string, chartPaused?: boolean): ChosenPeriod {
  const [parameters, setParameters] = useSearchParams();
  const period = periodIn(parameters);
  const today = useTodayOf(id, chartPaused ?? !isCalendarPeriod(period.kind));
  const firstDay = firstDayOfWeek(new Intl.Locale(useAtomValue(localeAtom)));
  const choose = (next: ReportPeriod) => {
    if (JSON.stringify(next) !== JSON.stringify(period)) setParameters(addressOf(next));
  };
  return { period, dates: datesOf(period, today, firstDay), choose };
}

/** The employee's own today; undefined until it is known. */
function useTodayOf(id: string, paused: boolean): LocalDate | undefined {
  useQuery(chartQuery, id, { paused });
  const isOfEmployee = useAtomValue(chartQuery.parametersAtom) === id;
  const today = useAtomValue(todayOfEmployeeAtom);
  return isOfEmployee ? today : undefined;
}

/** The shifts of an employee on these dates; undefined until they are loaded. */
export function useShiftsOf(id: string, dates: Dates | null | undefined): readonly ShiftLogRow[] | undefined {
  const wanted = { id, dates: dates ?? null };
  useQuery(reportQuery, wanted, { paused: dates === undefined });
  const asked = useAtomValue(reportQuery.parametersAtom);
  const shifts = useAtomValue(shiftsAtom);
  return dates !== undefined && JSON.stringify(asked) === JSON.stringify(wanted) ? shifts : undefined;
}
