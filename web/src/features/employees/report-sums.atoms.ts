import { type Atom, atom } from 'jotai';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { NumberQuestion, Sum } from '../../kit/numbers/opened-number.atoms.ts';
import { formatDate, formatDecimal, formatHours, formatMoney } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { type ReportTotals, reportTotalsAtom, shiftsAtom } from './report.atoms.ts';

export const commissionSumAtom = sumOver({
  part: ({ commission }) => commission,
  opensAs: 'commission of the day',
  format: formatMoney,
  total: (totals) => ({ text: formatMoney(totals.commission), step: shiftsText(totals.shifts) }),
});

export const hoursSumAtom = sumOver({
  part: ({ shift_duration: hours }) => hours,
  opensAs: 'sales per hour',
  format: formatHours,
  total: ({ hours, shifts }) => ({ text: formatHours(hours), step: shiftsText(shifts) }),
});

export const meanRateAtom = sumOver({
  part: ({ sales_per_hour: rate }) => rate,
  opensAs: 'sales per hour',
  format: formatDecimal,
  total({ rates, rated, salesPerHour }) {
    if (salesPerHour === null) return { text: 'N/A', step: 'No shift has a rate yet' };
    const text = formatDecimal(salesPerHour);
    return {
      text,
      named: `an average of ${text} sales per hour`,
      step: `${formatDecimal(rates)} ÷ ${shiftsText(rated)}`,
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

type SumOver = {
  part: (shift: ShiftLogRow) => number | 'N/A';
  /** The number that a part of the sum opens. */
  opensAs: 'commission of the day' | 'sales per hour';
  format: (value: number) => string;
  total: (totals: ReportTotals) => Omit<Sum, 'parts'>;
};

/** The shifts that have this figure, and their sum. */
function sumOver({ part, opensAs, format, total }: SumOver): Atom<Sum> {
  return atom((get) => {
    const parts = (get(shiftsAtom) ?? []).flatMap((shift) => {
      const value = part(shift);
      if (value === 'N/A') return [];
      const question: NumberQuestion = { of: opensAs, id: shift.employee_id, date: shift.login_date };
      return [{ label: formatDate(shift.login_date), text: format(value), question }];
    });
    return { parts, ...total(get(reportTotalsAtom)) };
  });
}
