import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { WrongDates } from '../../kit/lists/period-fields.view.tsx';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/number-roll.tsx';
import styles from './employee-card.module.css';
import { commissionQuery } from './employees.atoms.ts';
import { useReportPeriod } from './report-period.hooks.ts';
import { addressOf, datesText } from './report-period.ts';
import { PeriodChoice } from './report-period.view.tsx';

/** The commission of an employee by period, and the sales and shifts of the same period. */
export function EmployeeCommission({ id, resting }: { id: string; resting: boolean }) {
  const { period, dates, choose } = useReportPeriod(id, resting);
  const asked = { id, from: dates?.from ?? '', to: dates?.to ?? '' };
  const reply = useQuery(commissionQuery, asked, { paused: resting || dates === undefined });
  const isOfPeriod = JSON.stringify(useAtomValue(commissionQuery.parametersAtom)) === JSON.stringify(asked);
  const total = isOfPeriod && dates !== undefined ? reply?.commission : undefined;
  return (
    <>
      <div className={styles.period}>
        <PeriodChoice period={period} dates={dates} onChoose={choose} />
      </div>
      {period.kind === 'wrong' ? (
        <WrongDates />
      ) : (
        <QueryState of={commissionQuery} loading="Adding up the commission" />
      )}
      {total !== undefined && (
        <p className={styles.commission}>
          <strong data-testid="employee-commission">
            <OpenableNumber question={{ of: 'commission', ...asked }} text={formatMoney(total)}>
              <Money dollars={total} />
            </OpenableNumber>
          </strong>
          <span className={styles.note}>
            from Closed sales {datesText(dates ?? null)} ·{' '}
            <Link to={addressIn(paths.employeeSales, id, { from: asked.from, to: asked.to })}>
              Sales of the period
            </Link>{' '}
            · <Link to={addressIn(paths.employeeReport, id, addressOf(period))}>Shifts of the period</Link>
          </span>
        </p>
      )}
    </>
  );
}

function addressIn(
  path: Parameters<typeof pathTo>[0],
  id: string,
  parameters: Record<string, string>,
): string {
  const search = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== ''),
  ).toString();
  return pathTo(path, id) + (search && `?${search}`);
}
