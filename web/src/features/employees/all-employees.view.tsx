import { SearchedList } from '../../kit/lists/searched-list.view.tsx';
import { paths } from '../../kit/paths.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { fullName } from '../../ui/full-name.ts';
import { EMPLOYEE_COLUMNS } from './employee-columns.view.tsx';

export function AllEmployeesPage() {
  return (
    <SearchedList
      title="All Employees"
      one="employee"
      many="employees"
      query={allEmployeesQuery}
      parameters={null}
      columns={EMPLOYEE_COLUMNS}
      keyOf={(employee) => employee.id}
      nameOf={fullName}
      addPath={paths.addEmployee}
      purpose="Who is added here can sign in at once."
    />
  );
}
