import { useAtom, useAtomValue } from 'jotai';
import { Printer, Scale } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { currentDateAtom, todayAtom } from '../../kit/clock.atoms.ts';
import { WrongDates } from '../../kit/lists/period-fields.view.tsx';
import { comparisonPath, paths, pathTo, replayPath } from '../../kit/paths.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { formerText } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loading, Wordmark } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddShift } from './add-shift.view.tsx';
import { employeeIsMissingAtom, employeeOfPageAtom, employeeQuery } from './employees.atoms.ts';
import { MissingEmployee } from './missing-employee.view.tsx';
import { reportAlertAtom, reportQuery } from './report.atoms.ts';
import { useReportPeriod, useShiftsOf } from './report-period.hooks.ts';
import { datesText, type ReportPeriod } from './report-period.ts';
import { PeriodChoice } from './report-period.view.tsx';
import printing from './report-print.module.css';
import styles from './report-print.module.css';
import { ReportTable, ReportTotals } from './report-table.view.tsx';

const LOADING = 'Loading the report';

export function EmployeeReportPage() {
  const { id = '' } = useParams();
  return <Report id={id} isOwn={false} />;
}

/** The shifts of an employee by period: for managers, who may change them, or as the own My Shifts. */
export function Report({ id, isOwn }: { id: string; isOwn: boolean }) {
  const { period, dates, choose } = useReportPeriod(id);
  useQuery(employeeQuery, id, { ignoresTags: true });
  const shifts = useShiftsOf(id, dates);
  const employee = useAtomValue(employeeOfPageAtom);
  const isMissing = useAtomValue(employeeIsMissingAtom);
  const today = useAtomValue(todayAtom);
  const [alert, setAlert] = useAtom(reportAlertAtom);
  if (isMissing) return <MissingEmployee title="Report" id={id} />;

  const name = employee ? fullName(employee) : '';
  const former = formerText(employee);
  const mayEdit = !isOwn && former === undefined;
  const date = period.kind === 'date' ? period.date : '';
  const isWrong = period.kind === 'wrong';
  return (
    <>
      <PrintedHead />
      <PageHeader
        title={isOwn ? 'My Shifts' : name || 'Report'}
        note={
          <>
            {dates === undefined ? 'Report' : `Report ${datesText(dates)}`}
            {former && ` · ${former}`}
            <span className={printing.screen}>
              {' · '}
              {isOwn ? (
                <Link to={paths.mySales}>My Sales</Link>
              ) : (
                <Link to={pathTo(paths.employee, id)}>Employee</Link>
              )}
              {date && (
                <>
                  {' · '}
                  <Link to={replayPath(date)}>Replay of the day</Link>
                </>
              )}
            </span>
          </>
        }
        aside={
          <>
            <PeriodChoice period={period} dates={dates} onChoose={choose} />
            {!isOwn && date && date < today && (
              <LinkButton variant="plain" to={comparisonPath(date)}>
                <Icon of={Scale} size={16} /> Then and today
              </LinkButton>
            )}
            {shifts && shifts.length > 0 && (
              <Button variant="plain" onClick={() => print()}>
                <Icon of={Printer} size={16} /> Print
              </Button>
            )}
          </>
        }
      />
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      {!employee && <QueryState of={employeeQuery} loading={LOADING} />}
      {employee && isWrong && <WrongDates />}
      {employee && !isWrong && dates === undefined && <Loading label={LOADING} />}
      {employee && dates !== undefined && <QueryState of={reportQuery} loading={LOADING} />}
      {shifts && employee && (
        <>
          {shifts.length > 0 && <ReportTotals />}
          <Panel flush>
            <ReportTable
              shifts={shifts}
              name={name}
              dates={dates ?? null}
              mayEdit={mayEdit}
              empty={
                <NoShifts
                  id={id}
                  isOwn={isOwn}
                  mayEdit={mayEdit}
                  period={period}
                  onAll={() => choose({ kind: 'all' })}
                />
              }
            />
          </Panel>
        </>
      )}
    </>
  );
}

type NoShiftsProps = {
  id: string;
  isOwn: boolean;
  mayEdit: boolean;
  period: ReportPeriod;
  onAll: () => void;
};

function NoShifts({ id, isOwn, mayEdit, period, onAll }: NoShiftsProps) {
  if (period.kind === 'all') {
    return (
      <EmptyState
        title="No shifts yet"
        action={
          isOwn ? (
            <LinkButton to={paths.dashboard}>Dashboard</LinkButton>
          ) : (
            <LinkButton to={pathTo(paths.employee, id)}>Back to the employee</LinkButton>
          )
        }
      >
        A shift begins with the first act of a day: a sign-in, or a sale by a person still signed in.
      </EmptyState>
    );
  }
  if (period.kind === 'date') {
    return (
      <EmptyState
        title="No shift on this date"
        action={
          <>
            <Button onClick={onAll}>Show all</Button>
            {mayEdit && <AddShift employeeId={id} date={period.date} />}
          </>
        }
      >
        {mayEdit
          ? 'Choose another date, show all, or add the shift if it is missing.'
          : `Choose another date, or show all.${isOwn ? ' A manager can add a shift that is missing.' : ''}`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No shifts in this period" action={<Button onClick={onAll}>Show all</Button>}>
      Choose another period, or show all.
    </EmptyState>
  );
}

/** On paper only: the employee and the date of the report. */
function PrintedHead() {
  // The time of printing, whatever moment the report shows.
  const today = useAtomValue(currentDateAtom);
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
