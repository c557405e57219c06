import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { paths, pathTo } from '../../app/paths.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';

const COLUMNS: readonly Column<Goal>[] = [
  { label: 'No', show: (_goal, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (goal) => <Link to={pathTo(paths.goal, goal.id)}>{goal.name}</Link>,
    sortBy: (goal) => goal.name,
    card: 'heading',
  },
  {
    label: 'Sales Hourly',
    show: (goal) => formatNumber(goal.hourly_sales),
    sortBy: (goal) => goal.hourly_sales,
    numeric: true,
  },
  {
    label: 'Decisions Hourly',
    show: (goal) => formatNumber(goal.hourly_decisions),
    sortBy: (goal) => goal.hourly_decisions,
    numeric: true,
  },
];

export function GoalsTable({ goals, empty }: { goals: readonly Goal[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="All Goals"
      columns={COLUMNS}
      rows={goals}
      keyOf={(goal) => goal.id}
      download="goals"
      empty={empty}
    />
  );
}
