import { Link } from 'react-router-dom';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fullName } from '../../ui/full-name.ts';
import { Panel } from '../../ui/panel.tsx';
import type { createCampaignCard } from './campaign.atoms.ts';

const COLUMNS: readonly Column<ListedEmployee>[] = [
  { label: 'No', show: (_employee, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (employee) => <Link to={pathTo(paths.employee, employee.id)}>{fullName(employee)}</Link>,
    sortBy: fullName,
    card: 'heading',
  },
  {
    label: 'Employee Number',
    show: (employee) => employee.employee_number || '–',
    sortBy: (employee) => employee.employee_number || null,
  },
  { label: 'Role', show: (employee) => employee.employee_role, sortBy: (employee) => employee.employee_role },
];

type CampaignEmployeesProps = {
  of: ReturnType<typeof createCampaignCard>['employeesQuery'];
  id: string;
};

/** The employees of a campaign. */
export function CampaignEmployees({ of, id }: CampaignEmployeesProps) {
  const employees = useQuery(of, id)?.requestedData;
  return (
    <Panel title="Employees" flush>
      <QueryState of={of} loading="Loading its employees" />
      {employees && (
        <DataTable
          caption="Employees"
          columns={COLUMNS}
          rows={employees}
          keyOf={(employee) => employee.id}
          download="employees-of-campaign"
          empty={<NoEmployees />}
        />
      )}
    </Panel>
  );
}

function NoEmployees() {
  return (
    <EmptyState
      title="Nobody works on this campaign"
      action={
        <LinkButton variant="plain" to={paths.allEmployees}>
          All Employees
        </LinkButton>
      }
    >
      Choose it for an employee, and that is where new sales start.
    </EmptyState>
  );
}
