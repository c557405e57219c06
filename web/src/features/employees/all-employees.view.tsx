import { SearchedList } from '../../app/lists/searched-list.view.tsx';
import { paths } from '../../app/routes/paths.ts';
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
