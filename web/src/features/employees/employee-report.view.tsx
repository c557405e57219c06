import { useAtom, useAtomValue } from 'jotai';
import { Printer, Scale } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { todayAtom } from '../../app/clock.atoms.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { comparisonPath, paths, pathTo, replayPath } from '../../app/routes/paths.ts';
import { useQueriedDate } from '../../app/time-travel/queried-date.hooks.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { reportTicketsAtom } from './edit-shift.atoms.ts';
import { employeeIsMissingAtom, employeeOfPageAtom, employeeResource } from './employees.atoms.ts';
import { fullName } from './full-name.ts';
import { MissingEmployee } from './missing-employee.view.tsx';
import { useNews } from './news.hooks.ts';
import { reportResource, shiftsAtom } from './report.atoms.ts';
import printing from './report-print.module.css';
import { PrintedHead } from './report-print.view.tsx';
import { ReportTable } from './report-table.view.tsx';
import { ReportTotals } from './report-totals.view.tsx';

export function EmployeeReportPage() {
  const { id = '' } = useParams();
  const [date, query] = useQueriedDate();
  useResource(employeeResource, id);
  useResource(reportResource, { id, date });
  useNews(reportResource, id);
  const employee = useAtomValue(employeeOfPageAtom);
  const isMissing = useAtomValue(employeeIsMissingAtom);
  const shifts = useAtomValue(shiftsAtom);
  const today = useAtomValue(todayAtom);
  const [tickets, setTickets] = useAtom(reportTicketsAtom);
  if (isMissing) return <MissingEmployee title="Report" id={id} />;

  const name = employee ? fullName(employee) : '';
  const tools = (
    <>
      <DateQuery key={date} date={date} onQuery={query} />
      {date && date < today && (
        <LinkButton look="plain" to={comparisonPath(date)}>
          <Icon of={Scale} size={16} /> Then and today
        </LinkButton>
      )}
      {shifts && shifts.length > 0 && (
        <Button look="plain" onClick={() => print()}>
          <Icon of={Printer} size={16} /> Print
        </Button>
      )}
    </>
  );
  return (
    <>
      <PrintedHead />
      <PageHeader
        title={name || 'Report'}
        note={
          <>
            {date ? `Report of ${formatDate(date, 'long')}` : 'Report of all dates'}
            <span className={printing.screen}>
              {' · '}
              <Link to={pathTo(paths.employee, id)}>Employee</Link>
              {date && (
                <>
                  {' · '}
                  <Link to={replayPath(date)}>Replay of the day</Link>
                </>
              )}
            </span>
          </>
        }
        aside={tools}
      />
      <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
      {employee ? (
        <ResourceState of={reportResource} loading="Loading the report" />
      ) : (
        <ResourceState of={employeeResource} loading="Loading the report" />
      )}
      {shifts && employee && (
        <>
          {shifts.length > 0 && <ReportTotals />}
          <Panel flush>
            <ReportTable
              shifts={shifts}
              name={name}
              empty={
                <NoShifts isDay={date !== ''} onAll={() => query('')} card={pathTo(paths.employee, id)} />
              }
            />
          </Panel>
        </>
      )}
    </>
  );
}

function NoShifts({ isDay, onAll, card }: { isDay: boolean; onAll: () => void; card: string }) {
  if (isDay) {
    return (
      <EmptyState title="No shift on this date" action={<Button onClick={onAll}>Show all</Button>}>
        Choose another date, or show all.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No shifts yet" action={<LinkButton to={card}>Back to the employee</LinkButton>}>
      A shift begins when the employee signs in for the first time on a day.
    </EmptyState>
  );
}
