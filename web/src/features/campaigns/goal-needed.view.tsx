import { messages } from '#contracts/messages.ts';
import { paths } from '../../app/routes/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';

/** In place of the form for a campaign while there is no goal. */
export function GoalNeeded() {
  return (
    <Panel narrow>
      <EmptyState
        title={messages.goalNeededFirst}
        action={<LinkButton to={paths.addGoal}>Add goal</LinkButton>}
      >
        A goal says how many sales and decisions an hour are expected. Every campaign stands on one.
      </EmptyState>
    </Panel>
  );
}
