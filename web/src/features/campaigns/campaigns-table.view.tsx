import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { paths, pathTo } from '../../app/paths.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
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

type CampaignsTableProps = { campaigns: readonly Campaign[]; empty: ReactNode };

export function CampaignsTable({ campaigns, empty }: CampaignsTableProps) {
  return (
    <DataTable
      caption="All Campaigns"
      columns={COLUMNS}
      rows={campaigns}
      keyOf={(campaign) => campaign.campaign_id}
      download="campaigns"
      empty={empty}
    />
  );
}
