import { Link, useSearchParams } from 'react-router-dom';
import { SearchedList } from '../../kit/lists/searched-list.view.tsx';
import { paths } from '../../kit/paths.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fullName } from '../../ui/full-name.ts';
import { EMPLOYEE_COLUMNS, FORMER_EMPLOYEE_COLUMNS } from './employee-columns.view.tsx';
import { formerEmployeesQuery } from './employees.atoms.ts';
import { invitationsQuery } from './invitations.atoms.ts';
import { PendingEmails } from './pending-emails.view.tsx';

/** The present employees; with `?former=yes` the deleted ones. */
export function AllEmployeesPage() {
  return useSearchParams()[0].get('former') === 'yes' ? <FormerEmployees /> : <PresentEmployees />;
}

function PresentEmployees() {
  useQuery(invitationsQuery, null);
  return (
    <SearchedList
      title="All Employees"
      note={<Link to={`${paths.allEmployees}?former=yes`}>Former employees</Link>}
      notice={<PendingEmails />}
      one="employee"
      many="employees"
      query={allEmployeesQuery}
      parameters={null}
      columns={EMPLOYEE_COLUMNS}
      keyOf={(employee) => employee.id}
      nameOf={fullName}
      addPath={paths.addEmployee}
      purpose="Whom you add here is invited by mail."
    />
  );
}

function FormerEmployees() {
  return (
    <SearchedList
      title="Former Employees"
      note={<Link to={paths.allEmployees}>All Employees</Link>}
      one="former employee"
      many="former employees"
      query={formerEmployeesQuery}
      parameters={null}
      columns={FORMER_EMPLOYEE_COLUMNS}
      keyOf={(employee) => employee.id}
      nameOf={fullName}
      addPath={null}
      none={
        <EmptyState title="No former employees">
          Deleted employees are listed here. Their sales, shifts and commission stay.
        </EmptyState>
      }
      download="former-employees"
    />
  );
}
