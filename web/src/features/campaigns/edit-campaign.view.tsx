import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { useResource, useRowOf } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CampaignFields } from './campaign-fields.view.tsx';
import { campaignsResource, goalsResource } from './campaigns.atoms.ts';
import { createCampaignEdit } from './edit-campaign.atoms.ts';

const TITLE = 'Edit Campaign';

export function EditCampaignPage() {
  const { id } = useParams();
  const campaign = useRowOf(campaignsResource, (row) => row.campaign_id === id);
  const goals = useResource(goalsResource, null)?.requestedData;
  if (campaign === null) {
    return (
      <MissingRow
        title={TITLE}
        message={messages.noSuchCampaign}
        list={paths.allCampaigns}
        listLabel="All Campaigns"
      />
    );
  }
  return (
    <>
      <PageHeader title={TITLE} aside={<Link to={paths.allCampaigns}>All Campaigns</Link>} />
      <ResourceState of={campaignsResource} loading="Loading the campaign" />
      {campaign && <ResourceState of={goalsResource} loading="Loading goals" />}
      {campaign && goals && <CampaignSheet key={campaign.campaign_id} campaign={campaign} goals={goals} />}
    </>
  );
}

function CampaignSheet({ campaign, goals }: { campaign: Campaign; goals: readonly Goal[] }) {
  const [edit] = useState(() => createCampaignEdit(campaign));
  const others = useAtomValue(edit.othersAtom);
  const reloadList = useSetAtom(campaignsResource.reloadAtom);
  const { leaving, leave } = useLeaving();
  const saved = () => {
    void reloadList();
    leave(paths.allCampaigns, LEAVE_AFTER_MS.edit);
  };
  return (
    <Panel narrow>
      <FormSheet form={edit} action="Save campaign" busyAction="Saving…" onDone={saved} leaving={leaving}>
        <CampaignFields
          form={edit}
          goals={goals}
          others={others}
          ratesNote={messages.recordedSalesKeepRates}
        />
      </FormSheet>
    </Panel>
  );
}
