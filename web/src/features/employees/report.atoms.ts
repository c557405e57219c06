import { atom } from 'jotai';
import { getLogs, getLogsOfDate, type ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { liveBillboardVersionAtom } from '../../live/live.atoms.ts';
import { type EditedShifts, withEdit } from './edited-shifts.ts';

/** The shifts of an employee on one date (`yyyy-mm-dd`), or all of them when it is empty; newest first. */
export const reportResource = createResource({
  ask: (api, { id, date }: { id: string; date: string }, get) => {
    const since = get(liveBillboardVersionAtom);
    return date
      ? api.call(getLogsOfDate, { query: { id, date }, since })
      : api.call(getLogs, { params: { id }, query: {}, since });
  },
});

/** Changed here; each holds until its row is fetched anew. */
export const editedShiftsAtom = atom<EditedShifts>(new Map());

/** The shifts with what was changed of them; undefined until loaded. Unchanged rows stay the same objects. */
export const shiftsAtom = atom((get): readonly ShiftLogRow[] | undefined => {
  const edited = get(editedShiftsAtom);
  return get(reportResource.replyAtom)?.requestedData.map((row) => withEdit(row, edited));
});

export type ReportTotals = {
  /** Dollars, added in whole cents. */
  commission: number;
  /** Of the shifts that have a duration. */
  hours: number;
  shifts: number;
  /** Sales per hour of the shifts that have a rate, added; how many those are; their mean, null without any. */
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
