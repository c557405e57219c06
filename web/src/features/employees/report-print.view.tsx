import { useAtomValue } from 'jotai';
import { localDate } from '#contracts/local-date.ts';
import { clockAtom, timeZoneAtom } from '../../app/clock.atoms.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { meets } from '../../app/session/permissions.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { formatDate } from '../../ui/format.ts';
import { Wordmark } from '../../ui/mark.tsx';
import { companyResource } from './company-name.atoms.ts';
import styles from './report-print.module.css';

/** On paper only: whose report this is, and of when. */
export function PrintedHead() {
  // Of the paper, whatever moment the report shows.
  const today = localDate(useAtomValue(clockAtom), useAtomValue(timeZoneAtom));
  const me = useAtomValue(employeeAtom);
  return (
    <div className={styles.head}>
      <Wordmark />
      {/* The company's name is known to its super employee. */}
      {meets(me, 'super employee') && <CompanyName />}
      <span>Printed {formatDate(today)}</span>
    </div>
  );
}

function CompanyName() {
  const name = useResource(companyResource, null)?.requestedData[0]?.company_name;
  return name ? <span>{name}</span> : null;
}
