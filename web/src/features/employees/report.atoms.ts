import { atom } from 'jotai';
import { getLogs, getLogsOfDate, type ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { dayOf } from '../../api/cache/tags.ts';
import { liveBillboardVersionAtom } from '../../live/live.atoms.ts';
import { type EditedShifts, withEdit } from './edited-shifts.ts';

/** The shifts of an employee on one date (`yyyy-mm-dd`), or all of them when it is empty; newest first. */
export const reportQuery = createQuery({
  endpoint: getLogs,
  ask: (api, { id, date }: { id: string; date: string }, get) => {
    const since = get(liveBillboardVersionAtom);
    return date
      ? api.call(getLogsOfDate, { query: { id, date }, since })
      : api.call(getLogs, { params: { id }, query: {}, since });
  },
  tags: ({ id }) => [dayOf(id)],
});

/** Changes made here; each holds until its row is loaded again. */
export const editedShiftsAtom = atom<EditedShifts>(new Map());

/** The shifts with these changes; undefined until loaded. Unchanged rows stay the same objects. */
export const shiftsAtom = atom((get): readonly ShiftLogRow[] | undefined => {
  const edited = get(editedShiftsAtom);
  return get(reportQuery.replyAtom)?.requestedData.map((row) => withEdit(row, edited));
});

export type ReportTotals = {
  /** Dollars, added in whole cents. */
  commission: number;
  /** The hours of the shifts that have a duration. */
  hours: number;
  shifts: number;
  /** The sum of the rates, the number of shifts with a rate, and their mean; null without any. */
  rates: number;
  rated: number;
  salesPerHour: number | null;
};

export const reportTotalsAtom = atom((get): ReportTotals => {
  const shifts = get(shiftsAtom) ?? [];
  const rates = shifts.flatMap(({ sales_per_hour }) => (sales_per_hour === 'N/A' ? [] : [sales_per_hour]));
  const hours = shifts.flatMap(({ shift_duration }) => (shift_duration === 'N/A' ? [] : [shift_duration]));
  return {
    commission: sum(shifts.map(({ commission }) => Math.round(commission * 100))) / 100,
    hours: sum(hours),
    shifts: shifts.length,
    rates: sum(rates),
    rated: rates.length,
    salesPerHour: rates.length === 0 ? null : sum(rates) / rates.length,
  };
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
