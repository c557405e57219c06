import { Plus } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { ResourceState } from '../../app/resource-state.view.tsx';
import { useSearchText } from '../../app/search.hooks.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { searched } from '../../ui/search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { goalsResource } from './goals.atoms.ts';
import { GoalsTable } from './goals-table.view.tsx';

export function AllGoalsPage() {
  const goals = useResource(goalsResource, null)?.requestedData;
  const [text, search] = useSearchText();
  const tools = (
    <>
      <SearchField label="Search by name" value={text} onChange={search} />
      <LinkButton to={paths.addGoal}>
        <Icon of={Plus} size={16} /> Add goal
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeader title="All Goals" aside={tools} />
      <ResourceState of={goalsResource} loading="Loading goals" />
      {goals && (
        <Panel flush>
          <GoalsTable
            goals={searched(goals, text, (goal) => goal.name)}
            empty={goals.length === 0 ? <NoGoals /> : <NotFound text={text} onClear={() => search('')} />}
          />
        </Panel>
      )}
    </>
  );
}

function NoGoals() {
  return (
    <EmptyState title="No goals yet" action={<LinkButton to={paths.addGoal}>Add goal</LinkButton>}>
      A goal says how many sales and decisions an hour are expected. Every campaign stands on one.
    </EmptyState>
  );
}

function NotFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No goal is called “${text.trim()}”`}
      action={
        <Button look="plain" onClick={onClear}>
          Show all goals
        </Button>
      }
    >
      The search looks for this text anywhere in the name.
    </EmptyState>
  );
}
