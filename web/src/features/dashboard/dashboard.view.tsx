import { useAtomValue } from 'jotai';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import { OwnCommission } from '../../kit/numbers/own-commission.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { pastSales, pastSelf, pastTotal } from '../../kit/time-travel/own-past.atoms.ts';
import { formatDate } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Billboard } from './billboard.view.tsx';
import styles from './dashboard.module.css';
import { MyGoal, ShiftDetails } from './own-day.view.tsx';
import { WeeklyStats } from './weekly-stats.view.tsx';

export function DashboardPage() {
  const today = useAtomValue(todayAtom);
  const isPast = useAtomValue(isPastAtom);
  return (
    <>
      {isPast && <OwnPast />}
      <PageHeader title="Dashboard" note={formatDate(today, 'long')} />
      <div className={styles.figures}>
        <OwnCommission />
        <MyGoal />
        <ShiftDetails />
      </div>
      <div className={styles.sheets}>
        <Billboard />
        <WeeklyStats />
      </div>
    </>
  );
}

function OwnPast() {
  useOwnPast();
  return null;
}

/** Loads the own figures of the past, for screens that show it. */
function useOwnPast(): void {
  const { id } = useAtomValue(employeeAtom);
  useQuery(pastSelf, id);
  useQuery(pastSales, useAtomValue(todayAtom));
  useQuery(pastTotal, { id, date: '' });
}
