import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { EmployeeDetails, ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { paths } from '../../kit/paths.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { fullName } from '../../ui/full-name.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  createEmployeeEdit,
  emailHintAtom,
  followOwnEditAtom,
  leaveEditAtom,
  lockedFieldsAtom,
} from './edit-employee.atoms.ts';
import { EmployeeFields } from './employee-fields.view.tsx';
import { createManagersFor } from './employee-form.atoms.ts';
import { employeeIsMissingAtom, employeeOfPageAtom, employeeQuery } from './employees.atoms.ts';
import { MissingEmployee } from './missing-employee.view.tsx';

const TITLE = 'Edit Employee';

export function EditEmployeePage() {
  const { id = '' } = useParams();
  useQuery(employeeQuery, id, { ignoresTags: true });
  useQuery(allEmployeesQuery, null);
  const employee = useAtomValue(employeeOfPageAtom);
  const isMissing = useAtomValue(employeeIsMissingAtom);
  if (isMissing || employee?.deleted_at) return <MissingEmployee title={TITLE} id={id} />;
  return (
    <>
      <PageHeader
        title={TITLE}
        note={employee && fullName(employee)}
        aside={<Link to={paths.allEmployees}>All Employees</Link>}
      />
      <QueryState of={employeeQuery} loading="Loading the employee" />
      {employee && <EmployeeSheet key={employee.id} employee={employee} />}
    </>
  );
}

function EmployeeSheet({ employee }: { employee: EmployeeDetails }) {
  const [edit] = useState(() => createEmployeeEdit(employee.id));
  const [managersAtom] = useState(() => createManagersFor(employee));
  const managers = useAtomValue(managersAtom);
  const locked = useAtomValue(lockedFieldsAtom);
  const emailHint = useAtomValue(emailHintAtom);
  const followOwnEdit = useSetAtom(followOwnEditAtom);
  const { leaving, leave } = useLeaveScreen();
  const leaveEdit = useSetAtom(leaveEditAtom);
  useEffect(() => () => leaveEdit(), [leaveEdit]);
  const saved = (edited: ListedEmployee | undefined) => {
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
          locked={locked}
          emailHint={emailHint}
          campaignName={employee.campaign_name}
        />
      </FormSheet>
      <UnsavedWork form={edit} />
    </Panel>
  );
}
