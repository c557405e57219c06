import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { FileText, KeyRound, Pencil, Receipt } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { HistoryLink } from '../../kit/lists/history-link.view.tsx';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { historyPath, paths, pathTo } from '../../kit/paths.ts';
import { formerText } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { maySeeAccess } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDateOf, formatLoginTime, formatRate } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { type ChartFigure, WeeklyChart } from '../../ui/weekly-chart.tsx';
import styles from './employee-card.module.css';
import { EmployeeCommission } from './employee-commission.view.tsx';
import { EmployeeSignIn } from './employee-sign-in.view.tsx';
import {
  chartQuery,
  createEmployeeDeletion,
  employeeIsMissingAtom,
  employeeOfPageAtom,
  employeeQuery,
  mayDeleteAtom,
} from './employees.atoms.ts';
import { Invitation } from './invitation.view.tsx';
import { MissingEmployee } from './missing-employee.view.tsx';

export function EmployeeCardPage() {
  const { id = '' } = useParams();
  return <EmployeeCard key={id} id={id} />;
}

function EmployeeCard({ id }: { id: string }) {
  const [deletion] = useState(createEmployeeDeletion);
  const employee = useAtomValue(employeeOfPageAtom);
  const me = useAtomValue(employeeAtom);
  const isMissing = useAtomValue(employeeIsMissingAtom);
  const mayDelete = useAtomValue(mayDeleteAtom);
  const isPast = useAtomValue(isPastAtom);
  const [alert, setAlert] = useAtom(deletion.alertAtom);
  const { leaving, leaveDeleted } = useLeaveScreen();
  const resting = useAtomValue(deletion.busyAtom) || leaving;
  // The deletion itself is news, too, and a deleted employee cannot be loaded again.
  useQuery(employeeQuery, id, { paused: resting });

  // After a deletion its message is shown above the former card.
  if (isMissing && !leaving) return <MissingEmployee title="Employee" id={id} />;
  const gone = () => {
    leaveDeleted(paths.allEmployees, LEAVE_AFTER_MS.delete);
  };
  const actions = employee && !leaving && (
    <>
      <HistoryLink kind="employee" id={id} />
      {maySeeAccess(employee, me) && (
        <LinkButton variant="plain" to={historyPath('access', id)}>
          <Icon of={KeyRound} size={16} /> Access
        </LinkButton>
      )}
      <LinkButton variant="plain" to={pathTo(paths.employeeSales, id)}>
        <Icon of={Receipt} size={16} /> Sales
      </LinkButton>
      <LinkButton variant="plain" to={pathTo(paths.employeeReport, id)}>
        <Icon of={FileText} size={16} /> Report
      </LinkButton>
      {employee.deleted_at === undefined && (
        <NowOnly>
          <LinkButton variant="plain" to={pathTo(paths.editEmployee, id)}>
            <Icon of={Pencil} size={16} /> Edit
          </LinkButton>
        </NowOnly>
      )}
      {mayDelete && !isPast && (
        <DeleteButton
          deletion={deletion}
          row={id}
          what="The employee"
          name={fullName(employee)}
          onDone={gone}
        />
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title={employee ? fullName(employee) : 'Employee'}
        note={formerText(employee) ?? 'Employee'}
        aside={actions}
      />
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      {!leaving && <QueryState of={employeeQuery} loading="Loading the employee" />}
      {employee && (
        <TwoColumns>
          <Panel>
            <EmployeeFacts employee={employee} />
            {employee.deleted_at === undefined && <Invitation id={id} />}
          </Panel>
          <div className={styles.figures}>
            <Panel title="Weekly Stats">
              <EmployeeChart id={id} resting={resting} />
            </Panel>
            <Panel title="Commission">
              <EmployeeCommission id={id} resting={resting} />
            </Panel>
            {!isPast && <EmployeeSignIn id={id} />}
          </div>
        </TwoColumns>
      )}
    </>
  );
}

function EmployeeChart({ id, resting }: { id: string; resting: boolean }) {
  const rows = useQuery(chartQuery, id, { paused: resting })?.requestedData;
  const hasFailed = useAtomValue(chartQuery.errorAtom) !== null;
  const reload = useSetAtom(chartQuery.reloadAtom);
  return (
    <WeeklyChart
      rows={rows ?? (hasFailed ? null : undefined)}
      onRetry={() => void reload()}
      figure={DayFigure}
    />
  );
}

function DayFigure({ date, text, children }: ChartFigure) {
  const { id = '' } = useParams();
  return (
    <OpenableNumber question={{ of: 'sales per hour', id, date }} text={text}>
      {children}
    </OpenableNumber>
  );
}

function EmployeeFacts({ employee }: { employee: EmployeeDetails }) {
  const { id, deleted_at } = employee;
  const rate = formatRate(employee.sales_per_hour);
  return (
    <Facts
      facts={[
        ['First Name', employee.first_name],
        ['Last Name', employee.last_name],
        [
          'Email',
          employee.pending_email
            ? `${employee.email} (${employee.pending_email} is not confirmed yet)`
            : employee.email,
        ],
        ['Campaign', employee.campaign_name ?? '–'],
        ['Employee Number', employee.employee_number || '–'],
        ['Employee Role', employee.employee_role],
        [
          'Sales Per Hour',
          <OpenableNumber key="rate" question={{ of: 'sales per hour', id, date: 'today' }} text={rate}>
            <NumberRoll text={rate} />
          </OpenableNumber>,
        ],
        deleted_at
          ? ['Left On', formatDateOf(deleted_at)]
          : ['Logged In At', formatLoginTime(employee) ?? 'Not today'],
      ]}
    />
  );
}
