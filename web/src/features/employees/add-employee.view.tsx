import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { paths } from '../../app/routes/paths.ts';
import { Beside } from '../../ui/beside.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { newcomersAtom, newEmployeeForm } from './add-employee.atoms.ts';
import { EmployeeFields } from './employee-fields.view.tsx';
import { allEmployeesResource } from './employees.atoms.ts';
import { managersForNewAtom } from './managers.atoms.ts';
import { NewPassword } from './new-password.view.tsx';
import { Newcomers } from './newcomers.view.tsx';

export function AddEmployeePage() {
  useResource(allEmployeesResource, null);
  const managers = useAtomValue(managersForNewAtom);
  const reloadList = useSetAtom(allEmployeesResource.reloadAtom);
  const setNewcomers = useSetAtom(newcomersAtom);
  useEffect(() => () => setNewcomers([]), [setNewcomers]);
  return (
    <>
      <PageHeader title="Add Employee" aside={<Link to={paths.allEmployees}>All Employees</Link>} />
      <Beside sheet>
        <Panel>
          <FormSheet
            form={newEmployeeForm}
            action="Add employee"
            busyAction="Adding…"
            next="firstName"
            onDone={() => void reloadList()}
          >
            <EmployeeFields form={newEmployeeForm} managers={managers} password={<NewPassword />} />
          </FormSheet>
        </Panel>
        <Newcomers />
      </Beside>
    </>
  );
}
