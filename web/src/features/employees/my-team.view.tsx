import { useAtomValue } from 'jotai';
import { SearchedList } from '../../kit/lists/searched-list.view.tsx';
import { paths } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fullName } from '../../ui/full-name.ts';
import { EMPLOYEE_COLUMNS } from './employee-columns.view.tsx';
import { teamQuery } from './employees.atoms.ts';
import { invitationsQuery } from './invitations.atoms.ts';

export function MyTeamPage() {
  const { id } = useAtomValue(employeeAtom);
  useQuery(invitationsQuery, null);
  return (
    <SearchedList
      title="My Team"
      one="employee"
      many="employees"
      query={teamQuery}
      parameters={id}
      columns={EMPLOYEE_COLUMNS}
      keyOf={(employee) => employee.id}
      nameOf={fullName}
      addPath={paths.addEmployee}
      none={<NoTeam />}
      download="my-team"
    />
  );
}

function NoTeam() {
  return (
    <EmptyState
      title="Nobody is in your team yet"
      action={<LinkButton to={paths.allEmployees}>All Employees</LinkButton>}
    >
      Choose yourself as the manager of an employee, or add one: whom you add is in your team.
    </EmptyState>
  );
}
