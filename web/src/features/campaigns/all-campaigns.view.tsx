import { Link } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { SearchedList } from '../../kit/lists/searched-list.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import type { Column } from '../../ui/column.ts';
import { formatNumber, formatPercent } from '../../ui/format.ts';

const COLUMNS: readonly Column<Campaign>[] = [
  { label: 'No', show: (_campaign, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (campaign) => (
      <Link to={pathTo(paths.campaign, campaign.campaign_id)}>{campaign.campaign_name}</Link>
    ),
    sortBy: (campaign) => campaign.campaign_name,
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
  {
    label: 'Hourly Goal',
    show: (campaign) => formatNumber(campaign.hourly_sales),
    sortBy: (campaign) => campaign.hourly_sales,
    numeric: true,
  },
  {
    label: 'Hourly Decisions',
    show: (campaign) => formatNumber(campaign.hourly_decisions),
    sortBy: (campaign) => campaign.hourly_decisions,
    numeric: true,
  },
];

export function AllCampaignsPage() {
  return (
    <SearchedList
      title="All Campaigns"
      one="campaign"
      many="campaigns"
      query={campaignsQuery}
      parameters={null}
      columns={COLUMNS}
      keyOf={(campaign) => campaign.campaign_id}
      nameOf={(campaign) => campaign.campaign_name}
      addPath={paths.addCampaign}
      purpose="A campaign decides tax and commission of what is sold in it. Employees and sales belong to one."
    />
  );
}
