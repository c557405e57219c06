import { useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { newCampaignForm } from './add-campaign.atoms.ts';
import { CampaignFields } from './campaign-fields.view.tsx';
import { campaignsResource, goalsResource } from './campaigns.atoms.ts';
import { GoalNeeded } from './goal-needed.view.tsx';

export function AddCampaignPage() {
  const goals = useResource(goalsResource, null)?.requestedData;
  return (
    <>
      <PageHeader title="Add Campaign" aside={<Link to={paths.allCampaigns}>All Campaigns</Link>} />
      <ResourceState of={goalsResource} loading="Loading goals" />
      {goals && (goals.length === 0 ? <GoalNeeded /> : <CampaignSheet goals={goals} />)}
    </>
  );
}

function CampaignSheet({ goals }: { goals: readonly Goal[] }) {
  const reloadList = useSetAtom(campaignsResource.reloadAtom);
  const { leaving, leave } = useLeaving();
  const added = () => {
    void reloadList();
    leave(paths.allCampaigns, LEAVE_AFTER_MS.edit);
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
    </Panel>
  );
}
