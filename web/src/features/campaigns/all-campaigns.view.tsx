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
import { campaignsResource } from './campaigns.atoms.ts';
import { CampaignsTable } from './campaigns-table.view.tsx';

export function AllCampaignsPage() {
  const campaigns = useResource(campaignsResource, null)?.requestedData;
  const [text, search] = useSearchText();
  const tools = (
    <>
      <SearchField label="Search by name" value={text} onChange={search} />
      <LinkButton to={paths.addCampaign}>
        <Icon of={Plus} size={16} /> Add campaign
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeader title="All Campaigns" aside={tools} />
      <ResourceState of={campaignsResource} loading="Loading campaigns" />
      {campaigns && (
        <Panel flush>
          <CampaignsTable
            campaigns={searched(campaigns, text, (campaign) => campaign.campaign_name)}
            empty={
              campaigns.length === 0 ? <NoCampaigns /> : <NotFound text={text} onClear={() => search('')} />
            }
          />
        </Panel>
      )}
    </>
  );
}

function NoCampaigns() {
  return (
    <EmptyState
      title="No campaigns yet"
      action={<LinkButton to={paths.addCampaign}>Add campaign</LinkButton>}
    >
      A campaign decides tax and commission of what is sold in it. Employees and sales belong to one.
    </EmptyState>
  );
}

function NotFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No campaign is called “${text.trim()}”`}
      action={
        <Button look="plain" onClick={onClear}>
          Show all campaigns
        </Button>
      }
    >
      The search looks for this text anywhere in the name.
    </EmptyState>
  );
}
