import { useAtomValue } from 'jotai';
import { formatDecimal, formatHours } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { reportTotalsAtom } from './report.atoms.ts';
import styles from './report-totals.module.css';

/** What the shifts below come to. */
export function ReportTotals() {
  const { commission, hours, shifts, salesPerHour } = useAtomValue(reportTotalsAtom);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Commission</dt>
        <dd data-testid="report-commission">
          <Money dollars={commission} />
        </dd>
      </div>
      <div>
        <dt>{shifts === 1 ? '1 shift' : `${formatDecimal(shifts, 0)} shifts`}</dt>
        <dd>{formatHours(hours)}</dd>
      </div>
      <div>
        <dt>Average sales/hr</dt>
        <dd>{salesPerHour === null ? 'N/A' : formatDecimal(salesPerHour)}</dd>
      </div>
    </dl>
  );
}
