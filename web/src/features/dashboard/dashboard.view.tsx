import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import { OwnCommission } from '../../kit/numbers/own-commission.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { signedInByPasswordAtom } from '../../kit/session/passkey-offer.atoms.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { pastSales, pastSelf, pastSelfAtom, pastTotal } from '../../kit/time-travel/own-past.atoms.ts';
import { formatDate } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Billboard } from './billboard.view.tsx';
import styles from './dashboard.module.css';
import { MyGoal, ShiftDetails } from './own-day.view.tsx';
import { areStepsAwayAtom } from './steps-away.atoms.ts';
import { WeeklyStats } from './weekly-stats.view.tsx';

const AccountNotice = lazy(async () => ({
  default: (await import('./account-notice.view.tsx')).AccountNotice,
}));
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.view.tsx')).FirstSteps }));
const PasskeyOffer = lazy(async () => ({
  default: (await import('./passkey-offer.view.tsx')).PasskeyOffer,
}));
const FactorNotice = lazy(async () => ({
  default: (await import('./factor-notice.view.tsx')).FactorNotice,
}));
const ShowMe = lazy(async () => ({ default: (await import('./show-me.view.tsx')).ShowMe }));

export function DashboardPage() {
  const today = useAtomValue(todayAtom);
  const isPast = useAtomValue(isPastAtom);
  const me = useAtomValue(employeeAtom);
  const areStepsAway = useAtomValue(areStepsAwayAtom);
  const byPassword = useAtomValue(signedInByPasswordAtom);
  const showMe = me.company_id === DEMO_COMPANY_ID && !isPast && (
    <Suspense>
      <ShowMe />
    </Suspense>
  );
  return (
    <>
      {isPast && <OwnPast />}
      <PageHeader title="Dashboard" note={formatDate(today, 'long')} aside={showMe} />
      {!isPast && (
        <Suspense>
          <AccountNotice />
        </Suspense>
      )}
      {!isPast && (hasRole(me, 'super employee') || byPassword) && (
        <Suspense>{hasRole(me, 'super employee') ? <FactorNotice /> : <PasskeyOffer />}</Suspense>
      )}
      {hasRole(me, 'manager') && !isPast && !areStepsAway && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
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
  const today = useAtomValue(todayAtom);
  useQuery(pastSelf, id);
  useQuery(pastSales, useAtomValue(pastSelfAtom)?.login_date ?? today);
  useQuery(pastTotal, { id, from: '', to: '' });
}
