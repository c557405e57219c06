import { Link } from 'react-router-dom';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { SearchedList } from '../../kit/lists/searched-list.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import type { Column } from '../../ui/column.ts';
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

export function AllGoalsPage() {
  return (
    <SearchedList
      title="All Goals"
      one="goal"
      many="goals"
      query={goalsQuery}
      parameters={null}
      columns={COLUMNS}
      keyOf={(goal) => goal.id}
      nameOf={(goal) => goal.name}
      addPath={paths.addGoal}
      purpose="A goal says how many sales and decisions an hour are expected. Every campaign stands on one."
    />
  );
}
