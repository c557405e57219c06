import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { NumberQuestion } from '../../app/opened-number.atoms.ts';
import { Opens } from '../../app/opens.view.tsx';
import { formatDate, formatDecimal, formatHours, formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { reportTotalsAtom, shiftsAtom } from './report.atoms.ts';
import styles from './report-totals.module.css';

/** What the shifts below come to. */
export function ReportTotals() {
  const { commission, hours, shifts, salesPerHour } = useAtomValue(reportTotalsAtom);
  const count = shifts === 1 ? '1 shift' : `${formatDecimal(shifts, 0)} shifts`;
  const mean = salesPerHour === null ? 'N/A' : formatDecimal(salesPerHour);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Commission</dt>
        <dd data-testid="report-commission">
          <Total
            of={(shift) => shift.commission}
            part="commission of the day"
            as={formatMoney}
            text={formatMoney(commission)}
            step={count}
          >
            <Money dollars={commission} />
          </Total>
        </dd>
      </div>
      <div>
        <dt>{count}</dt>
        <dd>
          <Total
            of={(shift) => shift.shift_duration}
            part="sales per hour"
            as={formatHours}
            text={formatHours(hours)}
            step={count}
          >
            {formatHours(hours)}
          </Total>
        </dd>
      </div>
      <div>
        <dt>Average sales/hr</dt>
        <dd>
          <Total
            of={(shift) => shift.sales_per_hour}
            part="sales per hour"
            as={formatDecimal}
            text={mean}
            step="Sum of the shifts with a rate ÷ their number"
          >
            {mean}
          </Total>
        </dd>
      </div>
    </dl>
  );
}

type TotalProps = {
  of: (shift: ShiftLogRow) => number | 'N/A';
  /** What its parts open as. */
  part: 'commission of the day' | 'sales per hour';
  as: (value: number) => string;
  text: string;
  step: string;
  children: ReactNode;
};

/** Opens to the shifts that have the figure; each of them opens to its day. */
function Total({ of, part, as, text, step, children }: TotalProps) {
  const shifts = useAtomValue(shiftsAtom) ?? [];
  const parts = shifts.flatMap((shift) => {
    const value = of(shift);
    const question: NumberQuestion = {
      of: part,
      id: shift.employee_id,
      date: shift.login_date,
    };
    return value === 'N/A' ? [] : [{ label: formatDate(shift.login_date), text: as(value), question }];
  });
  return (
    <Opens question={{ of: 'sum', text, about: 'The shifts of this report', parts, step }} text={text}>
      {children}
    </Opens>
  );
}
