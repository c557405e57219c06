import { useAtomValue } from 'jotai';
import { paths } from '../../app/paths.ts';
import { employeeAtom } from '../../app/session.atoms.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmployeeList } from './employee-list.view.tsx';
import { teamResource } from './employees.atoms.ts';

export function MyTeamPage() {
  const { id } = useAtomValue(employeeAtom);
  return (
    <EmployeeList
      title="My Team"
      resource={teamResource}
      question={id}
      download="my-team"
      empty={
        <EmptyState
          title="Nobody is in your team yet"
          action={<LinkButton to={paths.allEmployees}>All Employees</LinkButton>}
        >
          Choose yourself as the manager of an employee, or add one: whom you add is in your team.
        </EmptyState>
      }
    />
  );
}
