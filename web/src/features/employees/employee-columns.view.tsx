import { Link } from 'react-router-dom';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import type { Column } from '../../ui/column.ts';
import { formatDateOf } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { InvitedMark } from './invitation.view.tsx';

/** The columns of All Employees and My Team. */
export const EMPLOYEE_COLUMNS: readonly Column<ListedEmployee>[] = [
  { label: 'No', show: (_employee, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (employee) => (
      <>
        <Link to={pathTo(paths.employee, employee.id)}>{fullName(employee)}</Link>
        <InvitedMark id={employee.id} />
      </>
    ),
    sortBy: fullName,
    card: 'heading',
  },
  {
    label: 'Campaign',
    show: (employee) => employee.campaign_name ?? '–',
    sortBy: (employee) => employee.campaign_name,
  },
  {
    label: 'Employee Number',
    show: (employee) => employee.employee_number || '–',
    sortBy: (employee) => employee.employee_number || null,
  },
  { label: 'Role', show: (employee) => employee.employee_role, sortBy: (employee) => employee.employee_role },
  {
    label: 'Goal',
    show: (employee) => employee.goal_name ?? '–',
    sortBy: (employee) => employee.goal_name,
  },
];

/** The columns of Former Employees: the date on which they left instead of the goal. */
export const FORMER_EMPLOYEE_COLUMNS: readonly Column<ListedEmployee>[] = [
  ...EMPLOYEE_COLUMNS.filter(({ label }) => label !== 'Goal'),
  {
    label: 'Left On',
    show: ({ deleted_at }) => (deleted_at ? formatDateOf(deleted_at) : '–'),
    sortBy: ({ deleted_at }) => (deleted_at ? Date.parse(deleted_at) : null),
    csv: ({ deleted_at }) => deleted_at ?? null,
  },
];
