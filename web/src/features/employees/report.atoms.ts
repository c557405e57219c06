import { type Atom, atom } from 'jotai';
import { editShiftDurationOf } from '#contracts/endpoints/employees.endpoints.ts';
import { getLogs, getLogsOfDate, type ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { readHours } from '#contracts/shift-hours.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import type { NumberQuestion, Sum } from '../../kit/numbers/opened-number.atoms.ts';
import { liveVersionAtom } from '../../live/live.atoms.ts';
import { type Alert, errorAlert, noAlert } from '../../ui/alert.ts';
import { formatDate, formatDecimal, formatHours, formatMoney } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { chartQuery } from './employees.atoms.ts';
import { addressOf, type Dates } from './report-period.ts';

/** The shifts of an employee on these dates, or all of them when they are null; newest first. */
export const reportQuery = createQuery({
  endpoint: getLogs,
  ask: (api, { id, dates }: { id: string; dates: Dates | null }, get) => {
    const since = get(liveVersionAtom);
    return dates && dates.from === dates.to
      ? api.call(getLogsOfDate, { query: { id, date: dates.from }, since })
      : api.call(getLogs, {
          params: { id },
          query: dates ? addressOf({ kind: 'from-to', ...dates }) : {},
          since,
        });
  },
  tags: ({ id }) => ['days', daysOf(id)],
});

/**
 * The today of the employee whose chart was loaded last: its last date, since the server knows the zone of their last
 * sign-in. The viewer's today when the chart cannot be loaded. Undefined until then.
 */
export const todayOfEmployeeAtom = atom((get): LocalDate | undefined => {
  const last = get(chartQuery.replyAtom)?.requestedData.at(-1)?.login_date;
  return last ?? (get(chartQuery.errorAtom) === null ? undefined : get(todayAtom));
});

/** Changes made here; each holds until its row is loaded again. */
export const editedShiftsAtom = atom<EditedShifts>(new Map());

/** The shifts with these changes; undefined until loaded. Unchanged rows stay the same objects. */
export const shiftsAtom = atom((get): readonly ShiftLogRow[] | undefined => {
  const edited = get(editedShiftsAtom);
  const reply = get(reportQuery.replyAtom);
  return reply?.requestedData.map((row) => withEdit(row, edited, reply));
});

export type ReportTotals = {
  /** Dollars, added in whole cents. */
  commission: number;
  /** The counted hours of the shifts, and the Closed sales in them. */
  hours: number;
  sales: number;
  shifts: number;
  /** Sales ÷ hours; null without hours. */
  salesPerHour: number | null;
};

export const reportTotalsAtom = atom((get): ReportTotals => {
  const shifts = get(shiftsAtom) ?? [];
  const counted = shifts.filter(({ hours }) => hours !== null);
  const hours = sum(counted.map((shift) => shift.hours ?? 0));
  const sales = sum(counted.map((shift) => shift.sales));
  return {
    commission: sum(shifts.map(({ commission }) => Math.round(commission * 100))) / 100,
    hours,
    sales,
    shifts: shifts.filter(({ login_time }) => login_time !== null).length,
    salesPerHour: hours === 0 ? null : sales / hours,
  };
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

type Figures = Pick<ShiftLogRow, 'shift_duration' | 'sales_per_hour' | 'hours'>;

type Reply = { readonly requestedData: readonly ShiftLogRow[] } | undefined;

/** One change of a shift: `over` is the reply before it, `shown` the row after it. */
type EditedShift = { over: Reply; shown: ShiftLogRow; pending: boolean };

/** By the id of the shift. */
type EditedShifts = ReadonlyMap<string, EditedShift>;

/** The row as shown. Rows that were loaded after the change are newer, unless the change is still being saved. */
function withEdit(row: ShiftLogRow, edited: EditedShifts, reply: Reply): ShiftLogRow {
  const edit = edited.get(row.id);
  return edit && (edit.pending || edit.over === reply) ? edit.shown : row;
}

function editedWith(
  edited: EditedShifts,
  row: ShiftLogRow,
  figures: Partial<Figures>,
  over: Reply | 'pending',
): EditedShifts {
  const pending = over === 'pending';
  const edit = { over: pending ? undefined : over, shown: { ...row, ...figures }, pending };
  return new Map(edited).set(row.id, edit);
}

/** Undoes the last change of that row. */
function editedBack(
  edited: EditedShifts,
  { id }: ShiftLogRow,
  before: EditedShift | undefined,
): EditedShifts {
  const others = [...edited].filter(([key]) => key !== id);
  return new Map(before ? [...others, [id, before]] : others);
}

export const reportAlertAtom = atom<Alert>(noAlert);

/** The last requested change of each shift, by its id, while the change before it is being saved. */
const wantedAtom = atom<ReadonlyMap<string, string>>(new Map());

/**
 * Sets the duration of a shift. It shows at once, its sales per hour with the answer, and a refusal
 * takes it back. Changes of one shift are sent one after the other; of several that wait only the last is sent.
 */
export const setDurationAtom = atom(
  null,
  async (get, set, shown: ShiftLogRow, digit: string): Promise<void> => {
    const hours = readHours(digit);
    if (hours === null) return set(reportAlertAtom, errorAlert(messages.invalidDuration));
    if (get(editedShiftsAtom).get(shown.id)?.pending) {
      set(editedShiftsAtom, (edited) => editedWith(edited, shown, withDuration(shown, hours), 'pending'));
      return set(wantedAtom, (wanted) => new Map(wanted).set(shown.id, digit));
    }
    let row = shown;
    for (let next: string | undefined = digit; next !== undefined; next = get(wantedAtom).get(shown.id)) {
      set(wantedAtom, (wanted) => new Map([...wanted].filter(([id]) => id !== shown.id)));
      row = await set(changeAtom, row, next);
    }
  },
);

/** One change of a row, and the row as shown afterwards. */
const changeAtom = atom(null, async (get, set, shown: ShiftLogRow, digit: string): Promise<ShiftLogRow> => {
  const before = get(editedShiftsAtom).get(shown.id);
  set(reportAlertAtom, noAlert);
  const wanted = withDuration(shown, Number(digit));
  set(editedShiftsAtom, (edited) => editedWith(edited, shown, wanted, 'pending'));
  const { employee_id: employeeId, login_date: loginDate } = shown;
  const answer = await get(apiAtom).call(editShiftDurationOf, {
    body: { shiftDuration: digit, employeeId, loginDate },
  });
  // The row may have been loaded again meanwhile, before or after the change.
  const reply = get(reportQuery.replyAtom);
  const row = reply?.requestedData.find(({ id }) => id === shown.id) ?? shown;
  if (answer.ok) {
    const { newDuration: shift_duration, salesPerHour: sales_per_hour } = answer.reply;
    const figures = { ...withDuration(row, shift_duration), sales_per_hour };
    set(editedShiftsAtom, (edited) => editedWith(edited, row, figures, reply));
  } else {
    set(editedShiftsAtom, (edited) => editedBack(edited, shown, before));
    set(reportAlertAtom, errorAlert(answer.message, messages.failedEdit));
  }
  return withEdit(row, get(editedShiftsAtom), reply);
});

/** The counted hours of an open shift come with the next load. */
function withDuration(shift: ShiftLogRow, hours: number): Pick<Figures, 'shift_duration' | 'hours'> {
  return { shift_duration: hours, hours: shift.logout_time === null ? shift.hours : hours || null };
}

export const commissionSumAtom = sumOver({
  part: ({ commission }) => commission,
  opensAs: 'commission of the day',
  format: formatMoney,
  total: (totals) => ({ text: formatMoney(totals.commission), step: shiftsText(totals.shifts) }),
});

export const hoursSumAtom = sumOver({
  part: ({ hours }) => hours ?? 'N/A',
  opensAs: 'sales per hour',
  format: formatHours,
  total: ({ hours, shifts }) => ({ text: formatHours(hours), step: shiftsText(shifts) }),
});

export const meanRateAtom = sumOver({
  part: ({ hours }) => hours ?? 'N/A',
  opensAs: 'sales per hour',
  format: (hours, { sales }) => `${salesText(sales)} ÷ ${formatHours(hours)}`,
  total({ sales, hours, salesPerHour }) {
    if (salesPerHour === null) return { text: 'N/A', step: 'No shift has hours yet' };
    const text = formatDecimal(salesPerHour);
    return {
      text,
      named: `an average of ${text} sales per hour`,
      step: `${salesText(sales)} ÷ ${formatHours(hours)}`,
    };
  },
});

/** The employee of the report, as the subtitle of an opened sum. */
export const aboutSumsAtom = atom((get) => {
  const [shift] = get(shiftsAtom) ?? [];
  return shift ? `${fullName(shift)}, the shifts of this report` : 'The shifts of this report';
});

export function shiftsText(count: number): string {
  return count === 1 ? '1 shift' : `${formatDecimal(count, 0)} shifts`;
}

function salesText(count: number): string {
  return count === 1 ? '1 sale' : `${formatDecimal(count, 0)} sales`;
}

type SumOver = {
  part: (shift: ShiftLogRow) => number | 'N/A';
  /** The number that a part of the sum opens. */
  opensAs: 'commission of the day' | 'sales per hour';
  format: (value: number, shift: ShiftLogRow) => string;
  total: (totals: ReportTotals) => Omit<Sum, 'parts'>;
};

/** The shifts that have this figure, and their sum. */
function sumOver({ part, opensAs, format, total }: SumOver): Atom<Sum> {
  return atom((get) => {
    const parts = (get(shiftsAtom) ?? []).flatMap((shift) => {
      const value = part(shift);
      if (value === 'N/A') return [];
      const question: NumberQuestion = { of: opensAs, id: shift.employee_id, date: shift.login_date };
      return [{ label: formatDate(shift.login_date), text: format(value, shift), question }];
    });
    return { parts, ...total(get(reportTotalsAtom)) };
  });
}
