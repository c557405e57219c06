import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { FileText, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { DeleteButton } from '../../app/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { HistoryLink } from '../../app/lists/history-link.view.tsx';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { NowOnly } from '../../app/time-travel/now-only.view.tsx';
import { Beside } from '../../ui/beside.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { createEmployeeDeletion, mayDeleteAtom } from './delete-employee.atoms.ts';
import { EmployeeChart } from './employee-chart.view.tsx';
import { EmployeeFacts } from './employee-facts.view.tsx';
import {
  allEmployeesResource,
  employeeIsMissingAtom,
  employeeOfPageAtom,
  employeeResource,
} from './employees.atoms.ts';
import { fullName } from './full-name.ts';
import { MissingEmployee } from './missing-employee.view.tsx';
import { useNews } from './news.hooks.ts';

export function EmployeeCardPage() {
  const { id = '' } = useParams();
  return <EmployeeCard key={id} id={id} />;
}

function EmployeeCard({ id }: { id: string }) {
  const [deletion] = useState(createEmployeeDeletion);
  useResource(employeeResource, id);
  const employee = useAtomValue(employeeOfPageAtom);
  const isMissing = useAtomValue(employeeIsMissingAtom);
  const mayDelete = useAtomValue(mayDeleteAtom);
  const isPast = useAtomValue(isPastAtom);
  const [tickets, setTickets] = useAtom(deletion.ticketsAtom);
  const reloadList = useSetAtom(allEmployeesResource.reloadAtom);
  const { leaving, leaveDeleted } = useLeaving();
  const resting = useAtomValue(deletion.busyAtom) || leaving;
  useNews(employeeResource, id, resting);

  // Who has just deleted somebody reads the message of that.
  if (isMissing && !leaving) return <MissingEmployee title="Employee" id={id} />;
  const gone = () => {
    void reloadList();
    leaveDeleted(paths.allEmployees, LEAVE_AFTER_MS.delete);
  };
  const actions = employee && !leaving && (
    <>
      <HistoryLink kind="employee" id={id} />
      <LinkButton look="plain" to={pathTo(paths.employeeReport, id)}>
        <Icon of={FileText} size={16} /> Report
      </LinkButton>
      <NowOnly>
        <LinkButton look="plain" to={pathTo(paths.editEmployee, id)}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
      </NowOnly>
      {mayDelete && !isPast && (
        <DeleteButton
          deletion={deletion}
          row={id}
          what={`The employee ${fullName(employee)}`}
          onDone={gone}
        />
      )}
    </>
  );
  return (
    <>
      <PageHeader title={employee ? fullName(employee) : 'Employee'} note="Employee" aside={actions} />
      <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
      {!leaving && <ResourceState of={employeeResource} loading="Loading the employee" />}
      {employee && (
        <Beside>
          <Panel>
            <EmployeeFacts employee={employee} />
          </Panel>
          <Panel title="Weekly Stats">
            <EmployeeChart id={id} resting={resting} />
          </Panel>
        </Beside>
      )}
    </>
  );
}
