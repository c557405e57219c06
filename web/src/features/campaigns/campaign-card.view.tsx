import { useAtom, useSetAtom } from 'jotai';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { DeleteButton } from '../../app/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { HistoryLink } from '../../app/lists/history-link.view.tsx';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { useRowOf } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { NowOnly } from '../../app/time-travel/now-only.view.tsx';
import { Beside } from '../../ui/beside.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { createCampaignCard } from './campaign.atoms.ts';
import { CampaignEmployees } from './campaign-employees.view.tsx';
import { CampaignFacts } from './campaign-facts.view.tsx';
import { campaignsResource } from './campaigns.atoms.ts';

export function CampaignCardPage() {
  const { id = '' } = useParams();
  return <CampaignCard key={id} id={id} />;
}

function CampaignCard({ id }: { id: string }) {
  const [{ employeesResource, deletion }] = useState(createCampaignCard);
  const found = useRowOf(campaignsResource, (row) => row.campaign_id === id);
  const [tickets, setTickets] = useAtom(deletion.ticketsAtom);
  const reloadList = useSetAtom(campaignsResource.reloadAtom);
  const { leaveDeleted } = useLeaving();
  // Who has just deleted it reads the message of that, over what it was.
  const [deleted, setDeleted] = useState<Campaign | null>(null);
  const campaign = deleted ?? found;

  if (campaign === null) {
    return (
      <MissingRow
        title="Campaign"
        message={messages.noSuchCampaign}
        list={paths.allCampaigns}
        listLabel="All Campaigns"
        history={{ kind: 'campaign', id }}
      />
    );
  }
  const gone = () => {
    setDeleted(campaign ?? null);
    void reloadList();
    leaveDeleted(paths.allCampaigns, LEAVE_AFTER_MS.delete);
  };
  const actions = campaign && !deleted && (
    <>
      <HistoryLink kind="campaign" id={id} />
      <NowOnly>
        <LinkButton look="plain" to={pathTo(paths.editCampaign, id)}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton
          deletion={deletion}
          row={id}
          what={`The campaign ${campaign.campaign_name}`}
          onDone={gone}
        />
      </NowOnly>
    </>
  );
  return (
    <>
      <PageHeader title={campaign?.campaign_name ?? 'Campaign'} note="Campaign" aside={actions} />
      <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
      <ResourceState of={campaignsResource} loading="Loading the campaign" />
      {campaign && (
        <Beside>
          <CampaignFacts campaign={campaign} />
          <CampaignEmployees of={employeesResource} id={id} />
        </Beside>
      )}
    </>
  );
}
