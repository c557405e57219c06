import { Link } from 'react-router-dom';
import type { GoalCampaign } from '#contracts/endpoints/goals.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatPercent } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import type { createGoalCard } from './goal.atoms.ts';

const COLUMNS: readonly Column<GoalCampaign>[] = [
  { label: 'No', show: (_campaign, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (campaign) => <Link to={pathTo(paths.campaign, campaign.id)}>{campaign.name}</Link>,
    sortBy: (campaign) => campaign.name,
    card: 'heading',
  },
  {
    label: 'Commission',
    show: (campaign) => formatPercent(campaign.commission),
    sortBy: (campaign) => campaign.commission,
    numeric: true,
  },
  {
    label: 'Tax',
    show: (campaign) => formatPercent(campaign.tax),
    sortBy: (campaign) => campaign.tax,
    numeric: true,
  },
];

type GoalCampaignsProps = { of: ReturnType<typeof createGoalCard>['campaignsQuery']; id: string };

/** The campaigns of a goal. */
export function GoalCampaigns({ of, id }: GoalCampaignsProps) {
  const campaigns = useQuery(of, id)?.requestedData;
  return (
    <Panel title="Campaigns" flush>
      <QueryState of={of} loading="Loading its campaigns" />
      {campaigns && (
        <DataTable
          caption="Campaigns"
          columns={COLUMNS}
          rows={campaigns}
          keyOf={(campaign) => campaign.id}
          download="campaigns-of-goal"
          empty={<NoCampaigns />}
        />
      )}
    </Panel>
  );
}

function NoCampaigns() {
  return (
    <EmptyState
      title="No campaign has this goal"
      action={
        <NowOnly>
          <LinkButton variant="plain" to={paths.addCampaign}>
            Add campaign
          </LinkButton>
        </NowOnly>
      }
    >
      Choose it in a campaign, and its people work towards it.
    </EmptyState>
  );
}
