import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths } from '../../kit/paths.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { useQuery, useRowOf } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CampaignFields } from './campaign-fields.view.tsx';
import { createCampaignEdit } from './campaigns.atoms.ts';

const TITLE = 'Edit Campaign';

export function EditCampaignPage() {
  const { id } = useParams();
  const campaign = useRowOf(campaignsQuery, (row) => row.campaign_id === id, { ignoresTags: true });
  const goals = useQuery(goalsQuery, null)?.requestedData;
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
      <QueryState of={campaignsQuery} loading="Loading the campaign" />
      {campaign && <QueryState of={goalsQuery} loading="Loading goals" />}
      {campaign && goals && <CampaignSheet key={campaign.campaign_id} campaign={campaign} goals={goals} />}
    </>
  );
}

function CampaignSheet({ campaign, goals }: { campaign: Campaign; goals: readonly Goal[] }) {
  const [edit] = useState(() => createCampaignEdit(campaign));
  const { leaving, leave } = useLeaveScreen();
  const saved = () => {
    leave(paths.allCampaigns, LEAVE_AFTER_MS.edit);
  };
  return (
    <Panel narrow>
      <FormSheet form={edit} action="Save campaign" busyAction="Saving…" onDone={saved} leaving={leaving}>
        <CampaignFields form={edit} goals={goals} ratesNote={messages.recordedSalesKeepRates} />
      </FormSheet>
      <UnsavedWork form={edit} />
    </Panel>
  );
}
