import { paths } from '../../app/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmployeeList } from './employee-list.view.tsx';
import { allEmployeesResource } from './employees.atoms.ts';

export function AllEmployeesPage() {
  return (
    <EmployeeList
      title="All Employees"
      resource={allEmployeesResource}
      question={null}
      download="employees"
      empty={
        <EmptyState
          title="No employees yet"
          action={<LinkButton to={paths.addEmployee}>Add employee</LinkButton>}
        >
          Who is added here can sign in at once.
        </EmptyState>
      }
    />
  );
}
