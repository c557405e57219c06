import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { paths } from '../../kit/paths.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { addedEmployeesAtom, newEmployeeForm } from './add-employee.atoms.ts';
import { AddedEmployees } from './added-employees.view.tsx';
import { EmployeeFields } from './employee-fields.view.tsx';
import { managersForNewAtom } from './managers.atoms.ts';
import { NewPassword } from './new-password.view.tsx';

export function AddEmployeePage() {
  useQuery(allEmployeesQuery, null);
  const managers = useAtomValue(managersForNewAtom);
  const setNewcomers = useSetAtom(addedEmployeesAtom);
  useEffect(() => () => setNewcomers([]), [setNewcomers]);
  return (
    <>
      <PageHeader title="Add Employee" aside={<Link to={paths.allEmployees}>All Employees</Link>} />
      <TwoColumns sheet>
        <Panel>
          <FormSheet form={newEmployeeForm} action="Add employee" busyAction="Adding…" next="firstName">
            <EmployeeFields form={newEmployeeForm} managers={managers} password={<NewPassword />} />
          </FormSheet>
        </Panel>
        <AddedEmployees />
      </TwoColumns>
    </>
  );
}
