import { useAtom, useAtomValue } from 'jotai';
import { ChevronLeft, ChevronRight, Settings } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import type { PayPeriod } from '#contracts/pay/pay-periods.ts';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths, payrollPath } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { LinkButton } from '../../ui/button.tsx';
import { formatDates } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoSchedule } from './no-schedule.view.tsx';
import { rulesQuery } from './pay.atoms.ts';
import styles from './pay.module.css';
import { choiceAtom, createDecisions, openingAtom, payrollQuery, periodsAtom } from './payroll.atoms.ts';
import { PayrollSummary } from './payroll-summary.view.tsx';
import { PayrollTable } from './payroll-table.view.tsx';

/** The statements of all people for a period. */
export function PayrollPage() {
  const { from } = useParams();
  useQuery(rulesQuery, null);
  const periods = useAtomValue(periodsAtom);
  const opening = useAtomValue(openingAtom);
  const choice = useAtomValue(choiceAtom)(from ?? '');
  const isSuper = hasRole(useAtomValue(employeeAtom), 'super employee');
  // It stays on that period when all of it is paid.
  if (from === undefined && opening !== undefined) return <Navigate to={payrollPath(opening)} replace />;
  if (periods && periods.length > 0 && !choice)
    return (
      <MissingRow
        title="Payroll"
        message={messages.noSuchPayPeriod}
        list={paths.payroll}
        listLabel="Payroll"
      />
    );
  return (
    <>
      <PageHeader
        title="Payroll"
        note={choice && formatDates(choice.period.from, choice.period.to)}
        aside={
          choice && (
            <>
              <Neighbour period={choice.previous} label="Previous" />
              <Neighbour period={choice.next} label="Next" />
              {isSuper && (
                <NowOnly>
                  <LinkButton variant="plain" to={paths.paySettings}>
                    <Icon of={Settings} size={16} /> Pay settings
                  </LinkButton>
                </NowOnly>
              )}
            </>
          )
        }
      />
      <QueryState of={rulesQuery} loading="Loading the pay periods" />
      {periods?.length === 0 && <NoSchedule />}
      {choice && <PeriodPayroll key={choice.period.from} period={choice.period} />}
    </>
  );
}

function Neighbour({ period, label }: { period: PayPeriod | undefined; label: 'Previous' | 'Next' }) {
  if (!period) return null;
  return (
    <LinkButton
      variant="plain"
      to={payrollPath(period.from)}
      title={formatDates(period.from, period.to)}
      aria-label={`${label} period`}
    >
      {label === 'Previous' && <Icon of={ChevronLeft} size={16} />}
      {label}
      {label === 'Next' && <Icon of={ChevronRight} size={16} />}
    </LinkButton>
  );
}

function PeriodPayroll({ period }: { period: PayPeriod }) {
  const [decisions] = useState(createDecisions);
  const [alert, setAlert] = useAtom(decisions.alertAtom);
  const rows = useQuery(payrollQuery, period.from)?.requestedData;
  return (
    <>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <QueryState of={payrollQuery} loading="Loading the payroll" />
      {rows && (
        <div className={styles.page}>
          <PayrollSummary period={period} rows={rows} decisions={decisions} />
          <PayrollTable from={period.from} rows={rows} decisions={decisions} />
        </div>
      )}
    </>
  );
}
