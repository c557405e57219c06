import { paths } from '../../app/paths.ts';
import { SearchedList } from '../../app/searched-list.view.tsx';
import { EMPLOYEE_COLUMNS } from './employee-columns.view.tsx';
import { allEmployeesResource } from './employees.atoms.ts';
import { fullName } from './full-name.ts';

export function AllEmployeesPage() {
  return (
    <SearchedList
      title="All Employees"
      one="employee"
      many="employees"
      resource={allEmployeesResource}
      question={null}
      columns={EMPLOYEE_COLUMNS}
      keyOf={(employee) => employee.id}
      nameOf={fullName}
      addPath={paths.addEmployee}
      purpose="Who is added here can sign in at once."
    />
  );
}
