import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { EmployeeDetails, ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  createEmployeeEdit,
  followOwnEditAtom,
  leaveEditAtom,
  lockedFieldsAtom,
} from './edit-employee.atoms.ts';
import { EmployeeFields } from './employee-fields.view.tsx';
import {
  allEmployeesResource,
  employeeIsMissingAtom,
  employeeOfPageAtom,
  employeeResource,
} from './employees.atoms.ts';
import { fullName } from './full-name.ts';
import { createManagersFor } from './managers.atoms.ts';
import { MissingEmployee } from './missing-employee.view.tsx';

const TITLE = 'Edit Employee';

export function EditEmployeePage() {
  const { id = '' } = useParams();
  useResource(employeeResource, id);
  useResource(allEmployeesResource, null);
  const employee = useAtomValue(employeeOfPageAtom);
  const isMissing = useAtomValue(employeeIsMissingAtom);
  if (isMissing) return <MissingEmployee title={TITLE} id={id} />;
  return (
    <>
      <PageHeader
        title={TITLE}
        note={employee && <Link to={pathTo(paths.employee, id)}>{fullName(employee)}</Link>}
        aside={<Link to={paths.allEmployees}>All Employees</Link>}
      />
      <ResourceState of={employeeResource} loading="Loading the employee" />
      {employee && <EmployeeSheet key={employee.id} employee={employee} />}
    </>
  );
}

function EmployeeSheet({ employee }: { employee: EmployeeDetails }) {
  const [edit] = useState(() => createEmployeeEdit(employee.id));
  const [managersAtom] = useState(() => createManagersFor(employee));
  const others = useAtomValue(edit.othersAtom);
  const managers = useAtomValue(managersAtom);
  const locked = useAtomValue(lockedFieldsAtom);
  const reloadList = useSetAtom(allEmployeesResource.reloadAtom);
  const followOwnEdit = useSetAtom(followOwnEditAtom);
  const { leaving, leave } = useLeaving();
  const leaveEdit = useSetAtom(leaveEditAtom);
  useEffect(() => () => leaveEdit(), [leaveEdit]);
  const saved = (edited: ListedEmployee | undefined) => {
    void reloadList();
    const mayGoOn = followOwnEdit(edited);
    leave(mayGoOn ? paths.allEmployees : paths.dashboard, LEAVE_AFTER_MS.edit);
  };
  return (
    <Panel narrow>
      <FormSheet
        form={edit}
        action="Save employee"
        busyAction="Saving…"
        onDone={(reply) => saved(reply.requestedData[0])}
        leaving={leaving}
      >
        <EmployeeFields
          form={edit}
          managers={managers}
          others={others}
          locked={locked}
          campaignName={employee.campaign_name}
        />
      </FormSheet>
    </Panel>
  );
}
