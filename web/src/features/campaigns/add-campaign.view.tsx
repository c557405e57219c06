import { Link } from 'react-router-dom';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { useReturnTo } from '../../kit/forms/return-to.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { paths } from '../../kit/paths.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CampaignFields } from './campaign-fields.view.tsx';
import { newCampaignForm } from './campaigns.atoms.ts';

export function AddCampaignPage() {
  const goals = useQuery(goalsQuery, null)?.requestedData;
  return (
    <>
      <PageHeader title="Add Campaign" aside={<Link to={paths.allCampaigns}>All Campaigns</Link>} />
      <QueryState of={goalsQuery} loading="Loading goals" />
      {goals && (goals.length === 0 ? <GoalNeeded /> : <CampaignSheet goals={goals} />)}
    </>
  );
}

function CampaignSheet({ goals }: { goals: readonly Goal[] }) {
  const { leaving, leave } = useLeaveScreen();
  const { back, afterBack } = useReturnTo();
  const added = () => {
    leave(back ?? paths.allCampaigns, LEAVE_AFTER_MS.edit, { state: afterBack });
  };
  return (
    <Panel narrow>
      <FormSheet
        form={newCampaignForm}
        action="Add campaign"
        busyAction="Adding…"
        onDone={added}
        leaving={leaving}
      >
        <CampaignFields form={newCampaignForm} goals={goals} />
      </FormSheet>
      <UnsavedWork form={newCampaignForm} />
    </Panel>
  );
}

/** Shown instead of the campaign form while there is no goal. */
function GoalNeeded() {
  const { andBack } = useReturnTo();
  return (
    <Panel narrow>
      <EmptyState
        title={messages.goalNeededFirst}
        action={
          <LinkButton to={paths.addGoal} state={andBack}>
            Add goal
          </LinkButton>
        }
      >
        A goal says how many sales and decisions an hour are expected. Every campaign stands on one.
      </EmptyState>
    </Panel>
  );
}
