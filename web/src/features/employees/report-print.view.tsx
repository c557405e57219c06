import { useAtomValue } from 'jotai';
import { localDate } from '#contracts/local-date.ts';
import { clockAtom, timeZoneAtom } from '../../kit/clock.atoms.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { formatDate } from '../../ui/format.ts';
import { Wordmark } from '../../ui/mark.tsx';
import styles from './report-print.module.css';

/** On paper only: the employee and the date of the report. */
export function PrintedHead() {
  // The time of printing, whatever moment the report shows.
  const today = localDate(useAtomValue(clockAtom), useAtomValue(timeZoneAtom));
  const me = useAtomValue(employeeAtom);
  return (
    <div className={styles.head}>
      <Wordmark />
      {/* Only the super employee may load the company. */}
      {hasRole(me, 'super employee') && <CompanyName />}
      <span>Printed {formatDate(today)}</span>
    </div>
  );
}

function CompanyName() {
  const name = useQuery(companyQuery, null)?.requestedData[0]?.company_name;
  return name ? <span>{name}</span> : null;
}
